/* channel_message_state.h: the state of a channel's message (channel_message.h), and the functions
 * that change it without asking Discord for anything. */
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
    bool try_due, trying; /* `try` is to be called; it was called, and the answer is not there */
    uint64_t probe;       /* while muted: when to try the waiting board; UINT64_MAX: it was tried */
    bool plain;           /* Discord refused pictures here: none is sent any more */
    bool drawn;           /* the request under way has a picture */
    struct channel_messages *messages;
    char address[CHANNEL_ADDRESS];
    char channel[SNOWFLAKE_MAX]; /* the channel to write to: the channel itself, a thread, or a
                                    direct message channel; "": not known yet */
    bool threaded;               /* `channel` is a thread of the channel at `address` */
    bool unthreadable;           /* that channel can have no thread */
    bool thread_lost;            /* the thread closed while a request was under way */
    char message[SNOWFLAKE_MAX]; /* id of the message that stands; "": none does */
    struct message_lines lines;
    unsigned unsent;           /* how many of the newest lines were not sent */
    struct message *board;     /* NULL: lines alone. Owned */
    char rings[SNOWFLAKE_MAX]; /* the user whom the board calls and who is to be pinged; "": nobody
                                */
    bool below;                /* the board or a line must go below all that was said */
    struct again restored;     /* when we sent it again after a moderator had deleted it */
    unsigned page;             /* of the board's menus */
    bool dirty;                /* there is something that was not sent */
    /* under way */
    uint64_t job;
    bool edits, ends;                /* the request edits; it shows the table's last board */
    bool opens;                      /* the request opens a thread */
    unsigned going;                  /* how many of the unsent lines are in the request */
    char going_rings[SNOWFLAKE_MAX]; /* whom the request pings, if it is a new message */
    cJSON *unsure; /* a new message that may or may not stand: it goes once more, with its nonce,
                      before anything else. NULL: none. Owned */
    struct rest_file *unsure_file;    /* its picture; NULL: none, or it is under way. Owned */
    char sent[CHANNEL_MESSAGE_NONCE]; /* the nonce of a board that went as a new message and has no
                                         answer yet; "": none */
    bool left;                        /* the process before sent it */
    struct again again;
    bool visited; /* the reader of the talk did something since that was sent: they may have opened
                     it */
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
/* Whether the channel is muted and its board waits to be tried. */
static inline bool channel_message_probes(const struct channel_message *post)
{
    return post->muted && post->board != NULL && !post->try_due && !post->trying;
}

/* Sets the time of the next try: the delay grows each time, up to a minute. */
void again_later(struct again *again, uint64_t now);
/* Sets the timer to the earliest time at which something is due. */
void channel_messages_wake(struct channel_messages *messages);
/* What failed is tried later. */
void channel_message_try_later(struct channel_message *post);

/* Frees it, and forgets it. */
void channel_message_drop(struct channel_message *post);
/* Frees and forgets it if nothing waits, stands or is under way, and it is no known direct message
 * channel. */
void channel_message_drop_idle(struct channel_message *post);
/* Nothing is to be said any more, and nothing stands. */
void channel_message_give_up(struct channel_message *post);
void channel_message_drop_lines(struct channel_message *post);
/* We know now whether the unsure message stands. */
void channel_message_forget_unsure(struct channel_message *post);

/* Stores the id of the message that stands for the next process. */
void channel_message_keep(struct channel_message *post);
/* Stores the nonce of a board that is under way as a new message; "": none is. */
void channel_message_keep_sent(struct channel_message *post, const char *nonce);
/* "id" of what an answer made; "": none. */
const char *channel_message_id_of(const struct rest_reply *reply);

#endif
