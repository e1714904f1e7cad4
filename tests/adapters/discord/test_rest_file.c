/* Files of requests: how they go, and that they are made off the loop, once, or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rest_rig.h"

/* What became of the files of a test. */
static struct {
    uv_sem_t begun, may; /* of a file that waits while it is made */
    unsigned files, made, destroyed;
    uv_thread_t loop;
    bool on_loop;
} shelf;

struct file {
    struct rest_file base; /* first: it is cast back */
    const char *data;      /* NULL: it cannot be made */
    size_t size;
    bool waits;
};

static bool make(struct rest_file *base)
{
    struct file *file = (struct file *)base;
    uv_thread_t self = uv_thread_self();
    shelf.on_loop |= uv_thread_equal(&self, &shelf.loop);
    shelf.made++;
    if (file->waits) {
        uv_sem_post(&shelf.begun);
        uv_sem_wait(&shelf.may);
    }
    base->data = file->data;
    base->size = file->size;
    return file->data;
}

static void destroy(struct rest_file *base)
{
    struct file *file = (struct file *)base;
    shelf.destroyed++;
    free(file);
}

static struct rest_file *file_of(const char *data, bool waits)
{
    struct file *file = calloc(1, sizeof(*file));
    assert_non_null(file);
    shelf.files++;
    *file = (struct file){
        .base = {.name = "a.png", .type = "image/png", .make = make, .destroy = destroy},
        .data = data,
        .size = data ? strlen(data) : 0,
        .waits = waits};
    return &file->base;
}

static int set_up(void **state)
{
    memset(&shelf, 0, sizeof(shelf));
    shelf.loop = uv_thread_self();
    uv_sem_init(&shelf.begun, 0);
    uv_sem_init(&shelf.may, 0);
    return gateway_loop_set_up(state);
}

/* Each file was destroyed, and none was made on the loop. */
static int tear_down(void **state)
{
    gateway_loop_tear_down(state);
    assert_int_equal(shelf.destroyed, shelf.files);
    assert_false(shelf.on_loop);
    uv_sem_destroy(&shelf.begun);
    uv_sem_destroy(&shelf.may);
    return 0;
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

static struct gateway_loop_call *send_file(const char *content, struct rest_file *file)
{
    return gateway_loop_send(&(struct rest_request){.method = "PATCH",
                                                    .path = "/channels/1001/messages/1",
                                                    .route = "PATCH /channels/{}/messages/{}",
                                                    .major = "1001",
                                                    .repeat = true,
                                                    .body = gateway_loop_content(content),
                                                    .file = file});
}

/* -- how they go -- */

static void test_form(void **state)
{
    static const char data[] = "\x89PNG\0\r\n--";
    static const char json[] =
        "{\"content\":\"a\",\"attachments\":["
        "{\"id\":0,\"filename\":\"a\\\"b\\r\\n.png\",\"description\":\"Your \\\"hand\\\"\"}]}";
    char type[256], expected[2048], boundary[64];
    (void)state;
    struct rest_file *file = file_of(data, false);
    ((struct file *)file)->size = sizeof(data) - 1;
    file->name = "a\"b\r\n.png";
    file->description = "Your \"hand\"";
    gateway_loop_done(send_file("a", file));
    const struct web_request *request = web_request(rig.web, 0);
    web_header(request, "Content-Type", type, sizeof(type));
    assert_int_equal(sscanf(type, "multipart/form-data; boundary=%63s", boundary), 1);
    size_t length =
        (size_t)snprintf(expected, sizeof(expected),
                         "--%s\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n"
                         "Content-Type: application/json\r\n\r\n%s\r\n"
                         "--%s\r\nContent-Disposition: form-data; name=\"files[0]\"; "
                         "filename=\"a%%22b%%0D%%0A.png\"\r\nContent-Type: image/png\r\n\r\n",
                         boundary, json, boundary);
    memcpy(expected + length, data, sizeof(data) - 1);
    length += sizeof(data) - 1;
    length +=
        (size_t)snprintf(expected + length, sizeof(expected) - length, "\r\n--%s--\r\n", boundary);
    assert_int_equal(request->length, length);
    assert_memory_equal(request->body, expected, length);
}

/* In the answer to an interaction the message is its `data`; what it keeps stays. */
static void test_callback(void **state)
{
    (void)state;
    cJSON *body = cJSON_Parse("{\"type\":7,\"data\":{\"attachments\":[{\"id\":\"55\"}]}}");
    gateway_loop_done(gateway_loop_send(&(struct rest_request){.method = "POST",
                                                               .path = "/interactions/1/t/callback",
                                                               .token_only = true,
                                                               .body = body,
                                                               .file = file_of("x", false)}));
    assert_non_null(strstr(web_request(rig.web, 0)->body,
                           "{\"type\":7,\"data\":{\"attachments\":[{\"id\":\"55\"},"
                           "{\"id\":0,\"filename\":\"a.png\"}]}}"));
}

static void test_refused(void **state)
{
    (void)state;
    struct gateway_loop_call *call = gateway_loop_send(&(struct rest_request){
        .method = "POST", .path = "/channels/1001/messages", .file = file_of("x", 0)});
    assert_int_equal(call->id, 0); /* no body to name it */
    assert_false(rest_replace(rig.rest, 7, gateway_loop_content("a"), file_of("x", false)));
}

static void test_cannot_be_made(void **state)
{
    (void)state;
    gateway_loop_done(send_file("a", file_of(NULL, false)));
    assert_string_equal(web_request(rig.web, 0)->body, "{\"content\":\"a\"}");
}

/* -- when they are made -- */

/* The server fails once: the same file goes again. */
static void test_again(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.status = 500});
    gateway_loop_done(send_file("a", file_of("x", false)));
    assert_int_equal(web_count(rig.web), 2);
    assert_int_equal(shelf.made, 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_non_null(strstr(web_request(rig.web, i)->body,
                               "\"attachments\":[{\"id\":0,\"filename\":\"a.png\"}]}"));
    }
}

/* A kept connection closes before the answer: the whole form goes again, file and all, but none
 * that may not be carried out twice. */
static void test_lost(void **state)
{
    (void)state;
    gateway_loop_done(gateway_loop_edit(1001, "kept"));
    web_tell(rig.web, &(struct web_rule){.how = WEB_DROP});
    assert_int_equal(gateway_loop_done(send_file("a", file_of("picture", false)))->status, 200);
    assert_int_equal(web_count(rig.web), 3);
    assert_int_equal(web_request(rig.web, 1)->length, web_request(rig.web, 2)->length);
    assert_non_null(strstr(web_request(rig.web, 2)->body, "\r\n\r\npicture\r\n"));
    web_tell(rig.web, &(struct web_rule){.how = WEB_DROP});
    struct gateway_loop_call *once =
        gateway_loop_send(&(struct rest_request){.method = "POST",
                                                 .path = "/channels/1001/messages",
                                                 .body = gateway_loop_content("b"),
                                                 .file = file_of("picture", false)});
    assert_int_equal(gateway_loop_done(once)->end, REST_LOST);
    assert_int_equal(web_count(rig.web), 4);
}

static void test_replaced(void **state)
{
    (void)state;
    struct gateway_loop_call *call = send_file("a", file_of("old", false));
    assert_true(rest_replace(rig.rest, call->id, gateway_loop_content("b"), file_of("new", false)));
    RIG_UNTIL(call->order);
    assert_null(strstr(web_request(rig.web, 0)->body, "old"));
    assert_non_null(strstr(web_request(rig.web, 0)->body, "new"));
    assert_int_equal(shelf.made, 1);
    call = send_file("c", file_of("old", false));
    assert_true(rest_replace(rig.rest, call->id, gateway_loop_content("d"), NULL));
    RIG_UNTIL(call->order);
    assert_string_equal(web_request(rig.web, 1)->body, "{\"content\":\"d\"}");
    call = send_file("e", file_of("old", false));
    assert_true(rest_cancel(rig.rest, call->id));
    assert_int_equal(shelf.made, 1);
}

/* The loop goes on; what is being made counts as under way. */
static void test_meanwhile(void **state)
{
    (void)state;
    struct gateway_loop_call *slow = send_file("a", file_of("x", true));
    gateway_loop_done(gateway_loop_post(1002, "b"));
    uv_sem_wait(&shelf.begun);
    assert_int_equal(slow->order, 0);
    assert_false(rest_is_waiting(rig.rest, slow->id));
    assert_false(rest_cancel(rig.rest, slow->id));
    assert_false(rest_replace(rig.rest, slow->id, gateway_loop_content("c"), file_of("y", false)));
    uv_sem_post(&shelf.may);
    RIG_UNTIL(slow->order);
    assert_non_null(strstr(web_request(rig.web, 1)->body, "\"content\":\"a\""));
}

/* Nothing wakes the loop for it. */
static void wait_begun(void)
{
    while (uv_sem_trywait(&shelf.begun) != 0) {
        uv_run(loop_uv(rig.loop), UV_RUN_NOWAIT);
    }
}

/* It ends while a file is being made, which is finished for nobody. */
static void test_destroy(void **state)
{
    (void)state;
    struct gateway_loop_call *call = send_file("a", file_of("x", true));
    wait_begun();
    rest_destroy(rig.rest);
    rig.rest = NULL;
    uv_sem_post(&shelf.may);
    assert_int_equal(call->order, 0);
}

static void test_stop(void **state)
{
    (void)state;
    struct gateway_loop_call *call = send_file("a", file_of("x", true));
    wait_begun();
    rest_stop(rig.rest, 1, gateway_loop_stopped, NULL);
    RIG_UNTIL(call->order && rig.stops);
    assert_int_equal(call->end, REST_STOPPED);
    uv_sem_post(&shelf.may);
    RIG_UNTIL(shelf.destroyed);
    assert_int_equal(web_count(rig.web), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_form),    TEST(test_callback), TEST(test_refused),  TEST(test_cannot_be_made),
        TEST(test_again),   TEST(test_lost),     TEST(test_replaced), TEST(test_meanwhile),
        TEST(test_destroy), TEST(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
