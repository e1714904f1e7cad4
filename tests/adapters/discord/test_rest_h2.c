/* Discord's REST transport over HTTP/2 with TLS, on node's own server (h2.mjs): without node there
 * is nothing to test on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/curl/http.h"
#include "rest_rig.h"
#include "tests/real/tls_files.h"

enum { SKIPPED = 77, MANY = 40, LINES = 1 << 14 };

static char folder[] = "/tmp/talon-h2-XXXXXX", ca[64];

/* -- the server -- */

static struct {
    uv_process_t process;
    uv_pipe_t in, out;
    char lines[LINES]; /* all that it said, each line between two line feeds */
    size_t length;
    char base[64];
} server;

static void on_room(uv_handle_t *handle, size_t hint, uv_buf_t *buffer)
{
    (void)handle;
    (void)hint;
    assert_in_range(server.length, 0, LINES - 256);
    *buffer = uv_buf_init(server.lines + server.length, (unsigned)(LINES - 1 - server.length));
}

static void on_line(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    (void)stream;
    (void)buffer;
    server.length += length > 0 ? (size_t)length : 0;
    server.lines[server.length] = '\0';
}

static bool shutting;

static void on_server_exit(uv_process_t *process, int64_t status, int signal)
{
    (void)process;
    if (!shutting)
        fail_msg("the server ended: %d, signal %d", (int)status, signal);
}

static bool spawn(struct loop *loop)
{
    char certificate[64], key[64];
    char *arguments[] = {"node", TALON_H2_SERVER, certificate, key, NULL};
    uv_stdio_container_t streams[] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&server.in},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&server.out},
        {.flags = UV_INHERIT_FD, .data.fd = 2}};
    uv_process_options_t options = {.exit_cb = on_server_exit,
                                    .file = "node",
                                    .args = arguments,
                                    .stdio = streams,
                                    .stdio_count = 3};
    shutting = false;
    snprintf(certificate, sizeof(certificate), "%s/server.crt", folder);
    snprintf(key, sizeof(key), "%s/server.key", folder);
    uv_pipe_init(loop_uv(loop), &server.in, 0);
    uv_pipe_init(loop_uv(loop), &server.out, 0);
    return uv_spawn(loop_uv(loop), &server.process, &options) == 0;
}

/* Without its standard input it ends. */
static void shut(void)
{
    shutting = true;
    uv_close((uv_handle_t *)&server.in, NULL);
    uv_close((uv_handle_t *)&server.out, NULL);
    uv_close((uv_handle_t *)&server.process, NULL);
}

/* How often it said a line that begins so. */
static unsigned said(const char *line)
{
    char begun[128];
    unsigned count = 0;
    snprintf(begun, sizeof(begun), "\n%s", line);
    for (const char *at = server.lines; (at = strstr(at, begun)); at++) {
        count++;
    }
    return count;
}

static void tell(const char *line)
{
    char words[64], done[64];
    int length = snprintf(words, sizeof(words), "%s\n", line);
    uv_buf_t buffer = uv_buf_init(words, (unsigned)length);
    snprintf(done, sizeof(done), "done %.*s\n", (int)strcspn(line, " "), line);
    unsigned before = said(done);
    assert_int_equal(uv_try_write((uv_stream_t *)&server.in, &buffer, 1), length);
    RIG_UNTIL(said(done) > before);
}

/* The same, with what may still be on its way to us. */
static unsigned said_so_far(const char *line)
{
    tell("nothing");
    return said(line);
}

/* A transport to it under that name. */
static void start(const char *name, const char *trusted)
{
    const char *port = strstr(server.lines, "port ") + strlen("port ");
    snprintf(server.base, sizeof(server.base), "https://%s:%.*s/api", name,
             (int)strcspn(port, "\n"), port);
    gateway_loop_start(&(struct rest_setup){.base = server.base, .ca = trusted, .silent_ms = 500});
}

static int set_up(void **state)
{
    gateway_loop_set_up(state);
    memset(&server, 0, sizeof(server));
    if (!spawn(rig.loop)) {
        return -1;
    }
    server.length = 1;
    server.lines[0] = '\n';
    uv_read_start((uv_stream_t *)&server.out, on_room, on_line);
    RIG_UNTIL(said("port "));
    start("localhost", ca);
    return 0;
}

static int tear_down(void **state)
{
    shut();
    return gateway_loop_tear_down(state);
}

/* -- requests -- */

static struct gateway_loop_call *post(unsigned channel)
{
    return gateway_loop_post(channel, "a");
}

static struct gateway_loop_call *edit(unsigned channel)
{
    return gateway_loop_edit(channel, "b");
}

static void assert_answered(const struct gateway_loop_call *call)
{
    assert_int_equal(call->end, REST_ANSWERED);
    assert_int_equal(call->status, 200);
    assert_string_equal(call->body, "{\"id\":\"77\"}");
}

/* -- tests -- */

/* As many as may be under way share one connection, at the same time. */
static void test_shared(void **state)
{
    (void)state;
    for (unsigned round = 1; round <= 3; round++) {
        tell("hold");
        for (unsigned i = 0; i < LIMITS_FLYING; i++) {
            edit(1001 + i);
        }
        RIG_UNTIL(said("request 1 PATCH") == round * LIMITS_FLYING);
        assert_int_equal(rig.told, (round - 1) * LIMITS_FLYING);
        tell("release");
        RIG_UNTIL(rig.told == round * LIMITS_FLYING);
    }
    for (unsigned i = 0; i < rig.count; i++) {
        assert_answered(&rig.calls[i]);
    }
    assert_int_equal(said_so_far("session"), 1);
}

/* A server that lets fewer go at a time gets them all the same. */
static void test_few_streams(void **state)
{
    (void)state;
    tell("streams 3");
    for (unsigned i = 0; i < MANY; i++) {
        edit(1001 + i);
    }
    RIG_UNTIL(rig.told == MANY);
    for (unsigned i = 0; i < MANY; i++) {
        assert_answered(&rig.calls[i]);
    }
    assert_int_equal(said_so_far("request"), MANY);
}

/* "No more on this connection": what is under way is answered there, what comes goes to another. */
static void test_goaway(void **state)
{
    (void)state;
    tell("hold");
    for (unsigned i = 0; i < 8; i++) {
        edit(1001 + i);
    }
    RIG_UNTIL(said("request 1") == 8);
    tell("goaway 1");
    tell("release");
    RIG_UNTIL(rig.told == 8);
    edit(1001);
    edit(1002);
    RIG_UNTIL(rig.told == 10);
    for (unsigned i = 0; i < rig.count; i++) {
        assert_answered(&rig.calls[i]);
    }
    assert_int_equal(said_so_far("request"), 10);
    assert_int_equal(said_so_far("request 2"), 2);
}

/* All connections end in the middle: what may be carried out twice goes again on another, the rest,
 * each on one of its own, is lost, and nothing is wedged. */
static void test_cut(void **state)
{
    struct gateway_loop_call *posts[4], *edits[4];
    (void)state;
    tell("hold");
    for (unsigned i = 0; i < 4; i++) {
        posts[i] = post(1001 + i);
        edits[i] = edit(1001 + i);
    }
    RIG_UNTIL(said("request") == 8);
    assert_int_equal(said("session"), 5);
    for (unsigned i = 1; i <= 5; i++) {
        char words[16];
        snprintf(words, sizeof(words), "cut %u", i);
        tell(words);
    }
    RIG_UNTIL(said("request") == 12);
    tell("release");
    RIG_UNTIL(rig.told == 8);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(posts[i]->end, REST_LOST);
        assert_answered(edits[i]);
    }
    assert_answered(gateway_loop_done(post(1001)));
    assert_int_equal(said_so_far("request"), 13);
}

/* "I have not looked at it": it goes again, also what may not be carried out twice. */
static void test_refused(void **state)
{
    (void)state;
    gateway_loop_done(edit(1001));
    tell("refuse 1");
    assert_answered(gateway_loop_done(edit(1001)));
    tell("refuse 2");
    assert_answered(gateway_loop_done(post(1001)));
    assert_int_equal(said_so_far("refused"), 3);
    assert_int_equal(said_so_far("request"), 3);
}

/* The same of all that came after some request, as a server ends a connection for good. */
static void test_goaway_refused(void **state)
{
    (void)state;
    tell("hold");
    for (unsigned i = 0; i < 4; i++) {
        edit(1001 + i);
    }
    RIG_UNTIL(said("request 1") == 4);
    tell("goaway 1 3");
    RIG_UNTIL(said("request") == 6);
    tell("release");
    RIG_UNTIL(rig.told == 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_answered(&rig.calls[i]);
    }
    assert_int_equal(said_so_far("request"), 6);
}

/* A connection that stands and says nothing any more takes no further request. */
static void test_mute(void **state)
{
    (void)state;
    gateway_loop_done(edit(1001));
    tell("mute 1");
    struct gateway_loop_call *lost = gateway_loop_done(
        gateway_loop_send(&(struct rest_request){.method = "POST",
                                                 .path = "/interactions/1005/secret-of-it/callback",
                                                 .class = LIMITS_CALLBACK,
                                                 .token_only = true,
                                                 .repeat = true,
                                                 .deadline = loop_now(rig.loop) + 200,
                                                 .body = gateway_loop_content("a")}));
    assert_int_equal(lost->end, REST_LOST);
    assert_answered(gateway_loop_done(edit(1001)));
    assert_int_equal(said_so_far("request 1"), 1);
    assert_int_equal(said_so_far("request 2"), 1);
}

/* What waits for the connection that another one opens has its own time all the same. */
static void test_late_in_line(void **state)
{
    (void)state;
    tell("deaf");
    uint64_t began = loop_now(rig.loop);
    edit(1001);
    RIG_UNTIL(said("unheard"));
    struct gateway_loop_call *late = gateway_loop_done(
        gateway_loop_send(&(struct rest_request){.method = "POST",
                                                 .path = "/interactions/1005/secret-of-it/callback",
                                                 .class = LIMITS_CALLBACK,
                                                 .token_only = true,
                                                 .repeat = true,
                                                 .deadline = loop_now(rig.loop) + 200,
                                                 .body = gateway_loop_content("a")}));
    assert_int_equal(late->end, REST_LATE);
    assert_int_equal(rig.told, 1);
    assert_true(loop_now(rig.loop) - began < HTTP_CONNECT_MS);
}

/* Nothing is said to who is not known, or is another. */
static void test_stranger(void **state)
{
    static const struct {
        const char *name, *trusted;
    } rows[] = {{"localhost", NULL}, {"other.localhost", ca}};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        start(rows[i].name, rows[i].trusted);
        assert_int_equal(gateway_loop_done(edit(1001))->end, REST_LATE);
    }
    assert_non_null(strstr(rig.log, "certificate"));
    start("localhost", ca);
    assert_answered(gateway_loop_done(edit(1001)));
    assert_int_equal(said_so_far("request"), 1);
}

static bool has_node(void)
{
    struct loop *loop = loop_create();
    bool there = spawn(loop);
    shut();
    loop_destroy(loop);
    return there;
}

#define H2_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        H2_TEST(test_shared), H2_TEST(test_few_streams),  H2_TEST(test_goaway),
        H2_TEST(test_cut),    H2_TEST(test_refused),      H2_TEST(test_goaway_refused),
        H2_TEST(test_mute),   H2_TEST(test_late_in_line), H2_TEST(test_stranger),
    };
    char print[TLS_FINGERPRINT], client_print[TLS_FINGERPRINT];
    if (!has_node()) {
        puts("skipped: no node");
        return SKIPPED;
    }
    if (!mkdtemp(folder) || !tls_files_make(folder, print, client_print)) {
        return 1;
    }
    snprintf(ca, sizeof(ca), "%s/ca.crt", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tls_files_remove(folder);
    return failed;
}
