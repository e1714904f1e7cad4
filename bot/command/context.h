/* context.h: one command while it runs: who gave it, about which table, and how to answer.
 *
 * dispatch.c makes a context for each line or button, passes it to one handler and ends it. A
 * handler that must wait copies what it needs into a deferred answer (deferred.h). A handler owns
 * only the messages that it has made and not yet said.
 *
 * Answers go to the typist or to the channel. A refusal goes to the typist only and changes
 * nothing. Functions named context_require_*(), and those that return whether something is
 * allowed, tell the typist why not. */
#ifndef TALON_BOT_COMMAND_CONTEXT_H
#define TALON_BOT_COMMAND_CONTEXT_H

#include "bot/command/command.h"
#include "bot/host.h"
#include "bot/people/flood.h"
#include "bot/table/table.h"

/* Strings live as long as the context. */
struct page_typist;

struct command_context {
    struct host *host;
    struct network *network;
    const struct chat_event *event;
    const struct command *command;  /* NULL: not found out yet, or there is none */
    const char *arguments;          /* what stands behind the command, as typed_arguments() has
                                       it (command.verbatim: as it was typed), without outer blanks */
    const char *typed;              /* the same as it was typed */
    char name[PERSON_NAME_MAX];     /* of the typist, cleaned, to show */
    const char *channel;            /* where it was typed; in private that of the table, or NULL */
    struct table *table;            /* NULL: none there */
    bool by_control;                /* the table is that whose button or list was used */
    struct person *person;          /* the typist; NULL: not known to a table, or not proved */
    struct person *claimed;         /* who the typist would be with the proof that they owe; NULL */
    enum people_lack lack;          /* that proof */
    unsigned seat;                  /* the typist's, or SEAT_NONE */
    struct preferences preferences; /* the typist's */
    const struct language *language; /* of private answers */
    bool returned;                   /* a computer player kept their seat until they typed this */
    bool moved;       /* a move of the game was made: no flood bucket is charged for it */
    bool asks;        /* there is a question mark in what they typed */
    bool panel_shown; /* the answer is a message of settings: the hand need not come with it */
    bool throttled;   /* they typed too much: a legal move is made, and nothing else is said */
    /* Where answers to the typist go. Of a page of a seat (page_typist.h) that is the page, while
     * all else here is as if its person had typed it on their own network. */
    struct network *answer_network;
    const char *answer_user;
    const struct page_typist *page; /* NULL: they did */
};

/* -- its life -- */

/* Finds who typed, their table, seat and language; host, network and event are set. Followed by
 * context_end(). */
void context_begin(struct command_context *context);
void context_end(struct command_context *context);
/* The command is about another one of the typist's tables than was thought; NULL: about none. */
void context_set_table(struct command_context *context, struct table *table);
/* Finds out anew in what language the typist is answered. */
void context_choose_language(struct command_context *context);

/* -- how it was given -- */

/* Whether it came in a private message to us, where its answer belongs: a notice would stand in
 * the window of the table's channel. */
bool context_is_private_message(const struct command_context *context);
/* Whether everybody in the channel can read what they typed. */
bool context_is_overheard(const struct command_context *context);
/* Where the command's table, which there is, is shown on the typist's network. */
struct place *context_place(const struct command_context *context);
/* Whether the typist is shown controls of that table: by their network, or on a page. */
bool context_has_controls(const struct command_context *context);
/* Whether it is about a table of theirs in a private talk (private_table.h). */
bool context_at_private_table(const struct command_context *context);
/* True if only the typist gets the answer: in private, in a quiet channel, or if the network shows
 * answers only to the typist (chat_event.answers). */
bool context_answers_in_private(const struct command_context *context);

/* -- who may -- */

/* Whether the typist opened the table and sits there, is an operator of the channel or an
 * administrator (admin.h), as far as that is known. */
bool context_has_rights(const struct command_context *context);
/* The same, and told when not; not told while the network is still asked who they are. */
bool context_require_rights(struct command_context *context);
/* Whether the network is asked now if they are an administrator: the command comes again then. From
 * a page nobody is one. */
bool context_asks_who(const struct command_context *context);
/* Whether the network is asked now if they are a guest whose seat waits: the command comes again
 * then. */
bool context_looks_up(const struct command_context *context);
/* The typist, made known to the host if need be; NULL when that cannot be. */
struct person *context_require_person(struct command_context *context);
/* Refuses a command that changes something and may be meant otherwise: it has words behind it, or
 * a question mark ("!leave?"). Then tells what the command does, and which one may be meant.
 * False: refused. */
bool context_require_no_arguments(struct command_context *context);

/* -- what it costs (flood.h) -- */

/* The typist as the flood limits know them: a full channel stops only those without a seat. */
struct flood context_flood(const struct command_context *context);
/* Charges `cost` seconds to the typist's flood bucket, unless they made a move. Tells them once
 * when the bucket is full. */
void context_charge(struct command_context *context, unsigned cost);
/* That they type too much. */
void context_tell_slow(struct command_context *context);

/* -- answers -- */

/* Returns an empty message to the typist; context_public(): to the channel, unless
 * context_answers_in_private(). NULL: memory is out, or the typist is throttled. */
struct message *context_private(struct command_context *context);
struct message *context_public(struct command_context *context);
/* Says it; NULL: nothing. */
void context_say(struct command_context *context, struct message *message);
/* One private line of the catalogue; {p} is the prefix, {player} whose turn it is. */
void context_tell(struct command_context *context, const char *pattern);
/* Says that `typed` is unknown, and suggests `meant`. Both are shown behind the command, if there
 * is one. `meant` NULL: says nothing, and returns false. */
bool context_tell_slip(struct command_context *context, const char *typed, const char *meant);
/* That the table of the channel waits in the store (network_wait()); false: none does. */
bool context_tell_waits(struct command_context *context);
/* Why a table refused, as a pattern for context_tell(). */
const char *context_table_refusal_words(enum table_refusal refusal);
/* The seat of that name, else of what is meant by it (typed.h): "bob," is bob, unless somebody is
 * called "bob,". SEAT_NONE: there is none, or there are several. */
unsigned context_seat_named(const struct command_context *context, const char *name);
/* That nobody of that name has a seat, or whom the name may mean. */
void context_tell_no_such_player(struct command_context *context, const char *name);
/* The proof that the typist owes to have the seat of `claimed`; false: they owe none. */
bool context_tell_claim(struct command_context *context);
/* Why the nick of `person`, whose seat waits, does not get it yet: a pattern that asks for the
 * proof. */
const char *context_claim_words(const struct person *person, const struct chat_user *user);

/* -- where we are not heard -- */

/* What the network says that we may not do in the event's channel, in that language; NULL:
 * nothing. */
const char *context_missing_permissions(const struct chat_event *event,
                                        const struct language *language);
/* Tells it once, to somebody who is likely to have invited us there. */
void context_tell_permissions(struct command_context *context);
/* Why a table whose channel does not hear us waits: without, and with {permissions}. */
extern const char context_unheard_words[];
extern const char context_forbidden_words[];
void context_tell_unheard(struct command_context *context);

#endif
