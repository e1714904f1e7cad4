/* channel_message.h: one message in each channel, kept up to date below what was said.
 *
 * What goes into it. Lines and boards for a channel gather during a turn of the loop and go as one
 * Discord message. A request that still waits for its bucket takes what comes meanwhile, so that a
 * fast table costs no more messages than Discord allows.
 *
 * Edited or new. A board that stands is edited in place, with the last lines that came before it;
 * an edit pings nobody. A new message is sent, and the old one deleted, in three cases: the board
 * belongs below all that was said, it rings for somebody (message.h), or somebody wrote to us in
 * the channel and is answered there. A board without controls is the last of its table and stays.
 * Lines alone stay, too. A board that a moderator deleted comes again without a ping: at once the
 * first time, then later each time.
 *
 * What is not sure. A message that was sent, and nobody knows whether it stands, is sent once more
 * with its nonce before anything newer; the next process does so, too, when it was a board. A
 * message that is to be deleted is deleted again until Discord says that it is gone.
 *
 * Addresses. An address is a channel's id, or "@" and the id of a user for the direct message
 * channel with them. With threads each table of a channel has a public thread, from its first board
 * to its last, after which the thread is archived; the address is still the channel's. The thread
 * has the table's name, and a message in the channel links to it.
 *
 * Bounds: a channel has MESSAGE_LINES lines, one board, one request under way and one that waits;
 * there are CHANNEL_MESSAGES_MAX channels. Beyond that a direct message channel in which nothing
 * waits is forgotten (Discord is asked for it again); where there is none, what is said is dropped.
 * DELETIONS_MAX messages wait to be deleted; one more is tried once. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_H

#include "adapters/discord/rest/rest.h"
#include "base/log.h"
#include "base/loop.h"
#include "base/message.h"

enum { CHANNEL_ADDRESS = 32, CHANNEL_MESSAGES_MAX = 32768 };

struct channel_messages;

struct channel_messages_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
    bool edits;   /* boards are always edited in place: the channel stays quiet, nobody is pinged */
    bool threads; /* each table has a thread of its own */
    bool pictures; /* a board comes with a picture */
    /* Nothing can be written at that address any more, and what was to be said was dropped. Called
     * in a later turn of the loop. */
    void (*lost)(void *arg, const char *address, const char *why);
    /* Discord refuses what we write there, because these permissions are missing (permissions.h).
     * The table's board is kept and waits. */
    void (*refused)(void *arg, const char *address, unsigned permissions);
    /* Something is to be said there, to find out whether it is heard again. */
    void (*try)(void *arg, const char *address);
    /* What was said after `try` was heard. */
    void (*heard)(void *arg, const char *address);
    /* The table has that thread now. True: a message in the channel links to it. */
    bool (*threaded)(void *arg, const char *address, const char *thread);
    /* The permissions that are known to be lacking there (permissions.h). */
    unsigned (*lacks)(void *arg, const char *address);
    /* Whether we are not heard there. */
    bool (*muted)(void *arg, const char *address);
    /* Until when Discord is asked for nothing there (refusals.h); 0: it may be asked now. If not, a
     * channel is muted by this call. */
    uint64_t (*spared)(void *arg, const char *address);
    /* Keeps for the next process the id of a thing of that address (NULL: it has none any more):
     * the message that stands, the thread, the nonce of a message under way, messages to be
     * deleted. `kept` gives what was kept; NULL: nothing. */
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

/* Takes up what another process had still to delete, as it kept that ("old", "boards"). */
void channel_messages_delete(struct channel_messages *messages, const char *kept);
/* How many are kept. */
unsigned channel_messages_count(const struct channel_messages *messages);
/* Whether all that was said stands where it belongs. */
bool channel_messages_are_whole(const struct channel_messages *messages);
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
/* A moderator locked or deleted a thread. If it is a table's, nobody can press its buttons any
 * more: its board is shown in the channel itself, or, where the thread was deleted, in a new one.
 */
void channel_messages_thread_closed(struct channel_messages *messages, const char *thread,
                                    bool locked);
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
