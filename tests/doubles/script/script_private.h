/* script_private.h: the script's network, between script.c (events, the adapter) and said.c
 * (lines). */
#ifndef TALON_TESTS_DOUBLES_SCRIPT_SCRIPT_PRIVATE_H
#define TALON_TESTS_DOUBLES_SCRIPT_SCRIPT_PRIVATE_H

#include <stdint.h>

#include "faults.h"
#include "script.h"
#include "script_people.h"

/* An event on its way to the host, with strings of its own. */
struct happening {
    struct happening *next;
    struct chat_event event;
    char *strings[10];
};

/* A message that waits for its turn on the slow line. */
struct held {
    struct held *next;
    struct message *message;
};

/* What is to be seen of one purpose by one reader: the newest alone. */
struct seen {
    struct seen *next;
    struct message *message;
};

/* How somebody is called. */
struct called {
    struct called *next;
    char *id, *name, *locale;
};

enum { TIMER_THROTTLE, TIMER_RECONNECT, TIMER_WAKE, TIMERS };

struct script {
    struct adapter base;
    char log_name[64];
    struct faults faults;
    struct script_people stage;
    bool connected, stopped;
    bool known;    /* was connected once */
    unsigned away; /* milliseconds from a torn connection until the next one */

    struct happening *first, *last;
    struct post pump; /* raises what has happened, in a turn of its own */
    bool pumping;

    struct timer timers[TIMERS];
    unsigned closed; /* of the timers */

    struct seen *seen;
    struct called *called;
    struct held *held;
    char *late; /* a line that the next one overtakes */

    char **lines;
    size_t line_count, line_room;
    uint64_t behind; /* ms, as script_behind() said */
    struct adapter_load load;
    uint64_t behind_alone;
    bool sleeps; /* a turn of the loop may end by TIMER_WAKE alone */

    uint32_t looked; /* number of the document that was asked for last */
    bool cannot_draw;
    const char *channel_name; /* script_call_channel() */
    struct page page;         /* it, with memory of our own; status 0: it is not there */
};

/* Asserts that it is one of ours. */
struct script *script_of(const struct adapter *adapter);
long script_setting(const struct script *script, enum script_key key);
/* Sees to it that what has happened is raised, and the late line arrives, in a later turn. */
void script_arm(struct script *script);
/* The network could not whisper to `message`'s user. */
void script_failed(struct script *script, const struct message *message);

/* A user as they are now. */
struct chat_user script_user(const struct script *script, const char *channel, const char *id);
/* What a person does reaches the host, if the faults of the road let it. */
void script_hear(struct script *script, const struct chat_event *event);

/* Are adapter_impl.look_up and adapter_impl.user. */
bool known_look_up(struct adapter *adapter, const char *id, bool first);
bool known_user(const struct adapter *adapter, const char *id, struct chat_user *user);

/* Adds how somebody is called to a user (pressed.c). */
void pressed_name(const struct script *script, struct chat_user *user);
/* Keeps a message that arrived, and gives it up unless it stays to be seen. */
void pressed_keep(struct script *script, struct message *message);
void pressed_finish(struct script *script);

/* Is page_server.page. */
void said_page(struct adapter *adapter, uint32_t number, const struct page *page);

/* Says a message, or holds it until the slow line is free. Takes it over. */
void said_keep(struct script *script, struct message *message);
/* The timer of the slow line. */
void said_next(struct timer *timer);
/* A line that waits to be overtaken waits no longer. */
void said_late(struct script *script);
void said_drop_held(struct script *script);
void said_finish(struct script *script);

#endif
