/* panel_private.h: a channel's message, between panel.c (what is to be said), panel_send.c (the
 * requests it takes), panel_thread.c (the thread that its table has) and panel_remove.c (messages
 * that are to go). */
#ifndef TALON_ADAPTERS_DISCORD_PANEL_PRIVATE_H
#define TALON_ADAPTERS_DISCORD_PANEL_PRIVATE_H

#include <uthash.h>

#include "body.h"
#include "panel.h"
#include "session.h"

enum { REMOVALS_MOST = 64, PANEL_NONCE = SHARD_ID /* bytes, NUL included */ };

/* When what failed is tried again. */
struct again {
    uint64_t at, wait;
};

struct panel {
    UT_hash_handle hh;
    bool muted;           /* we are not heard there */
    bool try_due, trying; /* it is to be tried; it is */
    uint64_t probe;       /* of a muted one: when a board that waits is tried; UINT64_MAX: it was */
    bool plain;           /* its pictures were refused */
    bool drawn;           /* what is under way has one */
    struct panels *panels;
    char address[PANEL_ADDRESS];
    char channel[SHARD_ID]; /* "": not known yet, of a talk or a thread */
    bool threaded;          /* it is a thread of the channel */
    bool unthreadable;      /* which cannot have one */
    char message[SHARD_ID]; /* the one that stands; "": none */
    struct body_lines lines;
    unsigned unsent;       /* of the lines: the newest */
    struct message *board; /* NULL: lines alone. Owned */
    char rings[SHARD_ID];  /* who is to be told of the board that they are called; "": nobody */
    bool below;            /* the board or a line belongs below all that was said */
    struct again restored; /* after a moderator took it away */
    unsigned page;
    bool dirty;
    /* under way */
    uint64_t job;
    bool edits, ends;           /* it edits; its board is the last */
    bool opens;                 /* it opens a thread */
    unsigned going;             /* unsent lines in it */
    char going_rings[SHARD_ID]; /* for whom it rings; of a new one */
    cJSON *unsure; /* a new message that may stand there, or not: it is said once more, with its
                      nonce, before anything else. NULL: none. Owned */
    struct rest_file *unsure_file; /* its picture; NULL: none, or it is under way. Owned */
    char sent[PANEL_NONCE]; /* the nonce of a board that was sent as a new message, and nobody knows
                               yet what came of it; "": none */
    bool left;              /* so it was by the process before this one */
    struct again again;
    bool gone; /* forgotten while a request was under way */
};

/* A message that is to go. */
struct removal {
    struct removal *prev, *next;
    struct panels *panels;
    char channel[SHARD_ID], message[SHARD_ID];
    struct again again;
    bool going; /* the request is under way */
};

struct panels {
    struct timer_home home; /* first: its timer is cast back */
    struct panels_setup setup;
    struct panel *all;
    struct removal *removals;
    unsigned removal_count;
    uint64_t nonce;
};

/* Later each time. */
void again_later(struct again *again, uint64_t now);

/* Whether there is anything to send. */
static inline bool panel_wants(const struct panel *panel)
{
    return panel->try_due || ((!panel->muted || panel->trying) && (panel->dirty || panel->unsure));
}
/* Whether a board waits to be tried where it is muted. */
static inline bool panel_probes(const struct panel *panel)
{
    return panel->muted && panel->board && !panel->try_due && !panel->trying;
}
/* Sends what is not sent, as far as nothing is under way that cannot take it. */
void panel_show(struct panel *panel);
/* What failed is tried later. */
void panel_try_later(struct panel *panel);
/* "id" of what an answer made; "": none. */
const char *panel_id_of(const struct rest_reply *reply);
/* There is nothing to say any more, and nothing stands. */
void panel_give_up(struct panel *panel);

/* Sees to it that panel_show() is called when it is time for it. */
void panels_wake(struct panels *panels);
void panel_drop(struct panel *panel);
/* Likewise, if there is nothing to say, nothing that stands, nothing under way, no known talk. */
void panel_drop_idle(struct panel *panel);

/* Whether its board begins a table that has no thread, and may have one; opens that. */
bool panel_thread_wanted(const struct panel *panel);
void panel_thread_open(struct panel *panel);
/* What comes goes to the channel itself, or to a new thread; this one is archived. */
void panel_thread_close(struct panel *panel);
/* Likewise, and this one stays as it is. */
void panel_thread_leave(struct panel *panel);

/* Takes a message away, once more for as long as it fails; what is beyond REMOVALS_MOST, once. */
void panels_remove(struct panels *panels, const char *channel, const char *message);
/* Those whose time it is. */
void panels_remove_again(struct panels *panels);
/* When the next is; UINT64_MAX: none. */
uint64_t panels_remove_due(const struct panels *panels);
/* Those that a process before this one had to leave; the end. */
void panels_remove_begin(struct panels *panels);
void panels_remove_finish(struct panels *panels);

#endif
