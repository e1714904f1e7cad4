/* deferred.h: an answer that comes when its command is over.
 *
 * What the store is asked answers in a later turn of the loop: the call is gone then, and so may be
 * its table, its channel or its network. This is what of the call the answer needs: to whom, where,
 * in what language, and to what it is the answer (chat_event.answers), so that a client that waits
 * gets it, whatever it says. Embedded as the first thing of what else a question remembers. */
#ifndef TALON_BOT_COMMAND_DEFERRED_H
#define TALON_BOT_COMMAND_DEFERRED_H

#include "bot/people/people.h"
#include "storage/store.h"

struct command_context;
struct host;
struct message;

struct deferred {
    struct host *host;
    struct network *network;
    const struct language *language;
    struct preferences preferences;
    char *channel;    /* NULL: the matter has none */
    char *user;       /* who asked, by chat_user.id */
    bool aloud;       /* in the channel; else to them alone */
    uint32_t answers; /* of the event that asked */
};

/* Of a call: its answer is for who typed alone, or where `aloud` holds for all in its channel,
 * where others may see it (context_answers_in_private()). Counts as a question to the store until
 * deferred_finish(). False: too many wait or memory is out; told, and there is nothing to finish.
 */
bool deferred_init(struct deferred *answer, struct command_context *context, bool aloud);
void deferred_finish(struct deferred *answer);
/* An empty message to whom it is for; NULL: memory is out. */
struct message *deferred_message(const struct deferred *answer);
/* Says it (NULL: nothing) in answer to the call; the network may be gone. */
void deferred_say(const struct deferred *answer, struct message *message);
/* One line of the catalogue; {p} is the prefix. */
void deferred_tell(const struct deferred *answer, const char *pattern);

/* What is said when the store could not answer. */
extern const char deferred_unread[];

#endif
