/* channel_message_state.h: the state of a channel's message (channel_message.h), and what is done
 * with it alone, without asking Discord for anything. */
#ifndef TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_STATE_H
#define TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_STATE_H

#include <uthash.h>

#include "body.h"
#include "channel_message.h"
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

/* Sets when to try again: later each time, up to a minute. */
void again_later(struct again *again, uint64_t now);
/* Sets the timer for the first of all that is due. */
void panels_wake(struct panels *panels);
/* What failed is tried later. */
void panel_try_later(struct panel *panel);

/* Frees it, and forgets it. */
void panel_drop(struct panel *panel);
/* Likewise, if there is nothing to say, nothing that stands, nothing under way, no known talk. */
void panel_drop_idle(struct panel *panel);
/* There is nothing to say any more, and nothing stands. */
void panel_give_up(struct panel *panel);
void panel_drop_lines(struct panel *panel);
/* What was sent is known to stand, or not to. */
void panel_forget_unsure(struct panel *panel);

/* Keeps, for a process that comes after this one, which message stands ... */
void panel_keep(struct panel *panel);
/* ... and the nonce of a board that is under way as a new message; "": none is. */
void panel_keep_sent(struct panel *panel, const char *nonce);
/* "id" of what an answer made; "": none. */
const char *panel_id_of(const struct rest_reply *reply);

#endif
