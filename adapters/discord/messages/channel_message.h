/* channel_message.h: one message in each channel, kept up to date below what was said.
 *
 * What goes into it. Lines and boards for a channel gather during a turn of the loop and go as one
 * Discord message. A request that still waits for its bucket takes in later ones, so that a fast
 * table costs no more messages than Discord allows.
 *
 * Edited or new. A board that stands is edited in place, with the last lines that came before it;
 * an edit pings nobody. A new message is sent, and the old one deleted, in three cases: the board
 * belongs below all that was said, it rings for somebody (message.h), or somebody wrote to us in
 * the channel and is answered there. A board without controls is the last of its table, and we
 * never delete it. A message that has only lines is not deleted either. When a moderator deletes a
 * board we send it again without a ping: at once the first time, then later each time.
 *
 * Lost answers. If we get no answer that says whether Discord took a message, we send it once more,
 * with the same nonce, before anything newer. If this process ends before that, the next one does
 * it for a board. A message to be deleted is deleted again until Discord says that it is gone.
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

struct content_looks;
struct channel_messages;

struct channel_messages_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
    const struct content_looks *looks; /* of texts; outlives this */
    bool edits;    /* boards are always edited in place: the channel stays quiet, and nobody is
                    * pinged. message.board overrides this for a channel */
    bool threads;  /* each table has a thread of its own */
    bool pictures; /* a board comes with a picture */
    /* Nothing can be written at that address any more, and waiting messages were dropped. Called in
     * a later turn of the loop. */
    void (*lost)(void *arg, const char *address, const char *why);
    /* Discord refuses our messages there, because we lack `permissions` (permissions.h). The
     * table's board waits. */
    void (*refused)(void *arg, const char *address, unsigned permissions);
    /* Asks the host to say something there, to find out whether we are heard again. */
    void (*try)(void *arg, const char *address);
    /* People heard what we said after `try`. */
    void (*heard)(void *arg, const char *address);
    /* The table has that thread now. Returns true if it made a message in the channel link to the
     * thread. */
    bool (*threaded)(void *arg, const char *address, const char *thread);
    /* Returns the permissions that we know we lack there (permissions.h). */
    unsigned (*lacks)(void *arg, const char *address);
    /* Returns true if we are not heard there: Discord refuses our messages. */
    bool (*muted)(void *arg, const char *address);
    /* Returns the time until which we send Discord no requests for that address (refusals.h); 0: we
     * may send now. If it is not 0, this call mutes the channel. */
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

/* Deletes the messages that another process had still to delete. `kept`: the list that it stored by
 * `keep`, under "old" and "boards". */
void channel_messages_delete(struct channel_messages *messages, const char *kept);
/* Returns how many channels are kept. */
unsigned channel_messages_count(const struct channel_messages *messages);
/* Returns true if Discord has taken everything: no message waits or is under way. */
bool channel_messages_are_whole(const struct channel_messages *messages);
/* Like channel_messages_are_whole(), for the addresses of one part of a network, which `concerns`
 * chooses. */
bool channel_messages_part_is_whole(const struct channel_messages *messages,
                                    bool (*concerns)(void *arg, const char *address), void *arg);
/* Forgets the messages at these addresses, which stay as they stand: another process goes on with
 * them. Calls `forgotten` with each address. */
void channel_messages_leave(struct channel_messages *messages,
                            bool (*concerns)(void *arg, const char *address),
                            void (*forgotten)(void *arg, const char *address), void *arg);
/* Returns true if the message is for this file, not for a hand: it is for everybody in the channel,
 * or its table plays in direct messages. */
bool channel_messages_take(const struct message *message);
/* Takes a line or board over. */
void channel_messages_say(struct channel_messages *messages, const char *address,
                          struct message *message);
/* Takes over a line or board that answers what a user wrote there. It is sent as a new message, so
 * that it stands below the user's. */
void channel_messages_answer(struct channel_messages *messages, const char *address,
                             struct message *message);
/* Takes over a whisper for the direct message channel of its reader. There a hand is shown as a
 * board is elsewhere. */
void channel_messages_whisper(struct channel_messages *messages, struct message *message);
/* Notes that `channel` is the direct message channel with a user. */
void channel_messages_set_dm(struct channel_messages *messages, const char *user,
                             const char *channel);
/* Returns the channel whose table has that thread; `thread` itself if no table has it. */
const char *channel_messages_channel_of(const struct channel_messages *messages,
                                        const char *thread);
/* Returns true if the table of the channel `address` has that thread. */
bool channel_messages_is_thread(const struct channel_messages *messages, const char *address,
                                const char *thread);
/* Call it when a moderator locked or deleted a thread. If a table has it, nobody can press the
 * buttons there any more. The board moves to the channel itself, or to a new thread if the old one
 * was deleted. */
void channel_messages_thread_closed(struct channel_messages *messages, const char *thread,
                                    bool locked);
/* Call it when a message was deleted: restores it if it was a board. */
void channel_messages_deleted(struct channel_messages *messages, const char *channel,
                              const char *message);
/* Shows another page of the board's menus. */
void channel_messages_turn(struct channel_messages *messages, const char *address, unsigned page);
/* `muted`: we are not heard there. Then nothing is sent and lines are dropped, but a waiting board
 * is tried at the time `probe` (of loop_now()). */
void channel_messages_mute(struct channel_messages *messages, const char *address, bool muted,
                           uint64_t probe);
/* Call it when we may be heard again. If a table waits there, asks the host to say something, as a
 * test. False: no table waits. */
bool channel_messages_try(struct channel_messages *messages, const char *address);
/* Call it when the channel and everything in it are gone. */
void channel_messages_forget(struct channel_messages *messages, const char *address);

#endif
