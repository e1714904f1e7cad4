/* linking.h: makes two identities one person when one of them says a code of the other (link.h).
 *
 * First it asks the store if the link is allowed: a nick gives its scores away only if no more
 * than one person has played under it, and the number of identities of a person has a limit. One
 * batch holds all changes of a link, so a crash leaves all of them or none. Each side gets the
 * outcome on its own network. */
#ifndef TALON_BOT_COMMAND_HANDLERS_LINKING_H
#define TALON_BOT_COMMAND_HANDLERS_LINKING_H

#include "bot/people/link.h"
#include "storage/query.h"

struct command_context;
struct people;

/* Adds a sentence about an identity: {player} on {network}, {p}. Returns `message`; NULL if that
 * was NULL. */
struct message *linking_words(struct message *message, const struct network *network,
                              const struct language *language, const char *pattern,
                              const struct store_identity *of);
/* Whispers a sentence to somebody in their language, at the place where they were when `to` was
 * made. They may have left since. */
void linking_tell(struct people *people, const struct link_identity *to, const char *pattern,
                  const struct store_identity *of);
/* Like linking_tell(), for an identity that the store returned. Says nothing if we cannot find it
 * on its network now. */
void linking_tell_known(struct people *people, const struct store_known *to, const char *pattern,
                        const struct store_identity *of);
/* Lists identities: "desk (libera), ana~ (home)". NULL: memory is out. */
struct message *linking_list(const struct store_links *links);
/* Called when the typist has sat down. Tells them once if they sit at this table already as another
 * of their identities. */
void linking_check_seats(struct command_context *context);
/* Called when the typist says that code as `taker`: asks the store and links them. Nobody can use
 * the code again. */
void linking_begin(struct command_context *context, struct link_code *code,
                   const struct store_identity *taker);

#endif
