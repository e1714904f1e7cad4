/* What a request asks for and what stands above an answer (adapters/web/request.h, head.h, body.h,
 * asset.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/web/asset.h"
#include "adapters/web/body.h"
#include "adapters/web/head.h"
#include "adapters/web/request.h"
#include "adapters/web/said.h"
#include "base/array.h"

#define PATH(text) text, sizeof(text) - 1

static void paths_are_clean(void **state)
{
    static const struct {
        const char *path;
        size_t length;
        const char *home, *out; /* NULL: refused */
    } rows[] = {
        {PATH("/"), "", "/"},
        {PATH("/boards/irc/#c\xc3\xa9"), "", "/boards/irc/#c\xc3\xa9"},
        {PATH("/boards/"), "", "/boards"},
        {PATH("/talon"), "/talon", "/"},
        {PATH("/talon/"), "/talon", "/"},
        {PATH("/talon/api/1"), "/talon", "/api/1"},
        {PATH("/talonx"), "/talon", "/talonx"},
        {PATH("/api/1"), "/talon", "/api/1"},
        {PATH("/a..b/.c/...d"), "", "/a..b/.c/...d"},
        {PATH(""), "", NULL},
        {PATH("x"), "", NULL},
        {PATH("*"), "", NULL},
        {PATH("/a\0b"), "", NULL},
        {PATH("/a\nb"), "", NULL},
        {PATH("/a\x7f"), "", NULL},
        {PATH("/\xc2\x85"), "", NULL},
        {PATH("/\xff"), "", NULL},
        {PATH("/\xc3"), "", NULL},
        {PATH("/\xed\xa0\x80"), "", NULL},
        {PATH("/.."), "", NULL},
        {PATH("/a/../b"), "", NULL},
        {PATH("/a/."), "", NULL},
        {PATH("/./a"), "", NULL},
    };
    char out[REQUEST_PATH];
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        bool good = request_path(rows[i].path, rows[i].length, rows[i].home, out);
        if (good != (rows[i].out != NULL))
            fail_msg("row %zu: %s", i, good ? out : "refused");
        if (good)
            assert_string_equal(out, rows[i].out);
    }
    char *much = malloc(REQUEST_PATH);
    memset(much, 'a', REQUEST_PATH);
    much[0] = '/';
    assert_false(request_path(much, REQUEST_PATH, "", out));
    assert_true(request_path(much, REQUEST_PATH - 1, "", out));
    free(much);
}

/* Issue 32, section 7: a plus is a plus, and a semicolon is allowed. */
static void paths_are_put_together(void **state)
{
    static const struct {
        const char *pieces[3];
        const char *out;
    } rows[] = {{{"/boards/irc/#c  "}, "/boards/irc/#c++"},
                {{"/channels/irc/#a", "b", "c"}, "/channels/irc/#a;b;c"},
                {{"/channels/irc/", "local"}, "/channels/irc/&local"},
                {{"/a", ""}, "/a;"}};
    char text[32];
    struct buf path;
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        buf_init(&path, text, sizeof(text));
        for (unsigned n = 0; n < 3 && rows[i].pieces[n] != NULL; n++)
            assert_true(request_add_path(&path, rows[i].pieces[n], strlen(rows[i].pieces[n])));
        assert_string_equal(text, rows[i].out);
    }
    buf_init(&path, text, sizeof(text));
    assert_false(request_add_path(&path, PATH("/long/long/long/long/long/long/long")));
}

static void queries_are_encoded_again(void **state)
{
    char text[32];
    struct buf query;
    (void)state;
    buf_init(&query, text, sizeof(text));
    assert_true(request_add_query(&query, PATH("q=a b&c=\xc3\xa9")));
    assert_true(request_add_query(&query, PATH("x")));
    assert_string_equal(text, "q=a%20b%26c%3D%C3%A9&x");
    assert_false(request_add_query(&query, PATH("long=lllllllll")));
    buf_init(&query, text, sizeof(text));
    assert_true(request_add_query(&query, PATH("a\0=+%")));
    assert_string_equal(text, "a%00=%2B%25");
}

static void packing_is_for_who_takes_it(void **state)
{
    static const char *const takes[] = {"gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5",
                                        "*",    " , gzip ",          "deflate,gzip;q=1"};
    static const char *const not [] = {"",         "identity",   "br",
                                       "gzip;q=0", "gzip;q=0.0", "xgzip, gzipx",
                                       "*;q=0",    ",,,",        "gzip ; q=0"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(takes); i++) {
        if (!request_takes_gzip(takes[i]))
            fail_msg("\"%s\" takes gzip", takes[i]);
    }
    for (size_t i = 0; i < ARRAY_SIZE(not ); i++) {
        if (request_takes_gzip(not [i]))
            fail_msg("\"%s\" does not take gzip", not [i]);
    }
}

static void what_they_have_is_known_again(void **state)
{
    static const char etag[] = "W/\"0123\"";
    (void)state;
    assert_true(request_has("W/\"0123\"", etag));
    assert_true(request_has("\"0123\"", etag));
    assert_true(request_has("\"x\", W/\"0123\" , \"y\"", etag));
    assert_true(request_has("*", etag));
    assert_false(request_has("", etag));
    assert_false(request_has("\"012\"", etag));
    assert_false(request_has("0123", etag));
    assert_false(request_has("\"01234\"", etag));
    assert_false(request_has(",", etag));
}

/* -- heads -- */

static void assert_line(const char *head, const char *line)
{
    char whole[HEAD_MAX];
    snprintf(whole, sizeof(whole), "\r\n%s\r\n", line);
    if (strstr(head, whole) == NULL)
        fail_msg("no \"%s\" in:\n%s", line, head);
}

static void heads_say_what_holds(void **state)
{
    char text[HEAD_MAX];
    struct head head = {.status = 200,
                        .type = "text/html; charset=utf-8",
                        .etag = "W/\"1\"",
                        .length = 42,
                        .kept = true,
                        .by_language = true,
                        .gzip = true,
                        .now = 1700000000};
    (void)state;
    size_t length = head_write(&head, text);
    assert_int_equal(length, strlen(text));
    assert_int_equal(strncmp(text, "HTTP/1.1 200 OK\r\n", 17), 0);
    assert_string_equal(text + length - 4, "\r\n\r\n");
    assert_line(text, "Date: Tue, 14 Nov 2023 22:13:20 GMT");
    assert_line(text, "Content-Type: text/html; charset=utf-8");
    assert_line(text, "Content-Length: 42");
    assert_line(text, "Content-Encoding: gzip");
    assert_line(text, "ETag: W/\"1\"");
    assert_line(text, "Cache-Control: no-cache");
    assert_line(text, "Vary: Accept-Encoding, Accept-Language");
    assert_line(text, "X-Content-Type-Options: nosniff");
    assert_line(text, "Referrer-Policy: no-referrer");
    assert_line(text, "Cross-Origin-Opener-Policy: same-origin");
    assert_non_null(strstr(text, "script-src 'self' 'wasm-unsafe-eval';"));
    assert_non_null(strstr(text, "require-trusted-types-for 'script';"));
    assert_non_null(strstr(text, "frame-ancestors 'none'\r\n"));
    head.embeds = true;
    head.max_age = 31536000;
    head.immutable = true;
    head_write(&head, text);
    assert_non_null(strstr(text, "frame-ancestors *\r\n"));
    assert_line(text, "Cache-Control: public, max-age=31536000, immutable");
    head = (struct head){.status = 304, .etag = "W/\"1\"", .kept = true};
    head_write(&head, text);
    assert_null(strstr(text, "Content-Length"));
    head = (struct head){.status = 429, .retry = 7, .close = true};
    head_write(&head, text);
    assert_line(text, "Retry-After: 7");
    assert_line(text, "Connection: close");
    assert_line(text, "Cache-Control: no-store");
}

/* What the host says cannot become a line of its own. */
static void heads_are_not_split(void **state)
{
    char text[HEAD_MAX];
    char much[HEAD_MAX];
    struct head head = {.status = 301, .location = "/a\r\nSet-Cookie: x=y"};
    (void)state;
    assert_int_equal(head_write(&head, text), 0);
    head.location = "/caf\xc3\xa9";
    assert_int_equal(head_write(&head, text), 0);
    head.location = "/a";
    assert_true(head_write(&head, text) > 0);
    memset(much, 'a', sizeof(much));
    much[sizeof(much) - 1] = '\0';
    head.location = much;
    assert_int_equal(head_write(&head, text), 0);
}

/* -- bodies and the site -- */

static void bodies_are_held(void **state)
{
    enum { LENGTH = 20000 };
    char *bytes = malloc(LENGTH);
    size_t sum = 0;
    (void)state;
    memset(bytes, 'x', LENGTH);
    struct body *body = body_create(bytes, LENGTH, &sum);
    assert_int_equal(sum, LENGTH);
    body_pack(body);
    assert_non_null(body->gzip);
    assert_true(body->gzip_length < LENGTH / 10);
    assert_int_equal(sum, LENGTH + body->gzip_length);
    assert_ptr_equal(body_hold(body), body);
    body_release(body);
    assert_true(sum > 0);
    body_release(body);
    assert_int_equal(sum, 0);
    body_release(NULL);
    for (unsigned i = 0; i < LENGTH; i++) /* what cannot be made smaller stays as it is */
        bytes[i] = (char)(rand() >> 8);
    body = body_create(bytes, LENGTH, &sum);
    body_pack(body);
    assert_null(body->gzip);
    assert_int_equal(sum, LENGTH);
    body_release(body);
    struct body *one = body_create("a", 1, &sum);
    struct body *same = body_create("a", 1, &sum);
    struct body *other = body_create("b", 1, &sum);
    assert_string_equal(one->etag, same->etag);
    assert_string_not_equal(one->etag, other->etag);
    body_release(one);
    body_release(same);
    body_release(other);
    free(bytes);
}

static void the_site_is_in_the_program(void **state)
{
    (void)state;
    assert_true(site_asset_count > 0);
    assert_int_equal(strlen(site_hash), 12);
    for (unsigned i = 0; i < site_asset_count; i++) {
        const struct asset *asset = &site_assets[i];
        assert_ptr_equal(asset_find(asset->name), asset);
        assert_true(asset->gzip == NULL || asset->gzip_length < asset->length);
        assert_true(strncmp(asset->etag, "W/\"", 3) == 0);
    }
    assert_non_null(asset_find("root/robots.txt"));
    assert_null(asset_find("robots.txt"));
    assert_null(asset_find(""));
}

static void a_cookie_is_found(void **state)
{
    static const struct {
        const char *cookies, *session;
    } rows[] = {
        {"talon-seat=0a1b", "0a1b"},
        {"a=b; talon-seat=0a1b; c=d", "0a1b"},
        {"a=b;talon-seat=0a1b", "0a1b"},
        {"talon-seat=", ""},
        {"talon-seat", ""},
        {"xtalon-seat=0a1b", ""},
        {"talon-seat2=0a1b", ""},
        {"talon-seat=0a1b; talon-seat=0a1c", ""}, /* one of them is somebody else's */
        {"talon-seat=\"0a1b\"", ""},
        {"talon-seat=0a 1b", ""},
        {"talon-seat=0123456789012345678901234567890123456789", ""},
        {"", ""},
    };
    char session[REQUEST_SESSION];
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        request_cookie(rows[i].cookies, "talon-seat", session);
        if (strcmp(session, rows[i].session) != 0)
            fail_msg("row %zu: %s", i, session);
    }
}

static void a_page_is_understood(void **state)
{
    static const struct {
        const char *text, *words; /* NULL: refused */
        uint64_t stamp;
    } rows[] = {
        {"{\"say\":\"draw\"}", "draw", 0},
        {"{\"say\":\"draw\",\"stamp\":\"18446744073709551615\"}", "draw", UINT64_MAX},
        {"{\"say\":\"draw\",\"stamp\":\"18446744073709551616\"}", NULL, 0},
        {"{\"say\":\"draw\",\"stamp\":\"-1\"}", NULL, 0},
        {"{\"say\":\"draw\",\"stamp\":1}", NULL, 0},
        {"{\"stamp\":\"1\"}", NULL, 0},
        {"[]", NULL, 0},
        {"", NULL, 0},
    };
    char words[SAID_WORDS];
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        uint64_t stamp = 0;
        bool good = said_read(rows[i].text, strlen(rows[i].text), words, &stamp);
        if (good != (rows[i].words != NULL))
            fail_msg("row %zu", i);
        if (good) {
            assert_string_equal(words, rows[i].words);
            assert_true(stamp == rows[i].stamp);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_clean),
        cmocka_unit_test(paths_are_put_together),
        cmocka_unit_test(queries_are_encoded_again),
        cmocka_unit_test(packing_is_for_who_takes_it),
        cmocka_unit_test(what_they_have_is_known_again),
        cmocka_unit_test(heads_say_what_holds),
        cmocka_unit_test(a_cookie_is_found),
        cmocka_unit_test(a_page_is_understood),
        cmocka_unit_test(heads_are_not_split),
        cmocka_unit_test(bodies_are_held),
        cmocka_unit_test(the_site_is_in_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
