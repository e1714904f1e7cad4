/* Who looks on while a document changes (adapters/web/audience.h): real WebSockets, and a host that
 * makes new versions when it is told to (face.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/web/audience.h"
#include "base/array.h"
#include "client.h"

#define HERE "listen = 127.0.0.1:0\n"
#define OURS "Origin: http://127.0.0.1:0\r\n"

enum { SOON = 30000 };

static struct face face;

static int begin(void **state)
{
    (void)state;
    face_begin(&face, HERE);
    return 0;
}

static int end(void **state)
{
    (void)state;
    face_end(&face);
    return 0;
}

static struct client *look_on(const char *path)
{
    struct client *client = client_open(face.port);
    assert_int_equal(client_upgrade(client, path, OURS), 101);
    return client;
}

static void expect(struct client *client, const char *text)
{
    const char *message = client_message(client, SOON, false);
    assert_non_null(message);
    assert_string_equal(message, text);
}

static void tell(const char *path)
{
    assert_int_equal(client_status(&face, path, ""), 200);
}

static unsigned long watched(void)
{
    struct client *client = client_open(face.port);
    client_get(client, "/watched", "");
    unsigned long count = strtoul(client_response(client, false)->body, NULL, 10);
    client_close(client);
    return count;
}

static void await_watched(unsigned long count)
{
    struct timespec pause = {.tv_nsec = 10000000};
    while (watched() != count)
        nanosleep(&pause, NULL);
}

static void all_see_each_version(void **state)
{
    enum { MANY = 80 };
    struct client *clients[MANY];
    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        clients[i] = look_on("/live/7");
        expect(clients[i], "7 version 1 ");
    }
    struct client *other = look_on("/live/8");
    expect(other, "8 version 1 ");
    assert_int_equal(watched(), 2);
    tell("/push/7");
    for (unsigned i = 0; i < MANY; i++)
        expect(clients[i], "7 version 2 ");
    tell("/push/8");
    expect(other, "8 version 2 "); /* and nothing of 7 before */
    struct client *late = look_on("/live/7");
    expect(late, "7 version 2 ");
    for (unsigned i = 0; i < MANY; i++)
        client_close(clients[i]);
    client_close(late);
    await_watched(1);
    client_close(other);
    await_watched(0);
}

/* What is over, or was never there, is told, and nobody is left hanging. */
static void the_last_one_ends_it(void **state)
{
    struct client *client = look_on("/live/7");
    struct client *none = client_open(face.port);
    (void)state;
    expect(client, "7 version 1 ");
    assert_int_equal(client_upgrade(none, "/live/404", OURS), 404);
    assert_true(client_ends(none, SOON));
    tell("/last/7");
    expect(client, "{\"over\":true}");
    assert_true(client_ends(client, SOON));
    client_close(client);
    client_close(none);
    await_watched(0);
    client = look_on("/live/7"); /* it may be there again */
    expect(client, "7 version 1 ");
    client_close(client);
}

/* A page of another site cannot look on with its visitors' browsers. */
static void only_our_pages_may(void **state)
{
    static const char *const others[] = {"", "Origin: http://evil.example\r\n", "Origin: null\r\n",
                                         "Origin: http://127.0.0.1:0.evil.example\r\n",
                                         "Origin: https://127.0.0.1:0\r\n"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
        struct client *client = client_open(face.port);
        if (i > 0) { /* on a connection that has an answer already */
            client_get(client, "/echo", "");
            assert_int_equal(client_response(client, false)->status, 200);
        }
        if (client_upgrade(client, "/live/7", others[i]) != 403)
            fail_msg("row %zu", i);
        assert_true(client_ends(client, SOON));
        assert_null(client_found(client, "HTTP/1.1")); /* one answer to one request */
        client_close(client);
    }
    struct client *client = client_open(face.port);
    assert_int_equal(client_upgrade(client, "/live/7", "Origin: http://localhost:0\r\n"), 101);
    client_close(client);
    client = client_open(face.port);
    assert_int_equal(client_upgrade(client, "/api/1/tables/7", OURS), 404);
    client_close(client);
    static const char *const none[] = {"/live/",   "/live/x",   "/live/7x",
                                       "/live/-7", "/live/7/8", "/live/9999999999999999999",
                                       "/live"};
    for (size_t i = 0; i < ARRAY_SIZE(none); i++) {
        client = client_open(face.port);
        assert_int_equal(client_upgrade(client, none[i], OURS), 404);
        client_close(client);
    }
}

/* Who does not read sees the newest when they do, and holds no memory meanwhile. */
static void who_is_slow_skips(void **state)
{
    enum { PUSHES = 200 };
    struct client *slow = look_on("/live/7");
    struct client *quick = look_on("/live/7");
    struct client *teller = client_open(face.port);
    char text[64];
    (void)state;
    expect(slow, "7 version 1 ");
    expect(quick, "7 version 1 ");
    unsigned long before = face_memory(&face);
    for (unsigned i = 2; i < PUSHES; i++) {
        client_get(teller, "/push/7?60000", "X-Forwarded-For: 192.0.2.1\r\n");
        if (client_response(teller, false)->status ==
            429) { /* too fast: the limits hold here too */
            struct timespec pause = {.tv_nsec = 100000000};
            nanosleep(&pause, NULL);
            i--;
            continue;
        }
        int length = snprintf(text, sizeof(text), "7 version %u ", i);
        const char *message = client_message(quick, SOON, false);
        assert_non_null(message);
        assert_int_equal(strncmp(message, text, (size_t)length), 0);
    }
    assert_true(!FACE_IS_PLAIN || face_memory(&face) < before + 8000000);
    unsigned got = 0;
    const char *message = NULL;
    snprintf(text, sizeof(text), "7 version %d ", PUSHES - 1);
    do {
        message = client_message(slow, SOON, false);
        assert_non_null(message);
        got++;
    } while (strncmp(message, text, strlen(text)) != 0);
    assert_true(got < PUSHES / 2);
    client_close(slow);
    client_close(quick);
    client_close(teller);
}

static void who_talks_is_hung_up_on(void **state)
{
    static const unsigned char text[] = {0x81, 0x82, 0, 0, 0, 0, 'h', 'i'};
    static const unsigned char empty[] = {0x81, 0x80, 0, 0, 0, 0};
    static const unsigned char bad[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    static const unsigned char huge[] = {0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0,    0,    0,    0};
    const struct {
        const unsigned char *bytes;
        size_t length;
    } rows[] = {
        {text, sizeof(text)}, {empty, sizeof(empty)}, {bad, sizeof(bad)}, {huge, sizeof(huge)}};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct client *client = look_on("/live/7");
        expect(client, "7 version 1 ");
        client_send(client, (const char *)rows[i].bytes, rows[i].length);
        if (rows[i].bytes == huge) { /* nothing of it comes: it is a beginning that never ends */
            for (unsigned n = 0; n < 2000 && !client_ends(client, 0); n++)
                client_send(client, "xxxxxxxxxxxxxxxx", 16);
        }
        assert_true(client_ends(client, SOON));
        client_close(client);
        await_watched(0);
    }
}

/* Pings are answered, but a flood of them whose answers nobody reads costs no memory, keeps nobody
 * from seeing what changes, and ends by the pings of ours that are not answered. */
static void a_flood_of_pings_is_in_vain(void **state)
{
    static char pings[6 * 1000];
    struct client *flood = look_on("/live/7");
    struct client *other = look_on("/live/7");
    (void)state;
    expect(other, "7 version 1 ");
    for (size_t i = 0; i < sizeof(pings); i += 6)
        memcpy(pings + i, "\x89\x80\0\0\0\0", 6);
    unsigned long before = face_memory(&face);
    for (unsigned i = 0; i < 200; i++)
        client_try(flood, pings, sizeof(pings));
    assert_true(!FACE_IS_PLAIN || face_memory(&face) < before + 4000000);
    tell("/push/7");
    expect(other, "7 version 2 ");
    client_close(flood);
    client_close(other);
    await_watched(0);
}

static void so_many_tables_are_watched(void **state)
{
    struct client *clients[AUDIENCE_TABLES];
    char path[64];
    char headers[96];
    (void)state;
    for (unsigned i = 0; i < AUDIENCE_TABLES; i++) {
        snprintf(path, sizeof(path), "/live/%u", 1000 + i);
        snprintf(headers, sizeof(headers), OURS "X-Forwarded-For: 198.51.100.%u\r\n", i % 250);
        clients[i] = client_open(face.port);
        assert_int_equal(client_upgrade(clients[i], path, headers), 101);
    }
    struct client *more = client_open(face.port);
    assert_int_equal(client_upgrade(more, "/live/1", OURS), 503);
    client_close(more);
    more = look_on("/live/1000"); /* which is watched already */
    client_close(more);
    client_close(clients[0]);
    await_watched(AUDIENCE_TABLES - 1);
    more = look_on("/live/1");
    client_close(more);
    for (unsigned i = 1; i < AUDIENCE_TABLES; i++)
        client_close(clients[i]);
}

/* Each of those behind a proxy counts alone. */
static void so_many_sockets_of_one(void **state)
{
    struct client *clients[HTTPD_CONNECTIONS_OF];
    (void)state;
    for (unsigned i = 0; i < HTTPD_CONNECTIONS_OF; i++) {
        clients[i] = client_open(face.port);
        assert_int_equal(
            client_upgrade(clients[i], "/live/7", OURS "X-Forwarded-For: 192.0.2.1\r\n"), 101);
    }
    struct client *more = client_open(face.port);
    assert_int_equal(client_upgrade(more, "/live/7", OURS "X-Forwarded-For: 192.0.2.1\r\n"), 429);
    client_close(more);
    more = client_open(face.port);
    assert_int_equal(client_upgrade(more, "/live/7", OURS "X-Forwarded-For: 192.0.2.2\r\n"), 101);
    client_close(more);
    for (unsigned i = 0; i < HTTPD_CONNECTIONS_OF; i++)
        client_close(clients[i]);
    await_watched(0);
}

/* Who is gone without a word is found out; who answers stays. */
static void pings_find_who_is_gone(void **state)
{
    struct client *deaf = look_on("/live/7");
    struct client *there = look_on("/live/7");
    (void)state;
    expect(deaf, "7 version 1 ");
    expect(there, "7 version 1 ");
    while (!client_ends(deaf, 100)) /* takes two rounds of pings */
        assert_null(client_message(there, 100, false));
    tell("/push/7");
    expect(there, "7 version 2 ");
    client_close(deaf);
    client_close(there);
}

static void they_go_with_the_daemon(void **state)
{
    struct client *clients[50];
    (void)state;
    face_begin(&face, HERE);
    for (unsigned i = 0; i < 50; i++) {
        clients[i] = look_on(i % 2 == 0 ? "/live/7" : "/live/8");
        expect(clients[i], i % 2 == 0 ? "7 version 1 " : "8 version 1 ");
    }
    face_end(&face);
    for (unsigned i = 0; i < 50; i++) {
        assert_true(client_ends(clients[i], SOON));
        client_close(clients[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_see_each_version, begin, end),
        cmocka_unit_test_setup_teardown(the_last_one_ends_it, begin, end),
        cmocka_unit_test_setup_teardown(only_our_pages_may, begin, end),
        cmocka_unit_test_setup_teardown(who_is_slow_skips, begin, end),
        cmocka_unit_test_setup_teardown(who_talks_is_hung_up_on, begin, end),
        cmocka_unit_test_setup_teardown(a_flood_of_pings_is_in_vain, begin, end),
        cmocka_unit_test_setup_teardown(so_many_tables_are_watched, begin, end),
        cmocka_unit_test_setup_teardown(so_many_sockets_of_one, begin, end),
        cmocka_unit_test_setup_teardown(pings_find_who_is_gone, begin, end),
        cmocka_unit_test(they_go_with_the_daemon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
