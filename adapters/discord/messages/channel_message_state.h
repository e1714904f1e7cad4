/* channel_message_state.h: the state of a channel's message (channel_message.h), and the functions
 * that change it without asking Discord for anything. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_STATE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_STATE_H

#include <uthash.h>

#include "adapters/discord/gateway/shard.h"
#include "channel_message.h"
#include "message_body.h"

enum { DELETIONS_MAX = 64, CHANNEL_MESSAGE_NONCE = SNOWFLAKE_MAX /* bytes, NUL included */ };

/* When something that failed is tried again, and the last delay (ms). */
struct again {
    uint64_t at, wait;
};

struct channel_message {
    UT_hash_handle hh;
    bool muted;           /* we are not heard there */
    bool try_due, trying; /* we must still call `try`; we called it, and Discord has not answered
                           * what the host said then */
    uint64_t probe; /* while muted: when to try the waiting board; UINT64_MAX: no try is planned */
    bool plain;     /* Discord refused pictures here: none is sent any more */
    bool drawn;     /* the request under way has a picture */
    struct channel_messages *messages;
    char address[CHANNEL_ADDRESS];
    char channel[SNOWFLAKE_MAX]; /* the channel to write to: the channel itself, a thread, or a
                                    direct message channel; "": not known yet */
    bool threaded;               /* `channel` is a thread of the channel at `address` */
    bool unthreadable;           /* the channel at `address` can have no thread */
    bool thread_lost;            /* the thread closed while a request was under way */
    char message[SNOWFLAKE_MAX]; /* id of the message with the board, which we can edit; "": none */
    struct message_lines lines;
    unsigned unsent;           /* how many of the newest lines were not sent */
    struct message *board;     /* NULL: lines alone. Owned */
    char rings[SNOWFLAKE_MAX]; /* the user whom the board calls, and whom the next message must
                                * ping; "": nobody
                                */
    uint8_t way;               /* enum board_way, of the newest board */
    bool below; /* a new message is needed: the board or a line must stand below everything in the
                   channel */
    struct again restored; /* when we sent a board again that a moderator had deleted */
    unsigned page;         /* of the board's menus */
    bool dirty;            /* something was not sent yet */
    /* under way */
    uint64_t job;
    bool edits, ends; /* the request edits a message; it shows the table's last board */
    bool opens;       /* the request opens a thread */
    unsigned going;   /* how many of the unsent lines are in the request */
    char going_rings[SNOWFLAKE_MAX]; /* whom the request pings, if it is a new message */
    cJSON *unsure; /* a new message without an answer: we do not know whether Discord took it. It is
                      sent once more, with its nonce, before anything else. NULL: none. Owned */
    struct rest_file *unsure_file; /* picture of `unsure`; NULL: none, or a request has it. Owned */
    char sent[CHANNEL_MESSAGE_NONCE]; /* the nonce of a board that was sent as a new message and has
                                         no answer yet; "": none */
    bool left;                        /* the previous process sent the board with the nonce
                                       * `sent` */
    struct again again;
    bool visited; /* the user of a direct message channel did something since the request was sent:
                     they may have allowed messages */
    bool gone;    /* forgotten while a request was under way */
};

/* A message that is to be deleted. */
struct deletion {
    struct deletion *prev, *next;
    struct channel_messages *messages;
    char channel[SNOWFLAKE_MAX], message[SNOWFLAKE_MAX];
    struct again again;
    bool going; /* the request is under way */
};

struct channel_messages {
    struct timer_home home; /* first member: a cast of its timer finds this struct */
    struct channel_messages_setup setup;
    struct channel_message *all;
    struct deletion *deletions;
    unsigned deletion_count;
    uint64_t nonce;
};

/* Returns true if there is anything to send. */
static inline bool channel_message_wants(const struct channel_message *post)
{
    return post->try_due ||
           ((!post->muted || post->trying) && (post->dirty || post->unsure != NULL));
}
/* Returns true if the channel is muted and a board waits for the time `probe`. */
static inline bool channel_message_probes(const struct channel_message *post)
{
    return post->muted && post->board != NULL && !post->try_due && !post->trying;
}

/* Sets the time of the next try: the delay grows each time, up to a minute. */
void again_later(struct again *again, uint64_t now);
/* Sets the timer to the earliest time at which something is due. */
void channel_messages_wake(struct channel_messages *messages);
/* Plans another try of a request that failed. */
void channel_message_try_later(struct channel_message *post);

/* Forgets and frees the message of a channel. */
void channel_message_drop(struct channel_message *post);
/* Forgets and frees the message of a channel, but only if nothing waits or is under way, no message
 * stands, and the channel is no direct message channel whose id we know. */
void channel_message_drop_idle(struct channel_message *post);
/* Drops everything that waits, and forgets the message that stands. */
void channel_message_give_up(struct channel_message *post);
void channel_message_drop_lines(struct channel_message *post);
/* Call it when we know whether Discord took the unsure message. */
void channel_message_forget_unsure(struct channel_message *post);

/* Stores for the next process the id of the message that stands. */
void channel_message_keep(struct channel_message *post);
/* Stores the nonce of a board that is being sent as a new message; "": there is none any more. */
void channel_message_keep_sent(struct channel_message *post, const char *nonce);
/* Returns the id of the message or channel in an answer; "": none. */
const char *channel_message_id_of(const struct rest_reply *reply);

#endif
