/* server.h: a real server, the adapter on it (console_loop.h), and people beside it in #cards. */
#ifndef TALON_TESTS_ADAPTERS_IRC_SERVER_H
#define TALON_TESTS_ADAPTERS_IRC_SERVER_H

#include "irc_loop.h"
#include "tests/real/ircd.h"

extern struct ircd server;

/* Skips the test when no server runs. */
void server_need(void);
/* How to reach it, to #cards and #more, with more keys behind (NULL: none); valid until the next
 * call. */
const char *const *server_keys(bool tls, const char *const *more);

/* Somebody in #cards. */
struct irc_client *server_person(const char *nick);
/* The adapter comes with those keys and sees them there, as the channel's operator. */
void server_enter(const char *nick, const char *const *keys);
/* Both. */
struct irc_client *server_meet(const char *nick, const char *const *keys);
/* Sets modes of a channel or of oneself, and sees them set. */
void server_mode(struct irc_client *client, const char *target, const char *modes);
/* Leaves before the next test comes by that name. */
void server_leave(struct irc_client *client);

/* A card to #cards. */
void server_card(const char *text);

/* A test of each server: a pinned certificate replaces CA and name; a wrong pin, a CA that did not
 * sign, are refused. */
void server_certificates(void **state);

#endif
