/* linking.h: makes two identities one person when a code of the one was said by the other (link.h).
 *
 * The store is asked first whether they may: a nick gives its scores away only where one person
 * alone has played under it, and a person has only so many identities. All that a link changes goes
 * into one batch, so that after a crash it is made whole or not at all. Both are told the outcome,
 * each on their own network. */
#ifndef TALON_BOT_COMMAND_HANDLERS_LINKING_H
#define TALON_BOT_COMMAND_HANDLERS_LINKING_H

#include "bot/people/link.h"
#include "storage/query.h"

struct command_context;

/* Adds a sentence about an identity: {player} on {network}, {p}. Returns the message (NULL: it
 * was NULL). */
struct message *linking_words(struct message *message, const struct network *network,
                              const struct language *language, const char *pattern,
                              const struct store_identity *of);
/* Whispers it in their language to somebody who may not be there any more, where they were when
 * `to` was made. */
void linking_tell(struct host *host, const struct link_identity *to, const char *pattern,
                  const struct store_identity *of);
/* The same for an identity that the score book names, if it can be found on its network now. */
void linking_tell_known(struct host *host, const struct store_known *to, const char *pattern,
                        const struct store_identity *of);
/* To be called when the typist has sat down: tells them, once, when they sit there already as
 * another of their identities. */
void linking_check_seats(struct command_context *context);
/* The typist said that code as `taker`: asks the store and links them. The code is used. */
void linking_begin(struct command_context *context, struct link_code *code,
                   const struct store_identity *taker);

#endif
