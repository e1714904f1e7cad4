/* deferred.h: an answer to a command that is over.
 *
 * The store answers a question in a later turn of the loop. By then the context is gone, and the
 * table, the channel or the network may be. This keeps what the answer needs of the context: to
 * whom it goes, where, in what language, and which event it answers (chat_event.answers), since a
 * client may wait for that. It is the first member of whatever else a question remembers. */
#ifndef TALON_BOT_COMMAND_DEFERRED_H
#define TALON_BOT_COMMAND_DEFERRED_H

#include "bot/people/people.h"
#include "storage/store.h"

struct command_context;
struct host;
struct message;

struct deferred {
    struct host *host;
    struct network *network; /* where it was asked, */
    struct network *to;      /* and where the answer goes */
    const struct language *language;
    struct preferences preferences;
    char *channel;    /* NULL: the matter has none */
    char *user;       /* who asked, by chat_user.id */
    bool aloud;       /* in the channel; else to them alone */
    uint32_t answers; /* of the event that asked */
};

/* Copies what is needed of the context. The answer is for the typist alone, or with `aloud` for
 * all in the channel if others may see it there (context_answers_in_private()). Counts as a
 * question to the store until deferred_finish(). False: too many wait or memory is out, which
 * the typist was told; then there is nothing to finish. */
bool deferred_init(struct deferred *answer, struct command_context *context, bool aloud);
void deferred_finish(struct deferred *answer);
/* An empty message to whom the answer is for; NULL: memory is out. */
struct message *deferred_message(const struct deferred *answer);
/* Says it (NULL: nothing), unless the network has ended by now. Takes the message over. */
void deferred_say(const struct deferred *answer, struct message *message);
/* One line of the catalogue; {p} is the prefix. */
void deferred_tell(const struct deferred *answer, const char *pattern);

/* Said when the store could not answer. */
extern const char deferred_unread[];

#endif
