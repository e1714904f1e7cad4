/* Pictures of pages on the web (adapters/web/pictures.h): drawn beside the loop, kept, bounded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/web/pictures.h"
#include "client.h"

static struct face face;

static int begin(void **state)
{
    (void)state;
    face_begin(&face, "listen = 127.0.0.1:0\n");
    return 0;
}

static int end(void **state)
{
    (void)state;
    face_end(&face);
    return 0;
}

static unsigned number_at(const char *bytes)
{
    const unsigned char *at = (const unsigned char *)bytes;
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* By its head, as PNG has it; that others can read all of it: tests/adapters/picture. */
static void a_page_has_a_picture(void **state)
{
    struct client *client = client_open(face.port);
    char etag[64];
    char header[128];
    (void)state;
    client_get(client, "/poster/one", "Accept-Encoding: gzip\r\n");
    const struct response *response = client_response(client, false);
    assert_int_equal(response->status, 200);
    assert_string_equal(response_header(response, "Content-Type"), "image/png");
    assert_string_equal(response_header(response, "Content-Encoding"), "");
    assert_string_equal(response_header(response, "Cache-Control"), "public, max-age=60");
    assert_memory_equal(response->body, "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16);
    assert_int_equal(number_at(response->body + 16), POSTER_WIDTH);
    assert_int_equal(number_at(response->body + 20), POSTER_HEIGHT);
    size_t length = response->length;
    snprintf(etag, sizeof(etag), "%s", response_header(response, "ETag"));
    assert_true(*etag != '\0');
    snprintf(header, sizeof(header), "If-None-Match: %s\r\n", etag);
    client_get(client, "/poster/one", header);
    assert_int_equal(client_response(client, true)->status, 304);
    client_get(client, "/poster/one?again", ""); /* what it shows is what is kept */
    response = client_response(client, false);
    assert_string_equal(response_header(response, "ETag"), etag);
    assert_int_equal(response->length, length);
    client_get(client, "/poster/two", header);
    response = client_response(client, false);
    assert_int_equal(response->status, 200);
    assert_string_not_equal(response_header(response, "ETag"), etag);
    client_close(client);
}

/* Of the same one, drawn once, for as long as it is kept. */
static void what_was_drawn_is_not_drawn_again(void **state)
{
    (void)state;
    assert_int_equal(client_status(&face, "/poster/same", ""), 200);
    unsigned long before = face_worked(&face);
    for (unsigned i = 0; i < 50; i++)
        assert_int_equal(client_status(&face, "/poster/same", ""), 200);
    unsigned long again = face_worked(&face) - before;
    before = face_worked(&face);
    for (unsigned i = 0; i < 50; i++) {
        char path[32];
        snprintf(path, sizeof(path), "/poster/other%u", i);
        assert_int_equal(client_status(&face, path, ""), 200);
    }
    assert_true(again * 3 < face_worked(&face) - before);
}

/* Whoever asks for many at once is refused some, and takes no page from others. */
static void so_many_wait_to_be_drawn(void **state)
{
    enum { CLIENTS = 40 };
    struct client *clients[CLIENTS];
    unsigned drawn = 0;
    unsigned refused = 0;
    (void)state;
    for (unsigned i = 0; i < CLIENTS; i++) {
        char path[32];
        clients[i] = client_open(face.port);
        snprintf(path, sizeof(path), "/poster/many%u", i);
        client_get(clients[i], path, "");
    }
    assert_int_equal(client_status(&face, "/echo", ""), 200);
    for (unsigned i = 0; i < CLIENTS; i++) {
        const struct response *response = client_response(clients[i], false);
        drawn += response->status == 200;
        refused += response->status == 503;
        if (response->status == 503)
            assert_string_not_equal(response_header(response, "Retry-After"), "");
        client_close(clients[i]);
    }
    assert_int_equal(drawn + refused, CLIENTS);
    assert_true(drawn >= PICTURES_WAITING);
}

/* What is kept does not grow with what is asked for. */
static void so_many_pictures_are_kept(void **state)
{
    unsigned long before = 0;
    (void)state;
    for (unsigned i = 0; i < 6 * PICTURES_KEPT; i++) {
        char path[32];
        snprintf(path, sizeof(path), "/poster/%u", i);
        assert_int_equal(client_status(&face, path, ""), 200);
        if (i == 2 * PICTURES_KEPT)
            before = face_memory(&face);
    }
    if (FACE_IS_PLAIN)
        assert_true(face_memory(&face) < before + (8UL << 20));
}

/* The sanitizers tell whether something is left. */
static void who_ends_waits_for_no_picture(void **state)
{
    (void)state;
    struct client *clients[PICTURES_WAITING];
    for (unsigned i = 0; i < PICTURES_WAITING; i++) {
        char path[32];
        clients[i] = client_open(face.port);
        snprintf(path, sizeof(path), "/poster/end%u", i);
        client_get(clients[i], path, "");
    }
    assert_int_equal(client_status(&face, "/echo", ""), 200);
    face_end(&face);
    for (unsigned i = 0; i < PICTURES_WAITING; i++)
        client_close(clients[i]);
    face_begin(&face, "listen = 127.0.0.1:0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_page_has_a_picture, begin, end),
        cmocka_unit_test_setup_teardown(what_was_drawn_is_not_drawn_again, begin, end),
        cmocka_unit_test_setup_teardown(so_many_wait_to_be_drawn, begin, end),
        cmocka_unit_test_setup_teardown(so_many_pictures_are_kept, begin, end),
        cmocka_unit_test_setup_teardown(who_ends_waits_for_no_picture, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
