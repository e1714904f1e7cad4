/* responder.h: every interaction gets its response, once and in time.
 *
 * responder_open() gives an interaction a number, which the host's messages in reply carry
 * (message.h). What the host says in one turn of the loop is the response:
 *
 * - Only the user sees whispers. After a click in a hand we edit that hand. After a click elsewhere
 *   or a command, a new message shows the hand. If the user sees the hand already and the host does
 *   not send it again, the new message has only the whispers. It replaces the last message of this
 *   kind. If the response is a panel, the whispers stand above it, and the hand is edited where it
 *   is.
 * - What the host says to the channel in reply to a command is a message of the channel.
 *
 * If the host says nothing for RESPONDER_DEFER_MS, the interaction is deferred, and answered later.
 * Discord takes one response within three seconds; the token works for fifteen minutes.
 *
 * A response that fails is tried again within those three seconds. When it has failed for good, the
 * token is of no use, and the words go another way. Public words go to the channel. Whispers go to
 * the user's hand, if an earlier token still reaches it. If neither is possible, `unanswered` asks
 * the host to tell the user. Suggestions are dropped: the client asks again at the next letter.
 *
 * Bounds: at most RESPONDER_USER interactions of a user, RESPONDER_GUILD of a server and
 * RESPONDER_MAX in all are kept, one kilobyte each, until a minute after their response. For one
 * more the oldest answered one is forgotten; later messages for it show with the hand. If none was
 * answered, the new one gets no response, and the user's client shows the failure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_RESPONDER_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_RESPONDER_H

#include "channel_message.h"
#include "hand.h"
#include "interaction.h"

enum {
    RESPONDER_DEFER_MS = 250,
    RESPONDER_KEPT_MS = 60000,
    RESPONDER_USER = 16,
    RESPONDER_GUILD = 1024,
    RESPONDER_MAX = 8192,
    RESPONDER_NAME = 132 /* bytes of a user's name: 32 characters */
};

struct content_looks;
struct responder;

struct responder_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
    const struct content_looks *looks; /* of texts; outlives this */
    struct hands *hands;
    struct channel_messages *channel_messages;
    /* What that user did got no answer: the host should tell them. Called in a later turn of the
     * loop. */
    void (*unanswered)(void *arg, const char *address, const char *user, const char *name);
    void *arg;
};

/* NULL: memory is out. */
struct responder *responder_create(const struct responder_setup *setup);
/* `closed` comes when the loop has let go of the timer. Accepts NULL, and calls nothing then. */
void responder_destroy(struct responder *responder, void (*closed)(void *arg), void *arg);

/* Opens an interaction, or a user's message to us (`interaction` NULL), and returns its number. 0:
 * there is no room, or memory is out. */
uint32_t responder_open(struct responder *responder, const struct interaction *interaction,
                        const char *address, const char *user);
/* Takes over a message of the host that carries that number. False, and the caller keeps it: the
 * number is 0, or forgotten. */
bool responder_say(struct responder *responder, uint32_t number, struct message *message);
/* Call it when the table of that address has got a thread: makes the response that announced the
 * table in the channel link to the thread. Returns false if there is no such response. */
bool responder_link(struct responder *responder, const char *address, const char *thread);
/* Answer an interaction with a modal, with the hand as it is, or with nothing to see. */
void responder_modal(struct responder *responder, uint32_t number, const struct component_use *use);
void responder_hand(struct responder *responder, uint32_t number);
void responder_nothing(struct responder *responder, uint32_t number);

#endif
