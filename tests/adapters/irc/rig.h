/* rig.h: the adapter on a real loop, its events kept as text for a test to wait for. */
#ifndef TALON_TESTS_ADAPTERS_IRC_RIG_H
#define TALON_TESTS_ADAPTERS_IRC_RIG_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/adapter.h"
#include "tests/real/irc_client.h"

enum { RIG_EVENTS = 4096 };

struct rig {
    struct loop *loop;
    struct settings settings;
    struct adapter *adapter;
    unsigned count, next; /* events there are; events a test has passed */
    bool stopped, told;   /* CHAT_STOPPED came; and with it that all was told */
    char *events[RIG_EVENTS];
};

extern struct rig rig;

/* Makes the adapter; keys and values by turns, NULL at the end. Fails the test if it is refused. */
#define RIG_KEYS(...) ((const char *[]){__VA_ARGS__, NULL})
void rig_init(const char *const *values);
/* The same, but what the adapter had the host keep before is still there. */
void rig_again(const char *const *values);
/* What is kept under that key; NULL: nothing. And keeps something, or (NULL) nothing. */
const char *rig_kept(const char *key);
void rig_keep(const char *key, const char *value);
/* Stops it. */
void rig_stop(void);
/* Stops it, unless that was done, and destroys it; CHAT_STOPPED must come within two seconds. Fails
 * the test when what it has logged, at whatever level, holds a secret of its keys. */
void rig_finish(void);

/* Runs the loop until an event matches (fnmatch) "KIND channel user text" ("-" for what is missing;
 * the user's account in brackets, an operator's name behind '@', "netsplit", and "from user@host"
 * of who joins, last); returns it. Fails the test after ten seconds. */
const char *rig_event(const char *pattern);
/* Runs the loop until the client gets a line that matches; fails the test after ten seconds. */
const char *rig_hear(struct irc_client *client, const char *pattern);
/* Runs the loop until `text` is not empty; fails the test after ten seconds. */
void rig_until(const char *text);
/* Keeps the last warning that contains `part` in `rig_warning`; NULL: none any more. */
void rig_listen(const char *part);
extern char rig_warning[512];
/* The adapter with these keys does not come: it warns of `why`, and nothing else is raised. */
void rig_refused(const char *const *values, const char *why);
/* Runs one turn of the loop, without waiting. */
void rig_turn(void);
/* Says plain text in a channel, or whispers it. */
void rig_say(const char *channel, const char *user, const char *text);

/* A listening socket of the test's own on 127.0.0.1, and who comes to it: neither blocks. */
int rig_listener(char port[16]);
int rig_accept(int listener);

#endif
