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
struct shelf {
    uv_sem_t begun, may; /* of a file that waits while it is made */
    unsigned made, destroyed;
    uv_thread_t loop;
    bool on_loop;
};

struct file {
    struct rest_file base; /* first: it is cast back */
    struct shelf *shelf;
    const char *data; /* NULL: it cannot be made */
    size_t size;
    bool waits;
};

static bool make(struct rest_file *base)
{
    struct file *file = (struct file *)base;
    uv_thread_t self = uv_thread_self();
    file->shelf->on_loop |= uv_thread_equal(&self, &file->shelf->loop);
    file->shelf->made++;
    if (file->waits) {
        uv_sem_post(&file->shelf->begun);
        uv_sem_wait(&file->shelf->may);
    }
    base->form.data = file->data;
    base->form.size = file->size;
    return file->data;
}

static void destroy(struct rest_file *base)
{
    struct file *file = (struct file *)base;
    file->shelf->destroyed++;
    free(file);
}

static struct rest_file *file_of(struct shelf *shelf, const char *data, bool waits)
{
    struct file *file = calloc(1, sizeof *file);
    assert_non_null(file);
    *file = (struct file){
        .base = {.form = {.name = "a.png", .type = "image/png"}, .make = make, .destroy = destroy},
        .shelf = shelf,
        .data = data,
        .size = data ? strlen(data) : 0,
        .waits = waits};
    return &file->base;
}

static void open_all(struct rig *rig, struct shelf *shelf)
{
    *shelf = (struct shelf){.loop = uv_thread_self()};
    uv_sem_init(&shelf->begun, 0);
    uv_sem_init(&shelf->may, 0);
    rig_open(rig, NULL);
}

/* Each file was destroyed, and none was made on the loop. */
static void close_all(struct rig *rig, struct shelf *shelf, unsigned files)
{
    rig_close(rig);
    assert_int_equal(shelf->destroyed, files);
    assert_false(shelf->on_loop);
    uv_sem_destroy(&shelf->begun);
    uv_sem_destroy(&shelf->may);
}

static struct rig_call *send_file(struct rig *rig, const char *content, struct rest_file *file)
{
    return rig_send(rig, &(struct rest_request){.method = "PATCH",
                                                .path = "/channels/1001/messages/1",
                                                .route = "PATCH /channels/{}/messages/{}",
                                                .major = "1001",
                                                .repeat = true,
                                                .body = rig_content(content),
                                                .file = file});
}

/* -- how they go -- */

static void test_form(void **state)
{
    static const char data[] = "\x89PNG\0\r\n--";
    static const char json[] =
        "{\"content\":\"a\",\"attachments\":["
        "{\"id\":0,\"filename\":\"a\\\"b\\r\\n.png\",\"description\":\"Your \\\"hand\\\"\"}]}";
    struct rig rig;
    struct shelf shelf;
    char type[256], expected[2048], boundary[64];
    (void)state;
    open_all(&rig, &shelf);
    struct rest_file *file = file_of(&shelf, data, false);
    ((struct file *)file)->size = sizeof data - 1;
    file->form.name = "a\"b\r\n.png";
    file->form.description = "Your \"hand\"";
    struct rig_call *call = send_file(&rig, "a", file);
    RIG_UNTIL(&rig, call->order);
    const struct web_request *request = web_request(rig.web, 0);
    web_header(request, "Content-Type", type, sizeof type);
    assert_int_equal(sscanf(type, "multipart/form-data; boundary=%63s", boundary), 1);
    size_t length =
        (size_t)snprintf(expected, sizeof expected,
                         "--%s\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n"
                         "Content-Type: application/json\r\n\r\n%s\r\n"
                         "--%s\r\nContent-Disposition: form-data; name=\"files[0]\"; "
                         "filename=\"a%%22b%%0D%%0A.png\"\r\nContent-Type: image/png\r\n\r\n",
                         boundary, json, boundary);
    memcpy(expected + length, data, sizeof data - 1);
    length += sizeof data - 1;
    length +=
        (size_t)snprintf(expected + length, sizeof expected - length, "\r\n--%s--\r\n", boundary);
    assert_int_equal(request->length, length);
    assert_memory_equal(request->body, expected, length);
    close_all(&rig, &shelf, 1);
}

/* In the answer to an interaction the message is its `data`; what it keeps stays. */
static void test_callback(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    cJSON *body = cJSON_Parse("{\"type\":7,\"data\":{\"attachments\":[{\"id\":\"55\"}]}}");
    struct rig_call *call =
        rig_send(&rig, &(struct rest_request){.method = "POST",
                                              .path = "/interactions/1/t/callback",
                                              .token_only = true,
                                              .body = body,
                                              .file = file_of(&shelf, "x", false)});
    RIG_UNTIL(&rig, call->order);
    assert_non_null(strstr(web_request(rig.web, 0)->body,
                           "{\"type\":7,\"data\":{\"attachments\":[{\"id\":\"55\"},"
                           "{\"id\":0,\"filename\":\"a.png\"}]}}"));
    close_all(&rig, &shelf, 1);
}

static void test_refused(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    struct rig_call *call = rig_send(&rig, &(struct rest_request){.method = "POST",
                                                                  .path = "/channels/1001/messages",
                                                                  .file = file_of(&shelf, "x", 0)});
    assert_int_equal(call->id, 0); /* no body to name it */
    assert_false(rest_replace(rig.rest, 7, rig_content("a"), file_of(&shelf, "x", false)));
    close_all(&rig, &shelf, 2);
}

static void test_cannot_be_made(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    struct rig_call *call = send_file(&rig, "a", file_of(&shelf, NULL, false));
    RIG_UNTIL(&rig, call->order);
    assert_string_equal(web_request(rig.web, 0)->body, "{\"content\":\"a\"}");
    close_all(&rig, &shelf, 1);
}

/* -- when they are made -- */

/* The server fails once: the same file goes again. */
static void test_again(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    web_tell(rig.web, &(struct web_rule){.status = 500});
    struct rig_call *call = send_file(&rig, "a", file_of(&shelf, "x", false));
    RIG_UNTIL(&rig, call->order);
    assert_int_equal(web_count(rig.web), 2);
    assert_int_equal(shelf.made, 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_non_null(strstr(web_request(rig.web, i)->body,
                               "\"attachments\":[{\"id\":0,\"filename\":\"a.png\"}]}"));
    }
    close_all(&rig, &shelf, 1);
}

static void test_replaced(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    struct rig_call *call = send_file(&rig, "a", file_of(&shelf, "old", false));
    assert_true(rest_replace(rig.rest, call->id, rig_content("b"), file_of(&shelf, "new", false)));
    RIG_UNTIL(&rig, call->order);
    assert_null(strstr(web_request(rig.web, 0)->body, "old"));
    assert_non_null(strstr(web_request(rig.web, 0)->body, "new"));
    assert_int_equal(shelf.made, 1);
    call = send_file(&rig, "c", file_of(&shelf, "old", false));
    assert_true(rest_replace(rig.rest, call->id, rig_content("d"), NULL));
    RIG_UNTIL(&rig, call->order);
    assert_string_equal(web_request(rig.web, 1)->body, "{\"content\":\"d\"}");
    call = send_file(&rig, "e", file_of(&shelf, "old", false));
    assert_true(rest_cancel(rig.rest, call->id));
    assert_int_equal(shelf.made, 1);
    close_all(&rig, &shelf, 4);
}

/* The loop goes on; what is being made counts as under way. */
static void test_meanwhile(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    struct rig_call *slow = send_file(&rig, "a", file_of(&shelf, "x", true));
    struct rig_call *quick = rig_post(&rig, 1002, "b");
    RIG_UNTIL(&rig, quick->order);
    uv_sem_wait(&shelf.begun);
    assert_int_equal(slow->order, 0);
    assert_false(rest_is_waiting(rig.rest, slow->id));
    assert_false(rest_cancel(rig.rest, slow->id));
    assert_false(rest_replace(rig.rest, slow->id, rig_content("c"), file_of(&shelf, "y", false)));
    uv_sem_post(&shelf.may);
    RIG_UNTIL(&rig, slow->order);
    assert_non_null(strstr(web_request(rig.web, 1)->body, "\"content\":\"a\""));
    close_all(&rig, &shelf, 2);
}

/* Nothing wakes the loop for it. */
static void wait_begun(struct rig *rig, struct shelf *shelf)
{
    while (uv_sem_trywait(&shelf->begun) != 0) {
        uv_run(loop_uv(rig->loop), UV_RUN_NOWAIT);
    }
}

/* It ends while a file is being made, which is finished for nobody. */
static void test_destroy(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    struct rig_call *call = send_file(&rig, "a", file_of(&shelf, "x", true));
    wait_begun(&rig, &shelf);
    rest_destroy(rig.rest);
    rig.rest = NULL;
    uv_sem_post(&shelf.may);
    assert_int_equal(call->order, 0);
    close_all(&rig, &shelf, 1);
}

static void test_stop(void **state)
{
    struct rig rig;
    struct shelf shelf;
    (void)state;
    open_all(&rig, &shelf);
    struct rig_call *call = send_file(&rig, "a", file_of(&shelf, "x", true));
    wait_begun(&rig, &shelf);
    rest_stop(rig.rest, 1, rig_stopped, &rig);
    RIG_UNTIL(&rig, call->order && rig.stops);
    assert_int_equal(call->end, REST_STOPPED);
    uv_sem_post(&shelf.may);
    RIG_UNTIL(&rig, shelf.destroyed);
    assert_int_equal(web_count(rig.web), 0);
    close_all(&rig, &shelf, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_form),      cmocka_unit_test(test_callback),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_cannot_be_made),
        cmocka_unit_test(test_again),     cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_meanwhile), cmocka_unit_test(test_destroy),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
