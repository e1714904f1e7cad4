/* The web face against who does harm (adapters/web/): bytes that are no HTTP, senders and readers
 * who are slow on purpose, floods, and lies about who asks. Others are served all the while, and
 * the processor is not theirs. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/web/documents.h"
#include "base/array.h"
#include "client.h"

#define HERE "listen = 127.0.0.1:0\n"
/* Who comes from here is no proxy, and is limited like everybody. */
#define ALONE HERE "proxies = 192.0.2.1\n"

enum { SOON = 40000 /* ms: longer than any patience of the adapter */ };

static struct face face;

static int begin(void **state)
{
    (void)state;
    face_begin(&face, HERE);
    return 0;
}

static int begin_alone(void **state)
{
    (void)state;
    face_begin(&face, ALONE);
    return 0;
}

static int end(void **state)
{
    (void)state;
    assert_int_equal(client_status(&face, "/echo", ""), 200); /* it still serves */
    face_end(&face);
    return 0;
}

/* Who asked too much is told so still. */
static int end_refused(void **state)
{
    (void)state;
    face_end(&face);
    return 0;
}

/* -- bytes -- */

static void no_bytes_do_harm(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
    } rows[] = {
#define ROW(text) {text, sizeof(text) - 1}
        ROW("\0\0\0\0\r\n\r\n"),
        ROW("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
        ROW("GARBAGE\r\n\r\n"),
        ROW("GET\r\n\r\n"),
        ROW("GET / HTTP/9.9\r\n\r\n"),
        ROW("GET x HTTP/1.1\r\n\r\n"),
        ROW("GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /..%2f..%2fetc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /site/../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /%252e%252e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /..%5c..%5cetc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /echo%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /echo%0d HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /echo?a%0d%0a%0d%0aGET%20/b HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /echo%0a HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /echo%0aX-Forwarded-For:192.0.2.1 HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET /echo\r\nHost: x\r\n\r\n"),
        ROW("GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        ROW("CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
        ROW("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, "
            "HTTP2-Settings\r\n"
            "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"),
        ROW("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: "
            "Upgrade\r\n"
            "Sec-WebSocket-Key: "
            "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"),
        ROW("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: nonsense\r\nConnection: "
            "Upgrade\r\n\r\n"),
        ROW("GET /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"),
        ROW("GET /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n"),
        ROW("GET /echo HTTP/1.1\r\nHost: x\r\nContent-Length: "
            "99999999999999999999\r\n\r\n"),
        ROW("GET /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            "5\r\nhello\r\n0\r\n\r\n"),
        ROW("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            "22\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n\r\n0\r\n\r\n"),
#undef ROW
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct client *client = client_open(face.port);
        client_send(client, rows[i].bytes, rows[i].length);
        shutdown(client_fd(client), SHUT_WR);
        if (!client_ends(client, SOON))
            fail_msg("row %zu is not hung up on", i);
        if (client_found(client, "200 OK"))
            fail_msg("row %zu is answered: %s", i, client_found(client, "200 OK"));
        client_close(client);
    }
}

static const struct {
    const char *text;
    size_t length;
} unreadable[] = {
#define ROW(text)                                                                                  \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }
    ROW("/?x=%00"), ROW("/a%00b"), ROW("/%zz"),    ROW("/?x=%z1"),
    ROW("/a%"),     ROW("/?x=%0"), ROW("/a\x01b"), ROW("/a\0b"),
#undef ROW
};
enum { UNREADABLE = ARRAY_SIZE(unreadable) };

/* All of it at once, or `cut` bytes a while before the rest. */
static void send_unreadable(struct client *client, size_t row, size_t cut)
{
    char text[128] = "GET ";
    memcpy(text + 4, unreadable[row].text, unreadable[row].length);
    size_t length = 4 + unreadable[row].length;
    length += (size_t)snprintf(text + length, sizeof(text) - length,
                               " HTTP/1.1\r\nHost: x\r\nUser-Agent: a client\r\n\r\n");
    client_send(client, text, cut);
    if (cut > 0)
        assert_false(client_hung_up(client, 120));
    client_send(client, text + cut, length - cut);
}

static void is_refused(struct client *client, size_t row)
{
    const struct response *response = client_response(client, false);
    if (response->status != 400 || *response_header(response, "Content-Security-Policy") == '\0')
        fail_msg("row %zu: %s", row, response->head);
    assert_string_equal(response->body, "That is no request for this server.");
    if (strcmp(response_header(response, "Connection"), "close") == 0)
        assert_true(client_ends(client, SOON));
    assert_null(client_found(client, "HTTP/1.1"));
    client_close(client);
}

static void unreadable_lines_are_answered(void **state)
{
    static const size_t cuts[] = {0, 1, 6};
    (void)state;
    for (size_t row = 0; row < UNREADABLE; row++) {
        for (size_t i = 0; i < ARRAY_SIZE(cuts); i++) {
            struct client *client = client_open(face.port);
            send_unreadable(client, row, cuts[i]);
            is_refused(client, row);
        }
        struct client *client = client_open(face.port);
        client_get(client, "/echo", "");
        assert_int_equal(client_response(client, false)->status, 200);
        send_unreadable(client, row, 0);
        is_refused(client, row);
    }
}

/* Nothing is said to who asks for nothing more. */
static void an_end_is_no_line(void **state)
{
    struct client *client = client_open(face.port);
    (void)state;
    client_get(client, "/echo", "");
    assert_int_equal(client_response(client, false)->status, 200);
    shutdown(client_fd(client), SHUT_WR);
    assert_true(client_ends(client, SOON));
    assert_null(client_found(client, "HTTP/1.1"));
    client_close(client);
}

/* Whom a request says that it is for changes nothing: neither what a page's addresses begin with,
 * nor where somebody is sent. */
static void hosts_are_not_believed(void **state)
{
    static const char *const heads[] = {
        "Host: evil.example\r\n",
        "Host: evil.example\r\nX-Forwarded-Host: evil.example\r\n",
        "Host: localhost\r\nHost: evil.example\r\n",
        "Host: localhost@evil.example:1\r\nForwarded: host=evil.example;proto=https\r\n",
    };
    static const char *const paths[] = {"/echo", "/moved", "//evil.example/..//moved",
                                        "/moved?//evil.example", "/moved/?%0d%0aX-Evil:%201"};
    char request[512];
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(heads) * 5; i++) {
        struct client *client = client_open(face.port);
        int length = snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\n%s\r\n", paths[i % 5],
                              heads[i / 5]);
        client_send(client, request, (size_t)length);
        const struct response *response = client_response(client, false);
        if (strstr(response->head, "evil") != NULL || strstr(response->head, "X-Evil") != NULL ||
            (i % 5 == 0 && strstr(response->body, "evil") != NULL))
            fail_msg("row %zu: %s%s", i, response->head, response->body);
        client_close(client);
    }
}

/* A second request in the body of a first one is nobody's. */
static void nothing_is_smuggled(void **state)
{
    static const char request[] = "GET /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 43\r\n\r\n"
                                  "GET /robots.txt HTTP/1.1\r\nHost: smuggled\r\n\r\n";
    struct client *client = client_open(face.port);
    (void)state;
    client_send(client, request, sizeof(request) - 1);
    assert_int_equal(client_response(client, false)->status, 400);
    assert_true(client_ends(client, SOON));
    assert_null(client_found(client, "HTTP/1.1"));
    client_close(client);
}

static void heads_are_bounded(void **state)
{
    char *much = malloc(20000);
    struct client *client = client_open(face.port);
    (void)state;
    int length = snprintf(much, 20000, "GET /echo HTTP/1.1\r\nHost: x\r\nCookie: ");
    memset(much + length, 'a', (size_t)(19000 - length));
    memcpy(much + 19000, "\r\n\r\n", 5);
    client_send(client, much, 19004);
    assert_true(client_ends(client, SOON));
    assert_null(client_found(client, "200 OK"));
    client_close(client);
    client = client_open(face.port); /* some more than anybody needs is fine */
    length = snprintf(much, 20000, "Cookie: ");
    memset(much + length, 'a', 5000);
    snprintf(much + length + 5000, 8, "\r\n");
    client_get(client, "/echo", much);
    assert_int_equal(client_response(client, false)->status, 200);
    client_close(client);
    memset(much, 'a', 2000);
    memcpy(much, "/echo?", 6);
    much[2000] = '\0';
    assert_int_equal(client_status(&face, much, ""), 400); /* the query */
    much[5] = '/';
    assert_int_equal(client_status(&face, much, ""), 400); /* the path */
    free(much);
}

/* What the head says beyond what it may is as good as not said. */
static void headers_are_bounded(void **state)
{
    char header[2200];
    struct client *client = client_open(face.port);
    (void)state;
    int length = snprintf(header, sizeof(header), "Accept-Language: fr, ");
    memset(header + length, 'x', 2000);
    snprintf(header + length + 2000, 3, "\r\n");
    client_get(client, "/echo", header);
    assert_non_null(strstr(client_response(client, false)->body, "language (none)\n"));
    client_close(client);
}

/* -- slow ones -- */

static void who_sends_nothing_is_hung_up_on(void **state)
{
    enum { MANY = 60 };
    struct client *clients[MANY];
    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        clients[i] = client_open(face.port);
        if (i % 2 == 1)
            client_send(clients[i], "GET / HTTP/1.1\r\nHost: x\r\nCook", 30);
    }
    assert_int_equal(client_status(&face, "/echo", ""), 200);
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(client_ends(clients[i], SOON));
        client_close(clients[i]);
    }
}

/* With a word or none: the end of the web face is theirs, too. */
static void who_sends_nothing_holds_no_end_up(void **state)
{
    struct client *silent = client_open(face.port), *half = client_open(face.port);
    (void)state;
    client_send(half, "GET /", 5);
    assert_int_equal(client_status(&face, "/echo", ""), 200);
    face_end(&face);
    assert_true(client_ends(silent, SOON) && client_ends(half, SOON));
    client_close(silent);
    client_close(half);
}

/* A byte now and then does not help; others are served meanwhile. */
static void who_drips_is_hung_up_on(void **state)
{
    static const char request[] = "GET /echo HTTP/1.1\r\nHost: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                                  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    struct client *client = client_open(face.port);
    (void)state;
    size_t sent = 0;
    while (!client_ends(client, 300)) {
        assert_true(sent < sizeof(request) - 1);
        client_send(client, request + sent++, 1);
    }
    client_close(client);
}

/* Each holds some of the kernel's memory and none of ours. */
static void who_reads_nothing_costs_little(void **state)
{
    enum { MANY = 80, SIZE = 3000000 };
    struct client *clients[MANY];
    (void)state;
    unsigned long before = face_memory(&face);
    for (unsigned i = 0; i < MANY; i++) {
        clients[i] = client_open(face.port);
        client_get(clients[i], "/big/3000000", "");
    }
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(client_status(&face, "/echo", ""), 200);
    unsigned long after = face_memory(&face);
    if (FACE_IS_PLAIN &&
        after > before + DOCUMENTS_BYTES + 40000000) /* the host's own and a body for some */
        fail_msg("%lu bytes for %d readers", after - before, MANY);
    assert_true(client_ends(clients[0], SOON)); /* and not for ever */
    for (unsigned i = 0; i < MANY; i++)
        client_close(clients[i]);
}

/* Who reads nothing and sends on, or ends their half, does not turn the loop in circles. */
static void who_reads_nothing_and_sends_wakes_nobody(void **state)
{
    enum { MANY = 20 };
    struct client *clients[MANY];
    (void)state;
    unsigned long before = face_worked(&face);
    for (unsigned i = 0; i < MANY; i++) {
        clients[i] = client_open(face.port);
        client_get(clients[i], "/big/3000000", "");
        struct pollfd one = {.fd = client_fd(clients[i]), .events = POLLIN};
        assert_int_equal(poll(&one, 1, SOON), 1); /* it is being sent */
        if (i % 2 == 0) {
            client_get(clients[i], "/echo", "");
        } else {
            shutdown(client_fd(clients[i]), SHUT_WR);
        }
    }
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(client_ends(clients[i], SOON));
        client_close(clients[i]);
    }
    unsigned long worked = face_worked(&face) - before;
    if (FACE_IS_PLAIN && worked > 2000)
        fail_msg("%lu ms of work", worked);
}

/* The same while the answer is being made. */
static void who_sends_on_waits(void **state)
{
    struct client *client = client_open(face.port);
    struct client *half = client_open(face.port);
    (void)state;
    client_get(client, "/never", "");
    client_get(half, "/never?x", "");
    client_get(client, "/echo/second", "");
    shutdown(client_fd(half), SHUT_WR);
    unsigned long before = face_worked(&face);
    for (unsigned i = 0; i < 20; i++) {
        struct timespec pause = {.tv_nsec = 50000000};
        assert_int_equal(client_status(&face, "/echo", ""), 200);
        nanosleep(&pause, NULL);
    }
    assert_true(face_worked(&face) - before < 500);
    assert_int_equal(client_status(&face, "/release", ""), 200);
    assert_string_equal(client_response(client, false)->body, "at last");
    assert_non_null(strstr(client_response(client, false)->body, "path /echo/second\n"));
    assert_string_equal(client_response(half, false)->body, "at last");
    client_close(client);
    client_close(half);
}

static void who_waits_in_vain_is_hung_up_on(void **state)
{
    struct client *client = client_open(face.port);
    (void)state;
    client_get(client, "/never", "");
    assert_true(client_ends(client, SOON));
    client_close(client);
    assert_int_equal(client_status(&face, "/release", ""), 200); /* to nobody */
}

/* -- floods -- */

static void so_many_connections_of_one(void **state)
{
    struct client *clients[HTTPD_CONNECTIONS_OF];
    (void)state;
    for (unsigned i = 0; i < HTTPD_CONNECTIONS_OF; i++) {
        clients[i] = client_open(face.port);
        client_get(clients[i], "/robots.txt", "");
        assert_int_equal(client_response(clients[i], false)->status, 200);
    }
    struct client *one_more = client_open(face.port);
    client_get(one_more, "/robots.txt", "");
    assert_true(client_ends(one_more, SOON));
    assert_null(client_found(one_more, "HTTP"));
    client_close(one_more);
    for (unsigned i = 0; i < HTTPD_CONNECTIONS_OF; i++)
        client_close(clients[i]);
    for (bool served = false; !served;) { /* as soon as it has seen that they are gone */
        one_more = client_open(face.port);
        client_get(one_more, "/robots.txt", "");
        served = !client_ends(one_more, 200) || client_found(one_more, "200 OK") != NULL;
        client_close(one_more);
    }
}

/* Of many requests; `headers` NULL: each says that it is another's. */
static unsigned count_refused(const char *headers)
{
    enum { AT_ONCE = 20 }; /* their answers have room on the way */
    struct client *client = client_open(face.port);
    char line[128];
    unsigned refused = 0;
    for (unsigned i = 0; i < 2 * HTTPD_REQUESTS; i++) {
        snprintf(line, sizeof(line), "X-Forwarded-For: 198.51.%u.%u\r\n", i / 250, i % 250);
        client_get(client, "/robots.txt", headers != NULL ? headers : line);
        for (unsigned n = 0; i % AT_ONCE == AT_ONCE - 1 && n < AT_ONCE; n++) {
            const struct response *response = client_response(client, false);
            if (response->status == 429) {
                assert_string_equal(response_header(response, "Retry-After"), "1");
                refused++;
            } else {
                assert_int_equal(response->status, 200);
            }
        }
    }
    client_close(client);
    return refused;
}

static void so_many_requests_of_one(void **state)
{
    (void)state;
    assert_true(count_refused("") > 0);
    struct timespec rest = {.tv_sec = 1}; /* more may come, by then */
    nanosleep(&rest, NULL);
    assert_int_equal(client_status(&face, "/robots.txt", ""), 200);
}

/* A header is no way around it for who is no proxy ... */
static void lies_about_who_asks_are_not_believed(void **state)
{
    (void)state;
    assert_true(count_refused(NULL) > 0);
}

/* ... but each of those behind a proxy has their own. */
static void those_behind_a_proxy_are_many(void **state)
{
    (void)state;
    assert_int_equal(count_refused(NULL), 0);
    assert_true(count_refused("X-Forwarded-For: 203.0.113.9\r\n") > 0);
    assert_int_equal(client_status(&face, "/robots.txt", "X-Forwarded-For: 203.0.113.10\r\n"), 200);
    /* they cannot write what the proxy writes behind it, in one line or in two */
    assert_true(count_refused("X-Forwarded-For: 198.51.0.1, 203.0.113.9\r\n") > 0);
    assert_true(count_refused("X-Forwarded-For: 198.51.0.2\r\n"
                              "X-Forwarded-For: 203.0.113.9\r\n") > 0);
}

static void so_many_documents_at_once(void **state)
{
    struct client *clients[DOCUMENTS_ASKED];
    char path[32];
    (void)state;
    for (unsigned i = 0; i < DOCUMENTS_ASKED; i++) {
        snprintf(path, sizeof(path), "/never?%u", i);
        clients[i] = client_open(face.port);
        client_get(clients[i], path, "");
    }
    struct client *more = client_open(face.port);
    unsigned status = 200;
    while (status != 503) { /* until all of those are being made */
        client_get(more, "/echo", "");
        const struct response *response = client_response(more, false);
        status = response->status;
        if (status == 503)
            assert_string_equal(response_header(response, "Retry-After"), "2");
    }
    client_get(more, "/robots.txt", ""); /* which needs no host */
    assert_int_equal(client_response(more, false)->status, 200);
    client_close(more);
    for (unsigned i = 0; i < DOCUMENTS_ASKED; i++)
        client_close(clients[i]);
    face_end(&face); /* with all of them in the making */
    face_begin(&face, HERE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_bytes_do_harm, begin, end),
        cmocka_unit_test_setup_teardown(unreadable_lines_are_answered, begin, end),
        cmocka_unit_test_setup_teardown(an_end_is_no_line, begin, end),
        cmocka_unit_test_setup_teardown(hosts_are_not_believed, begin, end),
        cmocka_unit_test_setup_teardown(nothing_is_smuggled, begin, end),
        cmocka_unit_test_setup_teardown(heads_are_bounded, begin, end),
        cmocka_unit_test_setup_teardown(headers_are_bounded, begin, end),
        cmocka_unit_test_setup_teardown(who_sends_nothing_is_hung_up_on, begin, end),
        cmocka_unit_test_setup(who_sends_nothing_holds_no_end_up, begin),
        cmocka_unit_test_setup_teardown(who_drips_is_hung_up_on, begin, end),
        cmocka_unit_test_setup_teardown(who_reads_nothing_costs_little, begin, end),
        cmocka_unit_test_setup_teardown(who_reads_nothing_and_sends_wakes_nobody, begin, end),
        cmocka_unit_test_setup_teardown(who_sends_on_waits, begin, end),
        cmocka_unit_test_setup_teardown(who_waits_in_vain_is_hung_up_on, begin, end),
        cmocka_unit_test_setup_teardown(so_many_connections_of_one, begin_alone, end),
        cmocka_unit_test_setup_teardown(so_many_requests_of_one, begin_alone, end),
        cmocka_unit_test_setup_teardown(lies_about_who_asks_are_not_believed, begin_alone,
                                        end_refused),
        cmocka_unit_test_setup_teardown(those_behind_a_proxy_are_many, begin, end),
        cmocka_unit_test_setup_teardown(so_many_documents_at_once, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
