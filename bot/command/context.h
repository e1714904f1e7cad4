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
    const struct command *command; /* NULL: not found out yet, or there is none */
    const char *arguments;         /* the words behind the command, from typed_arguments(); as they
                                      were typed if the command is `verbatim` */
    const char *typed;             /* `arguments` as they were typed */
    char name[PERSON_NAME_MAX];    /* the typist's name, cleaned, as we show it */
    const char *channel;    /* where it was typed; in private the channel of the table, or NULL */
    struct table *table;    /* NULL: none there */
    bool by_control;        /* the typist used a button or a list of `table` */
    struct person *person;  /* the typist; NULL: not known to a table, or not proved */
    struct person *claimed; /* whose seat the typist gets by the proof `lack`, or NULL */
    enum people_lack lack;  /* the proof that they must give for `claimed` */
    unsigned seat;          /* the typist's, or SEAT_NONE */
    struct preferences preferences;  /* the typist's */
    const struct language *language; /* of private answers */
    bool returned;                   /* a computer player kept their seat until they typed this */
    bool moved;       /* a move of the game was made: no flood bucket is charged for it */
    bool asks;        /* there is a question mark in what they typed */
    bool panel_shown; /* the answer is a message of settings, so the hand need not follow it */
    bool throttled;   /* they typed too much: a legal move still counts, but they get no answer */
    /* Where answers to the typist go. For the page of a seat (page_typist.h) this is the page. All
     * other fields are as if the page's person had typed on their own network. */
    struct network *answer_network;
    const char *answer_user;
    const struct page_typist *page; /* NULL: the typist is on no page */
};

/* -- its life -- */

/* Finds the typist, their table, seat and language. The caller has set host, network and event, and
 * calls context_end() afterwards. */
void context_begin(struct command_context *context);
void context_end(struct command_context *context);
/* Makes the command act on another of the typist's tables. NULL: on no table. */
void context_set_table(struct command_context *context, struct table *table);
/* Chooses the language of the typist's answers again. */
void context_choose_language(struct command_context *context);

/* -- how it was given -- */

/* Returns true if the command came in a private message to us. The answer then goes there, because
 * a client would show a notice in the window of the table's channel. */
bool context_is_private_message(const struct command_context *context);
/* Returns true if everybody in the channel can read what they typed. */
bool context_is_overheard(const struct command_context *context);
/* Returns the place where the typist's network shows the command's table. The command must have a
 * table. */
struct place *context_place(const struct command_context *context);
/* Returns true if the typist sees controls of that table, on their network or on a page. */
bool context_has_controls(const struct command_context *context);
/* Returns true if the command acts on a table that the typist has in a private talk
 * (private_table.h). */
bool context_at_private_table(const struct command_context *context);
/* True if only the typist gets the answer: in private, in a quiet channel, or if the network shows
 * answers only to the typist (chat_event.answers). */
bool context_answers_in_private(const struct command_context *context);

/* -- who may -- */

/* Returns true if we know that the typist is an operator of the channel or an administrator
 * (admin.h). Nobody is either on a page. */
bool context_is_operator(const struct command_context *context);
/* Like context_is_operator(), and true if the typist opened the table and sits there. */
bool context_has_rights(const struct command_context *context);
/* Like context_has_rights(), but tells the typist if they have no rights. It tells nothing while we
 * still ask the network who they are. */
bool context_require_rights(struct command_context *context);
/* Asks the network if the typist is an administrator, if we do not know it yet. Returns true if it
 * asks: the command then runs again after the answer. */
bool context_asks_who(const struct command_context *context);
/* Asks the network for the typist's connection, which can prove that a waiting seat is theirs.
 * Returns true if it asks: the command then runs again after the answer. */
bool context_looks_up(const struct command_context *context);
/* Returns the typist, and makes them known to the host if necessary; NULL if that fails. */
struct person *context_require_person(struct command_context *context);
/* Refuses a command that changes something if the typist may mean something else: words follow it,
 * or it has a question mark ("!leave?"). Then tells what the command does, and which one they may
 * mean. Returns false if it refuses. */
bool context_require_no_arguments(struct command_context *context);

/* -- what it costs (flood.h) -- */

/* Returns the typist as the flood limits know them. A full channel stops only people without a
 * seat. */
struct flood context_flood(const struct command_context *context);
/* Charges `cost` seconds to the typist's flood bucket, unless they made a move. Tells them once
 * when the bucket is full. */
void context_charge(struct command_context *context, unsigned cost);
/* Tells the typist that they type too much. */
void context_tell_slow(struct command_context *context);

/* -- answers -- */

/* context_private() returns an empty message to the typist. context_public() returns one to the
 * channel, or to the typist if context_answers_in_private(). Both return NULL if memory is out or
 * the typist is throttled. */
struct message *context_private(struct command_context *context);
struct message *context_public(struct command_context *context);
/* Says the message and takes ownership of it; NULL: says nothing. */
void context_say(struct command_context *context, struct message *message);
/* Says one private line of the catalogue. {p} is the prefix, {player} the player whose turn it is.
 */
void context_tell(struct command_context *context, const char *pattern);
/* Says that `typed` is unknown, and suggests `meant`. If a command was found, its name stands
 * before each word. If `meant` is NULL, says nothing and returns false. */
bool context_tell_slip(struct command_context *context, const char *typed, const char *meant);
/* Says that the table of the channel waits in the store (network_wait()). Returns false if no table
 * does. */
bool context_tell_waits(struct command_context *context);
/* Returns why a table refused, as a pattern for context_tell(). */
const char *context_table_refusal_words(enum table_refusal refusal);
/* Returns the seat with that name, else the seat that the name may mean (typed.h): "bob," means
 * bob, unless a player is called "bob,". SEAT_NONE: there is none, or there are several. */
unsigned context_seat_named(const struct command_context *context, const char *name);
/* Says that nobody with that name has a seat, or which seats the name may mean. */
void context_tell_no_such_player(struct command_context *context, const char *name);
/* Tells the typist which proof they must give to get the seat of `claimed`. Returns false if they
 * need none. */
bool context_tell_claim(struct command_context *context);
/* Returns a pattern that says why the nick does not get the waiting seat of `person` yet, and asks
 * for the proof. */
const char *context_claim_words(const struct person *person, const struct chat_user *user);

/* -- where we are not heard -- */

/* Bytes of a list of permissions, NUL included. */
enum { PERMISSIONS_SIZE = 512 };

/* Writes, in that language, what the network forbids us in the event's channel, and returns it;
 * NULL if it forbids nothing. */
const char *context_missing_permissions(const struct chat_event *event,
                                        const struct language *language,
                                        char words[PERMISSIONS_SIZE]);
/* Tells the typist which permissions we lack in the event's channel. Tells nothing if we lack none,
 * or if the channel is muted for us. */
void context_tell_permissions(struct command_context *context);
/* Patterns that say why a table waits whose channel does not get our messages: one without and one
 * with {permissions}. */
extern const char context_unheard_words[];
extern const char context_forbidden_words[];
void context_tell_unheard(struct command_context *context);

#endif
