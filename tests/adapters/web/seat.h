/* seat.h: pages of seats, of a real daemon with a real server (discord_loop.h): links out of
 * whispers, exchanges, sockets. All of it asserts. */
#ifndef TALON_TESTS_ADAPTERS_WEB_SEAT_H
#define TALON_TESTS_ADAPTERS_WEB_SEAT_H

#include "client.h"
#include "tests/real/irc_client.h"

enum { SEAT_SOON = 60000, SEAT_TOKEN = 33, SEAT_COOKIE = 160 };

extern struct face seat_face; /* the daemon's */
extern char seat_origin[64];  /* "Origin: ...\r\n" of its pages */

/* Starts the daemon with pages; `irc` are further lines about the network. */
void seat_begin(const char *irc);
/* The same daemon again, after it was killed. */
void seat_again(void);

/* Says it in #cards, and reads the token out of the link that is whispered. */
void seat_ask(struct irc_client *guest, const char *words, char token[SEAT_TOKEN]);
/* Asserts that a 409 or 410 tells whether the browser has a seat. */
void seat_assert_told(const struct response *refusal, bool seated);
/* The status of an exchange; of 200 the cookie, as it is sent back ("Cookie: ...\r\n"). */
unsigned seat_exchange(const char *body, const char *headers, char cookie[SEAT_COOKIE]);
/* Both. */
void seat_open(struct irc_client *guest, char cookie[SEAT_COOKIE]);
/* A WebSocket with that cookie; its status. */
unsigned seat_connect(struct client **client, const char *cookie, const char *origin);
/* One that is let in, from our own page. */
struct client *seat_enter(const char *cookie);
/* The next message that has the text; all before are dropped. */
const char *seat_await(struct client *client, const char *text);

#endif
