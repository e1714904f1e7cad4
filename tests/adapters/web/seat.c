#include "seat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/leak/leak.h"
#include "tests/match/guest.h"
#include "tests/match/served_daemon.h"
#include "tests/real/process.h"

struct face seat_face;
char seat_origin[64];

static void await_port(void)
{
    for (int waited = 0; !process_answers(seat_face.port); waited += 20) {
        assert_true(waited < SEAT_SOON);
        process_pause(20);
    }
}

void seat_begin(const char *irc)
{
    char lines[256];
    assert_true(process_ports(&seat_face.port, 1));
    snprintf(lines, sizeof(lines), "%s[web]\nlisten = 127.0.0.1:%u\nurl = http://127.0.0.1:%u\n",
             irc, seat_face.port, seat_face.port);
    snprintf(seat_origin, sizeof(seat_origin), "Origin: http://127.0.0.1:%u\r\n", seat_face.port);
    assert_true(daemon_init(&talon, &server, false, lines));
    assert_true(daemon_start(&talon));
    await_port();
}

void seat_again(void)
{
    assert_true(daemon_start(&talon));
    await_port();
}

void seat_ask(struct irc_client *guest, const char *words, char token[SEAT_TOKEN])
{
    char plain[GUEST_HAND];
    guest_say(guest, words);
    const char *line = irc_client_expect(guest, GUEST_PATIENCE, ":talon*!* *:*/seat#?=*");
    assert_non_null(line);
    guest_strip(line, plain, sizeof(plain));
    const char *at = strstr(plain, "/seat#") + strlen("/seat#t=");
    assert_int_equal(strspn(at, "0123456789abcdef"), SEAT_TOKEN - 1);
    snprintf(token, SEAT_TOKEN, "%s", at);
}

void seat_assert_told(const struct response *refusal, bool seated)
{
    if (refusal->status == 409 || refusal->status == 410)
        assert_non_null(strstr(refusal->body, seated ? "\"seated\":true" : "\"seated\":false"));
}

unsigned seat_exchange(const char *body, const char *headers, char cookie[SEAT_COOKIE])
{
    struct client *client = client_open(seat_face.port);
    client_post(client, "/seat", headers, body);
    const struct response *response = client_response(client, false);
    const char *set = response_header(response, "Set-Cookie");
    unsigned status = response->status;
    seat_assert_told(response, false);
    leak_whispered(set);
    snprintf(cookie, SEAT_COOKIE, "Cookie: %.*s\r\n", (int)strcspn(set, ";"), set);
    assert_true((*set != '\0') == (status == 200));
    client_close(client);
    return status;
}

void seat_open(struct irc_client *guest, char cookie[SEAT_COOKIE])
{
    char token[SEAT_TOKEN];
    char body[80];
    seat_ask(guest, "!web", token);
    snprintf(body, sizeof(body), "{\"t\":\"%s\"}", token);
    assert_int_equal(seat_exchange(body, seat_origin, cookie), 200);
}

unsigned seat_connect(struct client **client, const char *cookie, const char *origin)
{
    char headers[SEAT_COOKIE + 64];
    *client = client_open(seat_face.port);
    snprintf(headers, sizeof(headers), "%s%s", cookie, origin);
    return client_upgrade(*client, "/seat/live", headers);
}

struct client *seat_enter(const char *cookie)
{
    struct client *client = NULL;
    assert_int_equal(seat_connect(&client, cookie, seat_origin), 101);
    return client;
}

const char *seat_await(struct client *client, const char *text)
{
    const char *message = NULL;
    do {
        message = client_message(client, SEAT_SOON, false);
        if (message == NULL)
            fail_msg("nothing has %s", text);
    } while (strstr(message, text) == NULL);
    return message;
}
