/* rig.h: the adapter on a real loop, its events kept as text for a test to wait for. */
#ifndef TALON_TESTS_IRC_RIG_H
#define TALON_TESTS_IRC_RIG_H

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
    char *events[RIG_EVENTS];
};

/* Makes the adapter; keys and values by turns, NULL at the end. Fails the test if it is refused. */
void rig_init(struct rig *rig, const char *const *values);
/* Stops and destroys it; CHAT_STOPPED must come within two seconds. */
void rig_finish(struct rig *rig);

/* Runs the loop until an event matches (fnmatch) "KIND channel user text" ("-" for what is missing;
 * the user's account in brackets, an operator's name behind '@', "netsplit", and "from user@host"
 * of who joins, last); returns it. Fails the test after ten seconds. */
const char *rig_event(struct rig *rig, const char *pattern);
/* Runs the loop until the client gets a line that matches; fails the test after ten seconds. */
const char *rig_hear(struct rig *rig, struct irc_client *client, const char *pattern);
/* Runs the loop until `text` is not empty; fails the test after ten seconds. */
void rig_until(struct rig *rig, const char *text);
/* Runs one turn of the loop, without waiting. */
void rig_turn(struct rig *rig);
/* Says plain text in a channel, or whispers it. */
void rig_say(struct rig *rig, const char *channel, const char *user, const char *text);

#endif
