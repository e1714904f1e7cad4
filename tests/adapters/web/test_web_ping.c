/* Pings to WebSockets (httpd_ping() in adapters/web/httpd.h): a server that pings whenever its
 * client says so, and clients that answer as browsers do. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/web/httpd.h"
#include "client.h"

#define OURS "Origin: http://127.0.0.1:0\r\n"

enum { SOON = 30000, LONGEST = 16 };

static pid_t child;
static unsigned port;

/* -- the server, in the child: each message of a client brings it a ping, and then "done" -- */

static void on_asked(void *arg, struct exchange *exchange)
{
    (void)arg;
    httpd_refuse(exchange, 404, "no", 0);
}

static void on_gone(void *arg, struct exchange *exchange)
{
    (void)arg;
    (void)exchange;
}

static unsigned on_joins(void *arg, struct onlooker *onlooker, const struct web_request *request)
{
    (void)arg;
    (void)request;
    onlooker->seen = 0;
    return 200;
}

static bool on_takes(void *arg, struct onlooker *onlooker, struct frame *frame)
{
    static unsigned char bytes[FRAME_ROOM + 4];
    (void)arg;
    if (onlooker->seen == 0)
        return false;
    onlooker->seen--;
    memcpy(bytes + FRAME_ROOM, "done", 4);
    *frame = (struct frame){.bytes = bytes, .length = 4};
    return true;
}

static void on_leaves(void *arg, struct onlooker *onlooker)
{
    (void)arg;
    (void)onlooker;
}

static size_t on_listens(void *arg, const struct onlooker *onlooker)
{
    (void)arg;
    (void)onlooker;
    return LONGEST;
}

static bool on_hears(void *arg, struct onlooker *onlooker, const char *text, size_t length)
{
    (void)arg;
    (void)text;
    (void)length;
    onlooker->seen++;
    httpd_ping(onlooker);
    httpd_wake(onlooker);
    return true;
}

static bool on_posts(void *arg, const char *path)
{
    (void)arg;
    (void)path;
    return false;
}

static void serve(int tell)
{
    static const struct log log = {.name = ""};
    struct settings settings;
    struct web_config config;
    struct fault why = {0};
    char text[16];
    assert_true(settings_init(&settings, web_config_keys));
    assert_null(settings_put(&settings, settings_find(&settings, "listen"), "127.0.0.1:0"));
    assert_true(web_config_read(&config, &settings, &why));
    const struct httpd_setup setup = {.loop = loop_create(),
                                      .log = &log,
                                      .config = &config,
                                      .asked = on_asked,
                                      .gone = on_gone,
                                      .joins = on_joins,
                                      .takes = on_takes,
                                      .leaves = on_leaves,
                                      .listens = on_listens,
                                      .hears = on_hears,
                                      .posts = on_posts};
    struct httpd *httpd = httpd_create(&setup, &why);
    assert_non_null(httpd);
    assert_true(httpd_listen(httpd, &why));
    int length = snprintf(text, sizeof(text), "%u\n", httpd_port(httpd));
    assert_int_equal(write(tell, text, (size_t)length), length);
    loop_run(setup.loop);
}

/* -- in the test -- */

static int begin(void **state)
{
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        serve(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    FILE *stream = fdopen(ends[0], "r");
    char line[16] = "";
    assert_non_null(stream);
    assert_non_null(fgets(line, sizeof(line), stream));
    fclose(stream);
    port = (unsigned)strtoul(line, NULL, 10);
    return 0;
}

static int end(void **state)
{
    (void)state;
    kill(child, SIGKILL);
    return waitpid(child, NULL, 0) == child ? 0 : -1;
}

static struct client *open_socket(void)
{
    struct client *client = client_open(port);
    assert_int_equal(client_upgrade(client, "/live", OURS), 101);
    return client;
}

/* The pong comes before the next message, so the server knows of it. */
static void who_answers_stays(void **state)
{
    enum { PINGS = 20 };
    struct client *client = open_socket();
    (void)state;
    for (unsigned i = 0; i < PINGS; i++) {
        client_say(client, "ping");
        const char *message = client_message(client, SOON, false);
        if (message == NULL)
            fail_msg("hung up after %u pings with answers", i);
        assert_string_equal(message, "done");
    }
    client_close(client);
}

static void who_does_not_answer_goes(void **state)
{
    struct client *client = open_socket();
    (void)state;
    client_say(client, "ping");
    assert_string_equal(client_message(client, SOON, true), "done");
    client_say(client, "ping");
    assert_true(client_ends(client, SOON));
    client_close(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_answers_stays, begin, end),
        cmocka_unit_test_setup_teardown(who_does_not_answer_goes, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
