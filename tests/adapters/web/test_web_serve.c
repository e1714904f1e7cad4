/* The web face as browsers and proxies use it (adapters/web/): real sockets against the real
 * adapter, under a host that answers (face.h). */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#include "adapters/web/asset.h"
#include "base/array.h"
#include "client.h"
#include "tests/real/tls_files.h"

#define HERE "listen = 127.0.0.1:0\n"

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

static void documents_are_given(void **state)
{
    struct client *client = client_open(face.port);
    (void)state;
    client_get(client, "/echo/%23c++;x%3By?q=%26x+y&z", "Accept-Language: fr-CH, en\r\n");
    const struct response *response = client_response(client, false);
    char expected[512];
    snprintf(expected, sizeof(expected),
             "path /echo/#c++;x;y\nquery q=%%26x%%20y&z\nlanguage fr-CH, en\nhome \n"
             "origin http://127.0.0.1:0\nassets /site/%s\n",
             site_hash);
    assert_int_equal(response->status, 200);
    assert_string_equal(response->body, expected);
    assert_string_equal(response_header(response, "Content-Type"), "text/plain; charset=utf-8");
    assert_string_equal(response_header(response, "Cache-Control"), "no-cache");
    assert_string_equal(response_header(response, "X-Content-Type-Options"), "nosniff");
    client_get(client, "/echo", ""); /* the connection stays */
    response = client_response(client, false);
    assert_non_null(strstr(response->body, "path /echo\nquery \nlanguage (none)\n"));
    client_get(client, "/kept", "");
    assert_string_equal(response_header(client_response(client, false), "Cache-Control"),
                        "public, max-age=60");
    client_get(client, "/none", "");
    response = client_response(client, false);
    assert_int_equal(response->status, 404);
    assert_string_equal(response->body, "{\"error\":\"none\"}");
    assert_string_equal(response_header(response, "Cache-Control"), "no-store");
    client_close(client);
}

/* A plus is a blank only where a form writes one: in the query, and not encoded. */
static void blanks_and_pluses_are_told_apart(void **state)
{
    static const struct {
        const char *target, *path, *query;
    } rows[] = {{"/echo?q=Ann+B", "/echo", "q=Ann%20B"},
                {"/echo?q=Ann%20B", "/echo", "q=Ann%20B"},
                {"/echo?q=a%2Bb", "/echo", "q=a%2Bb"},
                {"/echo?q=a%2bb+c%26+d", "/echo", "q=a%2Bb%20c%26%20d"},
                {"/echo/%23c++", "/echo/#c++", ""},
                {"/echo/%23c%2B%2B", "/echo/#c++", ""}};
    struct client *client = client_open(face.port);
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char expected[128];
        snprintf(expected, sizeof(expected), "path %s\nquery %s\n", rows[i].path, rows[i].query);
        client_get(client, rows[i].target, "");
        const struct response *response = client_response(client, false);
        if (strstr(response->body, expected) != response->body)
            fail_msg("%s: %s", rows[i].target, response->body);
    }
    client_close(client);
}

/* Only what is made for that may stand in a page of somebody else, and nothing there is kept. */
static void other_sites_show_what_is_made_for_them(void **state)
{
    static const struct {
        const char *path, *ancestors;
    } pages[] = {{"/embed/boards", "frame-ancestors *"},
                 {"/embed/tables/7?lang=fr", "frame-ancestors *"},
                 {"/embed", "frame-ancestors 'none'"},
                 {"/embedded/boards", "frame-ancestors 'none'"},
                 {"/embed/../echo", "frame-ancestors 'none'"},
                 {"/echo/embed/boards", "frame-ancestors 'none'"},
                 {"/echo?/embed/", "frame-ancestors 'none'"},
                 {"/api/1/boards", "frame-ancestors 'none'"},
                 {"/seat", "frame-ancestors 'none'"},
                 {"/robots.txt", "frame-ancestors 'none'"}};
    struct client *client = client_open(face.port);
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(pages); i++) {
        client_get(client, pages[i].path, "Cookie: talon-seat=0123\r\n");
        const struct response *response = client_response(client, false);
        const char *policy = response_header(response, "Content-Security-Policy");
        const char *ancestors = strstr(policy, "frame-ancestors");
        if (ancestors == NULL || strcmp(ancestors, pages[i].ancestors) != 0)
            fail_msg("%s: %s", pages[i].path, policy);
        assert_string_equal(response_header(response, "Set-Cookie"), "");
    }
    client_close(client);
}

static void what_is_known_is_not_sent_again(void **state)
{
    struct client *client = client_open(face.port);
    char etag[64];
    char header[128];
    (void)state;
    client_get(client, "/echo", "");
    snprintf(etag, sizeof(etag), "%s", response_header(client_response(client, false), "ETag"));
    assert_true(*etag != '\0');
    snprintf(header, sizeof(header), "If-None-Match: \"x\", %s\r\n", etag);
    client_get(client, "/echo", header);
    const struct response *response = client_response(client, true);
    assert_int_equal(response->status, 304);
    assert_string_equal(response_header(response, "ETag"), etag);
    assert_string_equal(response_header(response, "Content-Length"), "");
    client_get(client, "/echo", "If-None-Match: \"x\"\r\n");
    assert_int_equal(client_response(client, false)->status, 200);
    client_close(client);
}

static void heads_alone(void **state)
{
    static const char head[] = "HEAD /text/5000 HTTP/1.1\r\nHost: x\r\n\r\n";
    struct client *client = client_open(face.port);
    (void)state;
    client_send(client, head, sizeof(head) - 1);
    const struct response *response = client_response(client, true);
    assert_int_equal(response->status, 200);
    assert_string_equal(response_header(response, "Content-Length"), "5000");
    client_get(client, "/echo", ""); /* no body came in between */
    assert_int_equal(client_response(client, false)->status, 200);
    client_close(client);
}

static void unpack(const struct response *response, unsigned char *out, size_t size, size_t *length)
{
    z_stream stream = {.next_in = (unsigned char *)response->body,
                       .avail_in = (uInt)response->length,
                       .next_out = out,
                       .avail_out = (uInt)size};
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    *length = stream.total_out;
    inflateEnd(&stream);
}

static void documents_are_packed(void **state)
{
    static unsigned char plain[70000];
    struct client *client = client_open(face.port);
    size_t length = 0;
    char etag[64];
    (void)state;
    client_get(client, "/text/60000", "Accept-Encoding: gzip, br\r\n");
    const struct response *response = client_response(client, false);
    assert_string_equal(response_header(response, "Content-Encoding"), "gzip");
    assert_string_equal(response_header(response, "Vary"), "Accept-Encoding, Accept-Language");
    assert_true(response->length < 6000);
    unpack(response, plain, sizeof(plain), &length);
    assert_int_equal(length, 60000);
    snprintf(etag, sizeof(etag), "%s", response_header(response, "ETag"));
    client_get(client, "/text/60000", "");
    response = client_response(client, false);
    assert_string_equal(response_header(response, "Content-Encoding"), "");
    assert_int_equal(response->length, 60000);
    assert_memory_equal(response->body, plain, 60000);
    assert_string_equal(response_header(response, "ETag"), etag);
    client_get(client, "/text/100", "Accept-Encoding: gzip\r\n"); /* not worth it */
    assert_string_equal(response_header(client_response(client, false), "Content-Encoding"), "");
    client_close(client);
}

static void large_documents_come_whole(void **state)
{
    struct client *client = client_open(face.port);
    static char first[3000000];
    (void)state;
    client_get(client, "/big/3000000", "");
    const struct response *response = client_response(client, false);
    assert_int_equal(response->length, sizeof(first));
    memcpy(first, response->body, sizeof(first));
    client_get(client, "/big/3000000", "Accept-Encoding: gzip\r\n");
    response = client_response(client, false);
    assert_int_equal(response->length, sizeof(first));
    assert_memory_equal(response->body, first, sizeof(first));
    client_close(client);
}

static void requests_may_come_in_one_piece(void **state)
{
    static const char two[] = "GET /echo/1 HTTP/1.1\r\nHost: x\r\n\r\n"
                              "GET /echo/2 HTTP/1.1\r\nHost: x\r\n\r\n"
                              "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";
    struct client *client = client_open(face.port);
    (void)state;
    client_send(client, two, sizeof(two) - 1);
    assert_non_null(strstr(client_response(client, false)->body, "path /echo/1\n"));
    assert_non_null(strstr(client_response(client, false)->body, "path /echo/2\n"));
    assert_non_null(strstr(client_response(client, false)->body, "User-agent"));
    client_close(client);
}

static void who_wants_the_same_waits_together(void **state)
{
    enum { MANY = 20 };
    struct client *clients[MANY];
    struct client *other = client_open(face.port);
    (void)state;
    client_get(other, "/count", "");
    unsigned long before = strtoul(client_response(other, false)->body, NULL, 10);
    for (unsigned i = 0; i < MANY; i++) {
        clients[i] = client_open(face.port);
        client_get(clients[i], "/never", "");
    }
    client_close(clients[0]); /* one does not wait */
    client_get(other, "/never?x", "");
    client_get(clients[1], "/x", ""); /* sent too early: waits for its turn */
    unsigned long polls = 0;
    struct client *third = client_open(face.port);
    do { /* until both documents are being made; each look is one more that was asked for */
        polls++;
        client_get(third, "/count", "");
    } while (strtoul(client_response(third, false)->body, NULL, 10) < before + polls + 2);
    client_close(third);
    struct client *release = client_open(face.port);
    client_get(release, "/release", "");
    assert_string_equal(client_response(release, false)->body, "released");
    client_close(release);
    for (unsigned i = 1; i < MANY; i++)
        assert_string_equal(client_response(clients[i], false)->body, "at last");
    assert_string_equal(client_response(other, false)->body, "at last");
    assert_int_equal(client_response(clients[1], false)->status, 404);
    for (unsigned i = 1; i < MANY; i++)
        client_close(clients[i]);
    client_close(other);
}

static void moved_pages_say_where(void **state)
{
    struct client *client = client_open(face.port);
    (void)state;
    client_get(client, "/moved", "");
    const struct response *response = client_response(client, false);
    assert_int_equal(response->status, 301);
    assert_string_equal(response_header(response, "Location"), "/echo");
    client_get(client, "/bad-move", "");
    response = client_response(client, false);
    assert_int_equal(response->status, 503);
    assert_string_equal(response_header(response, "Location"), "");
    client_close(client);
}

static void files_of_the_site(void **state)
{
    struct client *client = client_open(face.port);
    char path[512];
    (void)state;
    for (unsigned i = 0; i < site_asset_count && i < 60; i++) {
        const struct asset *asset = &site_assets[i];
        bool root = strncmp(asset->name, "root/", 5) == 0;
        snprintf(path, sizeof(path), "/site/%s/%s", site_hash, asset->name);
        client_get(client, root ? asset->name + 4 : path, "");
        const struct response *response = client_response(client, false);
        assert_int_equal(response->status, 200);
        assert_int_equal(response->length, asset->length);
        assert_memory_equal(response->body, asset->bytes, asset->length);
        assert_string_equal(response_header(response, "Content-Type"), asset->type);
        assert_string_equal(response_header(response, "ETag"), asset->etag);
        assert_string_equal(response_header(response, "Cache-Control"),
                            root ? "no-cache" : "public, max-age=31536000, immutable");
    }
    client_get(client, "/site/000000000000/robots.txt", "");
    assert_int_equal(client_response(client, false)->status, 404);
    client_get(client, "/site/", "");
    assert_int_equal(client_response(client, false)->status, 404);
    client_close(client);
}

static void only_looking_is_possible(void **state)
{
    static const char *const others[] = {
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        "PUT /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
        "DELETE /echo HTTP/1.1\r\nHost: x\r\n\r\n",
        "OPTIONS /echo HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
        struct client *client = client_open(face.port);
        client_send(client, others[i], strlen(others[i]));
        const struct response *response = client_response(client, false);
        if (response->status != 405)
            fail_msg("%s: %u", others[i], response->status);
        assert_string_equal(response_header(response, "Allow"), "GET, HEAD");
        assert_string_equal(response_header(response, "Connection"), "close");
        assert_true(client_hung_up(client, 30000));
        client_close(client);
    }
}

static void the_prefix_is_ours(void **state)
{
    (void)state;
    face_begin(&face, HERE "url = https://example.org/cards/talon/\n");
    struct client *client = client_open(face.port);
    client_get(client, "/cards/talon/echo", "");
    const struct response *response = client_response(client, false);
    assert_non_null(strstr(response->body, "path /echo\n"));
    assert_non_null(strstr(response->body, "home /cards/talon\norigin https://example.org\n"
                                           "assets /cards/talon/site/"));
    client_get(client, "/echo", ""); /* a proxy has taken it off */
    assert_non_null(strstr(client_response(client, false)->body, "path /echo\n"));
    client_get(client, "/cards/talon/moved", "");
    assert_string_equal(response_header(client_response(client, false), "Location"),
                        "/cards/talon/echo");
    client_close(client);
    face_end(&face);
}

static void by_a_socket_in_the_file_system(void **state)
{
    char folder[] = "/tmp/talon-web-XXXXXX";
    char path[64];
    char lines[160];
    struct stat found;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/socket", folder);
    snprintf(lines, sizeof(lines), "listen = unix:%s\nurl = https://talon.example\n", path);
    for (unsigned i = 0; i < 2; i++) { /* the second finds what a killed one left */
        face_begin(&face, lines);
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0666);
        struct client *client = client_open_path(path);
        client_get(client, "/echo", "");
        assert_int_equal(client_response(client, false)->status, 200);
        client_close(client);
        if (i == 0) {
            face_kill(&face);
        } else {
            face_end(&face);
        }
        assert_int_equal(stat(path, &found), i == 0 ? 0 : -1);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* What they sent is there before they are let in: libwebsockets refuses them while it takes the
 * connection over, and speaks of it once more afterwards. */
static void no_tls_no_word(void)
{
    enum { MANY = 30 };
    struct client *plain[MANY];
    assert_int_equal(kill(face.pid, SIGSTOP), 0);
    for (unsigned i = 0; i < MANY; i++) {
        plain[i] = client_open(face.port);
        client_get(plain[i], "/echo", "");
    }
    assert_int_equal(kill(face.pid, SIGCONT), 0);
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(client_hung_up(plain[i], 30000));
        client_close(plain[i]);
    }
}

static void by_tls(void **state)
{
    char folder[] = "/tmp/talon-web-XXXXXX";
    char fingerprint[TLS_FINGERPRINT];
    char other[TLS_FINGERPRINT];
    char lines[256];
    char ca[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_true(tls_files_make(folder, fingerprint, other));
    snprintf(ca, sizeof(ca), "%s/ca.crt", folder);
    snprintf(lines, sizeof(lines), HERE "tls_cert = %s/server.crt\ntls_key = %s/server.key\n",
             folder, folder);
    face_begin(&face, lines);
    struct client *silent = client_open(face.port);
    struct client *half = client_open(face.port); /* of a hello */
    client_send(half, "\x16\x03\x01\x02\x00\x01\x00\x01", 8);
    struct client *client = client_open_tls(face.port, ca);
    client_get(client, "/big/1000000", "");
    assert_int_equal(client_response(client, false)->length, 1000000);
    for (unsigned i = 0; i < 50; i++) {
        client_get(client, "/echo", "");
        assert_int_equal(client_response(client, false)->status, 200);
    }
    no_tls_no_word();
    client_get(client, "/echo", ""); /* nobody else was harmed */
    assert_int_equal(client_response(client, false)->status, 200);
    client_get(client, "/?x=%00", "");
    assert_int_equal(client_response(client, false)->status, 400);
    client_close(client);
    client = client_open_tls(face.port, ca);
    client_get(client, "/?x=%00", "");
    assert_int_equal(client_response(client, false)->status, 400);
    assert_true(client_ends(client, 30000));
    client_close(client);
    client = client_open_tls(face.port, ca);
    assert_int_equal(client_upgrade(client, "/live/7", "Origin: https://127.0.0.1:0\r\n"), 101);
    client_close(client);
    client = client_open_tls(face.port, ca); /* nothing is said to who asks for nothing */
    assert_null(client_message(client, 30000, true));
    assert_null(client_found(client, "HTTP/1.1"));
    client_close(client);
    assert_true(client_hung_up(silent, 30000));
    assert_true(client_hung_up(half, 30000));
    client_close(silent);
    client_close(half);
    face_end(&face);
    tls_files_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(documents_are_given, begin, end),
        cmocka_unit_test_setup_teardown(blanks_and_pluses_are_told_apart, begin, end),
        cmocka_unit_test_setup_teardown(other_sites_show_what_is_made_for_them, begin, end),
        cmocka_unit_test_setup_teardown(what_is_known_is_not_sent_again, begin, end),
        cmocka_unit_test_setup_teardown(heads_alone, begin, end),
        cmocka_unit_test_setup_teardown(documents_are_packed, begin, end),
        cmocka_unit_test_setup_teardown(large_documents_come_whole, begin, end),
        cmocka_unit_test_setup_teardown(requests_may_come_in_one_piece, begin, end),
        cmocka_unit_test_setup_teardown(who_wants_the_same_waits_together, begin, end),
        cmocka_unit_test_setup_teardown(moved_pages_say_where, begin, end),
        cmocka_unit_test_setup_teardown(files_of_the_site, begin, end),
        cmocka_unit_test_setup_teardown(only_looking_is_possible, begin, end),
        cmocka_unit_test(the_prefix_is_ours),
        cmocka_unit_test(by_a_socket_in_the_file_system),
        cmocka_unit_test(by_tls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
