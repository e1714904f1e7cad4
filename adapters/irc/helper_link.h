/* helper_link.h: the connections of helpers (sending/helper.h): their nicks, and when they come and
 * go.
 *
 * Helpers connect after the bot itself is ready, one after another, so that the bot never waits for
 * them. If the bot's connection ends, they stay and say nothing. */
#ifndef TALON_ADAPTERS_IRC_HELPER_LINK_H
#define TALON_ADAPTERS_IRC_HELPER_LINK_H

#include <stdbool.h>

#include "adapters/irc/sending/helper.h"
#include "uplink.h"

struct helper_link {
    struct uplink uplink;
    struct helper_links *all;
    struct log log;
    char name[80];             /* of the log */
    char nicks[2][PROTO_NICK]; /* the nick that the helper wants, and the one that it wanted
                                * before */
    unsigned nick;             /* index of the wanted nick in `nicks` */
    bool asked;                /* the helper was ready when we told it to stop */
    char realname[128];        /* tells whose helper it is */
};

struct helper_links {
    struct uplink *bot;
    const char *log_name; /* of the bot: "irc/libera" */
    unsigned wanted;      /* how many the configuration wants */
    /* A helper that leaves stays here until its connection is closed. */
    struct helper_link *at[HELPERS_MAX];
    bool untold; /* a helper had to leave before the server had read all of its lines */
    void (*ended)(struct helper_links *all); /* called when a helper has closed its connection */
};

/* True if fewer helpers are there than the configuration wants. */
bool helper_links_lacks(const struct helper_links *all);
/* Makes the missing helpers, and lets those leave that are too many. Call it when something has
 * happened on the bot's connection. `setup`: of the bot's session. */
void helper_links_look(struct helper_links *all, const struct session_setup *setup);
/* The settings have changed, as in session_change(). */
void helper_links_change(struct helper_links *all, const struct session_setup *setup);
/* Call it when helpers may have got something to say. */
void helper_links_wake(struct helper_links *all);
/* Makes all helpers leave, with these words. */
void helper_links_stop(struct helper_links *all, const char *words);
/* True if the server has read everything that they had to say. */
bool helper_links_told(const struct helper_links *all);
/* True if no connection is open any more. */
bool helper_links_over(const struct helper_links *all);
void helper_links_destroy(struct helper_links *all);

#endif
