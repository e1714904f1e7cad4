/* responder.h: every interaction gets its response, once and in time.
 *
 * An interaction is opened when it comes, and gets a number that the host's messages carry
 * (message.h). What they say in one turn of the loop is the response:
 *
 * - Whispers are for the user alone. A click in a hand changes that hand; a click elsewhere, or a
 *   command, shows the hand anew below. With a panel the words stand above the panel, and the hand
 *   changes where it is.
 * - What is said to the channel in reply to a command is a message of the channel.
 *
 * When nothing has come for RESPONDER_DEFER_MS the interaction is deferred, and answered later.
 * Discord takes one response within three seconds; the token works for fifteen minutes.
 *
 * A response that fails is tried again while those seconds last. When it has failed for good the
 * token reaches nobody, so its words go another way: those to all are said in the channel; those
 * for one alone are shown in the user's hand, if an earlier token still reaches it. Where they can
 * go no way the host is told (`unanswered`), which tells the user. Suggestions are left out: they
 * are asked for again with the next letter.
 *
 * Bounds: RESPONDER_USER interactions of a user, RESPONDER_GUILD of a server and RESPONDER_MAX of
 * all are kept, one kilobyte each, until a minute after their response. Beyond that the oldest that
 * was answered is forgotten (what still comes for it is shown with the hand). Where none was
 * answered the new one gets no response, which Discord tells its user. */
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

struct responder;

struct responder_setup {
    struct loop *loop;
    const struct log *log;
    struct rest *rest;
    struct hands *hands;
    struct channel_messages *channel_messages;
    /* What that user did got no answer. Called from a later turn of the loop. */
    void (*unanswered)(void *arg, const char *address, const char *user, const char *name);
    void *arg;
};

/* NULL: memory is out. */
struct responder *responder_create(const struct responder_setup *setup);
/* `closed` when the loop has let go. Accepts NULL, and calls nothing then. */
void responder_destroy(struct responder *responder, void (*closed)(void *arg), void *arg);

/* The number of an interaction, or of somebody's message to us (`interaction` NULL); 0: there is no
 * room, or memory is out. */
uint32_t responder_open(struct responder *responder, const struct interaction *interaction,
                        const char *address, const char *user);
/* A message of the host that carries that number (taken over). False, and it is still the caller's:
 * the number is none, or forgotten. */
bool responder_say(struct responder *responder, uint32_t number, struct message *message);
/* The table of that address is in that thread: the message that told the channel of it links there.
 * False: there is none. */
bool responder_link(struct responder *responder, const char *address, const char *thread);
/* Answers with a modal, with the hand as it is, or that nothing happened. */
void responder_modal(struct responder *responder, uint32_t number, const struct component_use *use);
void responder_hand(struct responder *responder, uint32_t number);
void responder_nothing(struct responder *responder, uint32_t number);

#endif
