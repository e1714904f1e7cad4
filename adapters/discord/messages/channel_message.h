/* channel_message.h: one message in each channel, kept up to date below what was said.
 *
 * What goes into it. Lines and boards for a channel gather during a turn of the loop and go as one
 * Discord message. A request that still waits for its bucket takes in later ones, so that a fast
 * table costs no more messages than Discord allows.
 *
 * Edited or new. A board that stands is edited in place, with the last lines that came before it;
 * an edit pings nobody. A new message is sent, and the old one deleted, in three cases: the board
 * belongs below all that was said, it rings for somebody (message.h), or somebody wrote to us in
 * the channel and is answered there. A board without controls is the last of its table and stays. A
 * message of lines only stays, too. When a moderator deletes a board it comes again without a ping:
 * at once the first time, then later each time.
 *
 * Lost answers. If no answer tells whether a message was sent, it goes once more with the same
 * nonce before anything newer. For a board the next process does the same. A message to be deleted
 * is deleted again until Discord says that it is gone.
 *
 * Addresses. An address is a channel's id, or "@" and the id of a user for the direct message
 * channel with them. With threads each table of a channel has a public thread, from its first board
 * to its last; then the thread is archived. The address is still the channel's. The thread has the
 * table's name, and a message in the channel links to it.
 *
 * Bounds. A channel has MESSAGE_LINES lines, one board, one request under way and one that waits.
 * There are CHANNEL_MESSAGES_MAX channels. For one more, a direct message channel in which nothing
 * waits is forgotten (we ask Discord for it again later); without such a channel the message is
 * dropped. DELETIONS_MAX messages wait to be deleted; for one more we try once. */
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
    /* Nothing can be written at that address any more, and waiting messages were dropped. Called in
     * a later turn of the loop. */
    void (*lost)(void *arg, const char *address, const char *why);
    /* Discord refuses our messages there, because these permissions are missing (permissions.h).
     * The table's board waits. */
    void (*refused)(void *arg, const char *address, unsigned permissions);
    /* Asks the host to say something there, to find out whether we are heard again. */
    void (*try)(void *arg, const char *address);
    /* People heard what we said after `try`. */
    void (*heard)(void *arg, const char *address);
    /* The table has that thread now. Returns whether a message in the channel links to it. */
    bool (*threaded)(void *arg, const char *address, const char *thread);
    /* The permissions that we are known to lack there (permissions.h). */
    unsigned (*lacks)(void *arg, const char *address);
    /* Whether we are not heard there. */
    bool (*muted)(void *arg, const char *address);
    /* Until when we send Discord no requests for that address (refusals.h); 0: we may send now. If
     * we may not, this call mutes a channel. */
    uint64_t (*spared)(void *arg, const char *address);
    /* Stores an id of that address for the next process (NULL: removes it): the message that
     * stands, the thread, the nonce of a message under way, messages to be deleted. `kept` returns
     * what was stored; NULL: nothing. */
    void (*keep)(void *arg, const char *what, const char *address, const char *id);
    const char *(*kept)(void *arg, const char *what, const char *address);
    void *arg;
};

/* NULL: memory is out. */
struct channel_messages *channel_messages_create(const struct channel_messages_setup *setup);
/* Call after its requests have ended or rest.h was destroyed. `closed` comes when the loop has let
 * go of the timers. Accepts NULL, and calls nothing then. */
void channel_messages_destroy(struct channel_messages *messages, void (*closed)(void *arg),
                              void *arg);

/* Deletes the messages that another process had still to delete; `kept` is the list that it stored
 * ("old", "boards"). */
void channel_messages_delete(struct channel_messages *messages, const char *kept);
/* How many are kept. */
unsigned channel_messages_count(const struct channel_messages *messages);
/* Whether everything that was said stands where it belongs. */
bool channel_messages_are_whole(const struct channel_messages *messages);
/* Whether the message belongs to the channel's message: it is for everybody, or would be if its
 * table were not private. */
bool channel_messages_take(const struct message *message);
/* Takes a line or board over. */
void channel_messages_say(struct channel_messages *messages, const char *address,
                          struct message *message);
/* Takes over a line or board that answers what a user wrote there: it goes below that. */
void channel_messages_answer(struct channel_messages *messages, const char *address,
                             struct message *message);
/* Takes a whisper over, into the direct message channel of its reader, where a hand takes the place
 * of the board. */
void channel_messages_whisper(struct channel_messages *messages, struct message *message);
/* That is the direct message channel with a user. */
void channel_messages_set_dm(struct channel_messages *messages, const char *user,
                             const char *channel);
/* The channel whose table has that thread; `thread` itself if no table has it. */
const char *channel_messages_channel_of(const struct channel_messages *messages,
                                        const char *thread);
/* Whether that thread of the channel belongs to one of our tables. */
bool channel_messages_is_thread(const struct channel_messages *messages, const char *address,
                                const char *thread);
/* A moderator locked or deleted a thread. If it is a table's, nobody can press its buttons any
 * more. We show the board in the channel itself, or in a new thread if the old one was deleted. */
void channel_messages_thread_closed(struct channel_messages *messages, const char *thread,
                                    bool locked);
/* Somebody deleted a message of a channel or thread. */
void channel_messages_deleted(struct channel_messages *messages, const char *channel,
                              const char *message);
/* Shows another page of the board's menus. */
void channel_messages_turn(struct channel_messages *messages, const char *address, unsigned page);
/* `muted`: we are not heard there, so nothing is sent and lines are dropped. A waiting board is
 * tried at `probe` (loop_now()). */
void channel_messages_mute(struct channel_messages *messages, const char *address, bool muted,
                           uint64_t probe);
/* We may be heard again: if a table waits there, asks the host to say something. False: no table
 * waits. */
bool channel_messages_try(struct channel_messages *messages, const char *address);
/* The channel and everything in it are gone. */
void channel_messages_forget(struct channel_messages *messages, const char *address);

#endif
