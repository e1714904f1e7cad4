/* channel_message_state.h: the state of a channel's message (channel_message.h), and what is done
 * with it alone, without asking Discord for anything. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_STATE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_STATE_H

#include <uthash.h>

#include "adapters/discord/gateway/shard.h"
#include "channel_message.h"
#include "message_body.h"

enum { DELETIONS_MAX = 64, CHANNEL_MESSAGE_NONCE = SNOWFLAKE_MAX /* bytes, NUL included */ };

/* When what failed is tried again. */
struct again {
    uint64_t at, wait;
};

struct channel_message {
    UT_hash_handle hh;
    bool muted;           /* we are not heard there */
    bool try_due, trying; /* `try` is to be called; it was, and the answer is not there */
    uint64_t probe;       /* while muted: when the board that waits is tried; UINT64_MAX: it was */
    bool plain;           /* Discord refused pictures here: none is sent any more */
    bool drawn;           /* the request under way has a picture */
    struct channel_messages *messages;
    char address[CHANNEL_ADDRESS];
    char channel[SNOWFLAKE_MAX]; /* where it is written: the channel, a thread, a DM channel; "":
                                    not known yet */
    bool threaded;               /* `channel` is a thread of the channel at `address` */
    bool unthreadable;           /* that channel can have no thread */
    bool thread_lost;            /* the thread closed while a request was under way */
    char message[SNOWFLAKE_MAX]; /* id of the message that stands; "": none does */
    struct message_lines lines;
    unsigned unsent;           /* so many of the newest lines were not sent */
    struct message *board;     /* NULL: lines alone. Owned */
    char rings[SNOWFLAKE_MAX]; /* who is to be told of the board that they are called; "": nobody */
    bool below;                /* the board or a line belongs below all that was said */
    struct again restored;     /* when it was sent again after a moderator had deleted it */
    unsigned page;             /* of the board's menus */
    bool dirty;                /* there is something that was not sent */
    /* under way */
    uint64_t job;
    bool edits, ends;                /* the request edits; it shows the table's last board */
    bool opens;                      /* the request opens a thread */
    unsigned going;                  /* so many of the unsent lines are in the request */
    char going_rings[SNOWFLAKE_MAX]; /* for whom the request rings, if it is a new message */
    cJSON *unsure; /* a new message that may stand there, or not: it is said once more, with its
                      nonce, before anything else. NULL: none. Owned */
    struct rest_file *unsure_file;    /* its picture; NULL: none, or it is under way. Owned */
    char sent[CHANNEL_MESSAGE_NONCE]; /* the nonce of a board that was sent as a new message, and
                               nobody knows yet what came of it; "": none */
    bool left;                        /* that was the process before this one */
    struct again again;
    bool visited; /* by who reads the talk, since that was sent: they may have opened it */
    bool gone;    /* forgotten while a request was under way */
};

/* A message that is to go. */
struct deletion {
    struct deletion *prev, *next;
    struct channel_messages *messages;
    char channel[SNOWFLAKE_MAX], message[SNOWFLAKE_MAX];
    struct again again;
    bool going; /* the request is under way */
};

struct channel_messages {
    struct timer_home home; /* first: its timer is cast back */
    struct channel_messages_setup setup;
    struct channel_message *all;
    struct deletion *deletions;
    unsigned deletion_count;
    uint64_t nonce;
};

/* Whether there is anything to send. */
static inline bool channel_message_wants(const struct channel_message *post)
{
    return post->try_due ||
           ((!post->muted || post->trying) && (post->dirty || post->unsure != NULL));
}
/* Whether a board waits to be tried where it is muted. */
static inline bool channel_message_probes(const struct channel_message *post)
{
    return post->muted && post->board != NULL && !post->try_due && !post->trying;
}

/* Sets when to try again: later each time, up to a minute. */
void again_later(struct again *again, uint64_t now);
/* Sets the timer for the first of all that is due. */
void channel_messages_wake(struct channel_messages *messages);
/* What failed is tried later. */
void channel_message_try_later(struct channel_message *post);

/* Frees it, and forgets it. */
void channel_message_drop(struct channel_message *post);
/* Likewise, if there is nothing to say, nothing that stands, nothing under way, no known talk. */
void channel_message_drop_idle(struct channel_message *post);
/* There is nothing to say any more, and nothing stands. */
void channel_message_give_up(struct channel_message *post);
void channel_message_drop_lines(struct channel_message *post);
/* What was sent is known to stand, or not to. */
void channel_message_forget_unsure(struct channel_message *post);

/* Keeps, for a process that comes after this one, which message stands ... */
void channel_message_keep(struct channel_message *post);
/* ... and the nonce of a board that is under way as a new message; "": none is. */
void channel_message_keep_sent(struct channel_message *post, const char *nonce);
/* "id" of what an answer made; "": none. */
const char *channel_message_id_of(const struct rest_reply *reply);

#endif
