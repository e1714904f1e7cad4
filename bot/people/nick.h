/* nick.h: nicks that are linked with accounts (!link), and how they are known again.
 *
 * Anybody can take a nick. One that is linked plays for its person only as far as its bearer is
 * known again: by whence they come (the mark, people_mark()), or by the seat word that they were
 * told last while they were known. Whoever comes otherwise is told so and asked for the word; until
 * then the nick is one of its own. Kept in the store (scope "nick:NETWORK"), in the batch in which
 * it is linked. */
#ifndef TALON_BOT_PEOPLE_NICK_H
#define TALON_BOT_PEOPLE_NICK_H

#include "bot/people/people.h"
#include "storage/store.h"

struct command_context;
struct host;

/* It is linked from now on; `person` (NULL: nobody sits so) has its seat word. */
void nick_link(struct host *host, const struct store_identity *who, const struct person *person);
/* Or no more. */
void nick_unlink(struct host *host, const char *network, const char *account);
/* Who sits down as a nick: one that is linked keeps the word that they were told, or they are told
 * that they are not known. */
void nick_sits(struct command_context *context);
/* The seat word of a person who has one is another. */
void nick_word(struct host *host, const struct person *person);
/* Whether a word (its hash, code.h) proves the typist to be who linked their nick: then they are
 * known by where they come from now. */
bool nick_proves(struct command_context *context, const uint8_t hash[FAIR_SIZE]);
/* A nick who sits came from `mark` ("": not known), and is the same: what is kept of them follows.
 */
void nick_moved(struct host *host, const struct person *person, const char *mark);
/* people_of() for who is that person already; a nick whose host has changed is followed. */
struct person *nick_follow(struct host *host, struct network *network, const struct chat_user *user,
                           const struct person *person);

#endif
