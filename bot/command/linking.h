/* linking.h: two identities become one person, when both have said yes (link.h).
 *
 * The store is asked first whether they may: a nick gives its scores away only where one alone has
 * played under it, and a person has only so many identities. All that a link changes goes into one
 * batch: after a crash it is made or not. Both are told, each on their own network. */
#ifndef TALON_BOT_COMMAND_LINKING_H
#define TALON_BOT_COMMAND_LINKING_H

#include "bot/people/link.h"

/* What is told of somebody: {player} on {network}, {p}. */
struct message *linking_words(struct message *message, const struct network *network,
                              const struct language *language, const char *pattern,
                              const struct store_identity *of);
/* Tells somebody who may not be there, in their language; where they were when `to` was made. */
void linking_tell(struct host *host, const struct link_identity *to, const char *pattern,
                  const struct store_identity *of);
/* Likewise whom only the score book names: as far as they can be found. */
void linking_find(struct host *host, const struct store_known *to, const char *pattern,
                  const struct store_identity *of);
/* What is told, once, to who sits twice at a table; the pattern of linking_words(). */
extern const char linking_twice[];
/* The typist has sat down: whether they sit there already, as another of their identities. */
void linking_sits(struct command_context *context);
/* The network of that name; NULL: it is not of this daemon any more. */
struct network *linking_network(struct host *host, const char *name);
/* The maker of the code, who is the typist, has said yes to its taker. The code is gone then. */
void linking_begin(struct command_context *context, struct link_code *code);

#endif
