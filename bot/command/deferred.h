/* deferred.h: an answer to a command that is over.
 *
 * The store answers a question in a later turn of the loop. By then the context is gone, and the
 * table, the channel or the network may be gone, too. A deferred answer keeps what it needs from
 * the context: the reader, the place, the language, and the event that it answers
 * (chat_event.answers), because a client may wait for that. It is the first member of each
 * struct that a question keeps. */
#ifndef TALON_BOT_COMMAND_DEFERRED_H
#define TALON_BOT_COMMAND_DEFERRED_H

#include "bot/people/people.h"
#include "storage/store.h"

struct command_context;
struct host;
struct message;

struct deferred {
    struct host *host;
    struct network *network; /* the network where the command was given */
    struct network *to;      /* the network to which the answer goes */
    const struct language *language;
    struct preferences preferences;
    char *channel;    /* the channel that the answer is about; NULL: none */
    char *user;       /* who asked, by chat_user.id */
    bool aloud;       /* the answer goes to the channel; false: only to the user */
    uint32_t answers; /* the number of the event that it answers */
};

/* Copies what the answer needs from the context. Only the typist gets the answer, or with `aloud`
 * all in the channel if others may see it there (context_answers_in_private()). It counts as a
 * question to the store until deferred_finish(). Returns false, and tells the typist, if too many
 * questions wait or memory is out; then the caller does not call deferred_finish(). */
bool deferred_init(struct deferred *answer, struct command_context *context, bool aloud);
void deferred_finish(struct deferred *answer);
/* Returns an empty message to the reader of the answer; NULL if memory is out. */
struct message *deferred_message(const struct deferred *answer);
/* Says the message (NULL: nothing), unless the network has ended by now. Takes ownership of it. */
void deferred_say(const struct deferred *answer, struct message *message);
/* Says one line of the catalogue; {p} is the prefix. */
void deferred_tell(const struct deferred *answer, const char *pattern);

/* The words for when the store could not answer. */
extern const char deferred_unread[];

#endif
