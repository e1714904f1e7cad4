/* panel_private.h: a channel's message, between panel.c (what is to be said) and panel_send.c (the
 * requests it takes). */
#ifndef TALON_ADAPTERS_DISCORD_PANEL_PRIVATE_H
#define TALON_ADAPTERS_DISCORD_PANEL_PRIVATE_H

#include <uthash.h>

#include "body.h"
#include "panel.h"
#include "session.h"

struct panel {
    UT_hash_handle hh;
    struct panels *panels;
    char address[PANEL_ADDRESS];
    char channel[SHARD_ID]; /* "": not known yet, of a talk or a thread */
    bool threaded;          /* it is a thread of the channel */
    bool unthreadable;      /* which cannot have one */
    char message[SHARD_ID]; /* the one that stands; "": none */
    struct body_lines lines;
    unsigned unsent;       /* of the lines: the newest */
    struct message *board; /* NULL: lines alone. Owned */
    char called[SHARD_ID]; /* whom the message that stands called */
    unsigned page;
    bool dirty;
    /* under way */
    uint64_t job;
    bool edits, ends; /* it edits; its board is the last */
    bool opens;       /* it opens a thread */
    unsigned going;   /* unsent lines in it */
    uint64_t again_at, again;
    bool gone; /* forgotten while a request was under way */
};

struct panels {
    struct timer timer; /* first: it is cast back */
    struct panels_setup setup;
    struct panel *all;
    uint64_t nonce;
    void (*closed)(void *arg);
    void *arg;
};

/* Sends what is not sent, as far as nothing is under way that cannot take it. */
void panel_show(struct panel *panel);
/* There is nothing to say any more, and nothing stands. */
void panel_give_up(struct panel *panel);

/* Sees to it that panel_show() is called when it is time for it. */
void panels_wake(struct panels *panels);
void panel_drop(struct panel *panel);
/* Likewise, if there is nothing to say, nothing that stands, nothing under way, no known talk. */
void panel_drop_idle(struct panel *panel);

#endif
