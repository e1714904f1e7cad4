/* Files of requests: how they go, and that they are made off the loop, once, or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/rest/make_queue.h"
#include "base/array.h"
#include "rest_rig.h"

/* What became of the files of a test. */
static struct {
    uv_sem_t begun, may; /* of a file that waits while it is made */
    unsigned files, destroyed;
    uv_mutex_t lock; /* two threads make files; for what follows */
    unsigned made;
    const char *order[RIG_CALLS]; /* the data of the files, as they are made */
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
    uv_mutex_lock(&shelf.lock);
    shelf.on_loop |= uv_thread_equal(&self, &shelf.loop);
    shelf.order[shelf.made++] = file->data;
    uv_mutex_unlock(&shelf.lock);
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
    uv_mutex_init(&shelf.lock);
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
    uv_mutex_destroy(&shelf.lock);
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

static struct gateway_loop_call *send_board(unsigned channel, const char *content,
                                            struct rest_file *file)
{
    char path[64], major[16];
    snprintf(path, sizeof(path), "/channels/%u/messages", channel);
    snprintf(major, sizeof(major), "%u", channel);
    return gateway_loop_send(&(struct rest_request){.method = "POST",
                                                    .path = path,
                                                    .route = "POST /channels/{}/messages",
                                                    .major = major,
                                                    .class = LIMITS_TABLE,
                                                    .repeat = true,
                                                    .body = gateway_loop_content(content),
                                                    .file = file});
}

/* Sends boards whose pictures take long, one for each thread that draws. */
static void keep_busy(void)
{
    for (unsigned i = 0; i < MAKE_QUEUE_MAX; i++) {
        send_board(2000 + i, "slow", file_of("x", true));
        wait_begun();
    }
}

static void end_busy(void)
{
    for (unsigned i = 0; i < MAKE_QUEUE_MAX; i++) {
        uv_sem_post(&shelf.may);
    }
}

/* An answer to a person passes the boards of other tables that wait to be drawn; a message without
 * a picture does not wait for any of them. */
static void test_answer_first(void **state)
{
    (void)state;
    struct gateway_loop_call *boards[2 * LIMITS_FLYING];
    keep_busy();
    for (unsigned i = 0; i < ARRAY_SIZE(boards); i++) {
        boards[i] = send_board(3000 + i, "board", file_of("board", false));
    }
    struct gateway_loop_call *answer =
        gateway_loop_send(&(struct rest_request){.method = "POST",
                                                 .path = "/interactions/1/t/callback",
                                                 .route = "POST /interactions/{}/{}/callback",
                                                 .class = LIMITS_CALLBACK,
                                                 .token_only = true,
                                                 .body = gateway_loop_content("answer"),
                                                 .file = file_of("hand", false)});
    gateway_loop_done(gateway_loop_send(
        &(struct rest_request){.method = "PATCH",
                               .path = "/webhooks/1/t/messages/@original",
                               .route = "PATCH /webhooks/{}/{}/messages/@original",
                               .class = LIMITS_HAND,
                               .token_only = true,
                               .body = gateway_loop_content("a hand without a picture")}));
    assert_int_equal(rig.told, 1);
    assert_int_equal(shelf.made, MAKE_QUEUE_MAX);
    end_busy();
    RIG_UNTIL(answer->order);
    assert_true(strcmp(shelf.order[MAKE_QUEUE_MAX], "hand") == 0 ||
                strcmp(shelf.order[MAKE_QUEUE_MAX + 1], "hand") == 0); /* two threads are free */
    for (unsigned i = 0; i < ARRAY_SIZE(boards); i++) {
        RIG_UNTIL(boards[i]->order);
    }
}

/* A picture that nobody has begun to draw is replaced or dropped. */
static void test_out_of_date(void **state)
{
    (void)state;
    keep_busy();
    struct gateway_loop_call *newer = send_board(3001, "a", file_of("old", false));
    struct gateway_loop_call *plain = send_board(3002, "b", file_of("old", false));
    struct gateway_loop_call *gone = send_board(3003, "c", file_of("old", false));
    gateway_loop_done(gateway_loop_post(3004, "d")); /* by now the others have been let go */
    assert_true(rest_is_waiting(rig.rest, newer->id));
    assert_true(
        rest_replace(rig.rest, newer->id, gateway_loop_content("e"), file_of("new", false)));
    assert_true(rest_replace(rig.rest, plain->id, gateway_loop_content("f"), NULL));
    assert_true(rest_cancel(rig.rest, gone->id));
    assert_true(rest_is_waiting(rig.rest, plain->id));
    struct gateway_loop_call *behind = send_board(3003, "g", NULL); /* its channel is free again */
    gateway_loop_done(behind);
    end_busy();
    RIG_UNTIL(newer->order && plain->order);
    assert_int_equal(shelf.made, MAKE_QUEUE_MAX + 1);
    assert_int_equal(gone->order, 0);
    for (unsigned i = 0; i < web_count(rig.web); i++) {
        assert_null(strstr(web_request(rig.web, i)->body, "old"));
    }
}

/* Requests whose pictures wait to be drawn end at a stop, and nobody draws them. */
static void test_stop_undrawn(void **state)
{
    (void)state;
    keep_busy();
    struct gateway_loop_call *board = send_board(3001, "a", file_of("x", false));
    gateway_loop_done(gateway_loop_post(3004, "d"));
    rest_stop(rig.rest, 1, gateway_loop_stopped, NULL);
    RIG_UNTIL(board->order && rig.stops);
    assert_int_equal(board->end, REST_STOPPED);
    end_busy();
    RIG_UNTIL(shelf.destroyed == MAKE_QUEUE_MAX + 1);
    assert_int_equal(shelf.made, MAKE_QUEUE_MAX);
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
        TEST(test_form),           TEST(test_callback),     TEST(test_refused),
        TEST(test_cannot_be_made), TEST(test_again),        TEST(test_lost),
        TEST(test_replaced),       TEST(test_meanwhile),    TEST(test_destroy),
        TEST(test_stop),           TEST(test_answer_first), TEST(test_out_of_date),
        TEST(test_stop_undrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
