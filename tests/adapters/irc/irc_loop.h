/* irc_loop.h: the adapter on a real loop, its events kept as text for a test to wait for. */
#ifndef TALON_TESTS_ADAPTERS_IRC_IRC_LOOP_H
#define TALON_TESTS_ADAPTERS_IRC_IRC_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/adapter.h"
#include "tests/real/irc_client.h"

enum { RIG_EVENTS = 4096 };

struct irc_loop {
    struct loop *loop;
    struct settings settings;
    struct adapter *adapter;
    unsigned count, next; /* events there are; events a test has passed */
    bool stopped, told;   /* CHAT_STOPPED came; and with it that all was told */
    char *events[RIG_EVENTS];
};

extern struct irc_loop rig;

/* Makes the adapter; keys and values by turns, NULL at the end. Fails the test if it is refused. */
#define RIG_KEYS(...) ((const char *[]){__VA_ARGS__, NULL})
void irc_loop_init(const char *const *values);
/* The same, but what the adapter had the host keep before is still there. */
void irc_loop_again(const char *const *values);
/* What is kept under that key; NULL: nothing. And keeps something, or (NULL) nothing. */
const char *irc_loop_kept(const char *key);
void irc_loop_keep(const char *key, const char *value);
/* Stops it. */
void irc_loop_stop(void);
/* Stops it, unless that was done, and destroys it; CHAT_STOPPED must come within two seconds. Fails
 * the test when what it has logged, at whatever level, holds a secret of its keys. */
void irc_loop_finish(void);

/* Runs the loop until an event matches (fnmatch) "KIND channel user text" ("-" for what is missing;
 * the user's account in brackets, an operator's name behind '@', "netsplit", and "from user@host"
 * of who joins, last); returns it. Fails the test after ten seconds. */
const char *irc_loop_event(const char *pattern);
/* Runs the loop until the client gets a line that matches; fails the test after ten seconds. */
const char *irc_loop_hear(struct irc_client *client, const char *pattern);
/* Runs the loop until `text` is not empty; fails the test after ten seconds. */
void irc_loop_until(const char *text);
/* Keeps the last warning that contains `part` in `irc_loop_warning`; NULL: none any more. */
void irc_loop_listen(const char *part);
extern char irc_loop_warning[512];
/* The adapter with these keys does not come: it warns of `why`, and nothing else is raised. */
void irc_loop_refused(const char *const *values, const char *why);
/* Runs one turn of the loop, without waiting. */
void irc_loop_turn(void);
/* Says plain text in a channel, or whispers it. */
void irc_loop_say(const char *channel, const char *user, const char *text);

/* A listening socket of the test's own on 127.0.0.1, and who comes to it: neither blocks. */
int irc_loop_listener(char port[16]);
int irc_loop_accept(int listener);

#endif
