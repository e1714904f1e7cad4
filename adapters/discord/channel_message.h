/* channel_message.h: in each channel one message that is kept up to date, below what was said.
 *
 * Lines and boards for a channel gather during a turn of the loop and go as one Discord message; a
 * request that still waits for its bucket takes what comes meanwhile, so that a fast table costs no
 * more messages than Discord allows. Where a board stands it is edited in place, with the last
 * lines that came before it, and pings nobody: a new message comes at the bottom, and the old one
 * goes, only for what belongs below all that was said or rings for somebody (message.h), which only
 * a new one does; and when somebody wrote to us in the channel and is answered there. A board
 * without controls is the last of its table: it stays. Lines alone stay, too. A board that a
 * moderator took away comes again, at once the first time, without a ping. A message that was
 * sent, and nobody knows whether it stands, is sent once more with its nonce before anything newer
 * (a board by the next process, too); one that is to go is taken away until it is gone.
 *
 * Bounds: one post a channel or talk, with MESSAGE_LINES lines and one board, a request under way
 * and one that waits; CHANNEL_MESSAGES_MOST of all. Beyond that a talk in which nothing waits is
 * forgotten (it is looked for again); where there is none, what is said is dropped. Messages that
 * are to go: DELETIONS_MOST, and one more is tried once.
 *
 * An address is a channel's id, or "@" and the id of a user for the talk with them. With threads
 * each table of a channel has a public thread of its own, from its first board to its last, after
 * which it is archived; the address is still the channel's. The thread has the table's name, and in
 * the channel a message links to it. */
#ifndef TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_H
#define TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_H

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/base/message.h"
#include "rest.h"

enum { CHANNEL_ADDRESS = 32, CHANNEL_MESSAGES_MOST = 32768 };

struct channel_messages;

struct channel_messages_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
    bool edits;    /* always in place: a quiet channel, and nobody is pinged */
    bool threads;  /* tables have their own */
    bool pictures; /* a board comes with one */
    /* Nothing can be written there any more; what was to be said is dropped. In a later turn. */
    void (*lost)(void *arg, const char *address, const char *why);
    /* Discord refuses what we write there, for want of these permissions (permissions.h); what
     * stands for the table waits. Then something is to be said on trial; and what was, was heard.
     */
    void (*refused)(void *arg, const char *address, unsigned permissions);
    void (*try)(void *arg, const char *address);
    void (*heard)(void *arg, const char *address);
    /* The table has that thread: whether something was said in the channel that links to it now. */
    bool (*threaded)(void *arg, const char *address, const char *thread);
    /* The permissions that are known to be lacking there (permissions.h). */
    unsigned (*lacks)(void *arg, const char *address);
    /* Whether we are not heard there. */
    bool (*muted)(void *arg, const char *address);
    /* Until when nothing is asked of Discord for it (refusals.h), 0: it may be; a channel is muted
     * with that. */
    uint64_t (*spared)(void *arg, const char *address);
    /* What is to be known again after a restart (NULL: nothing any more): the message, the thread,
     * the nonce of a message that is under way, messages that are to go; and what was; NULL:
     * nothing. */
    void (*keep)(void *arg, const char *what, const char *address, const char *id);
    const char *(*kept)(void *arg, const char *what, const char *address);
    void *arg;
};

/* NULL: memory is out. */
struct channel_messages *channel_messages_create(const struct channel_messages_setup *setup);
/* After its requests have ended or the rest is destroyed; `closed` when the loop has let go.
 * Accepts NULL, and calls nothing then. */
void channel_messages_destroy(struct channel_messages *messages, void (*closed)(void *arg),
                              void *arg);

/* How many are kept. */
unsigned channel_messages_count(const struct channel_messages *messages);
/* Whether it belongs to the channel's message: what is said to all, and of a private table what
 * would be. */
bool channel_messages_take(const struct message *message);
/* Takes a line or board over. */
void channel_messages_say(struct channel_messages *messages, const char *address,
                          struct message *message);
/* Likewise, an answer to what was written there: below that. */
void channel_messages_answer(struct channel_messages *messages, const char *address,
                             struct message *message);
/* Takes a whisper over, into the talk with its reader, where a hand stands as the board. */
void channel_messages_whisper(struct channel_messages *messages, struct message *message);
/* The talk with a user is that channel. */
void channel_messages_set_dm(struct channel_messages *messages, const char *user,
                             const char *channel);
/* The channel whose table has that thread; the thread itself: none. */
const char *channel_messages_channel_of(const struct channel_messages *messages,
                                        const char *thread);
/* Whether that thread of the channel is one of a table of ours. */
bool channel_messages_is_thread(const struct channel_messages *messages, const char *address,
                                const char *thread);
/* A message of a channel or thread was taken away. */
void channel_messages_deleted(struct channel_messages *messages, const char *channel,
                              const char *message);
/* Shows another page of the board's menus. */
void channel_messages_turn(struct channel_messages *messages, const char *address, unsigned page);
/* We are not heard there, or are again: then nothing is said, and lines are dropped. A board that
 * waits is tried at `probe` (loop_now()). */
void channel_messages_mute(struct channel_messages *messages, const char *address, bool muted,
                           uint64_t probe);
/* We may be heard again: asks for something to be said, if there is a table that waits. False:
 * there is none. */
bool channel_messages_try(struct channel_messages *messages, const char *address);
/* The channel is gone with all that is in it. */
void channel_messages_forget(struct channel_messages *messages, const char *address);

#endif
