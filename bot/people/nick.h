/* nick.h: nicks that are linked with accounts (!link), and how they are known again.
 *
 * Anybody can take a nick, and come from the same address. One that is linked plays for its person
 * only as long as its bearer is known: in the session in which they linked it, where their network
 * vouches for their host, or by the seat word that they were told last while they were known.
 * Whoever comes otherwise is told so and asked for the word; until then the nick is one of its own.
 * What proves a nick is kept in the store (scope "nick:NETWORK"), in the batch in which it is
 * linked; who is known now, for as long as they are seen. */
#ifndef TALON_BOT_PEOPLE_NICK_H
#define TALON_BOT_PEOPLE_NICK_H

#include "bot/people/people.h"
#include "storage/store.h"

struct host;

/* It is linked from now on, by who has that id (NULL: not known), and is known with it; `person`
 * (NULL: nobody sits so) has its seat word. */
void nick_link(struct host *host, const struct network *network, const struct store_identity *who,
               const char *id, const struct person *person);
/* Or no more. */
void nick_unlink(struct host *host, const char *network, const char *account);
/* Who bears a nick now. */
struct nick_bearer {
    const struct network *network;
    const char *nick;            /* folded */
    const char *id;              /* chat_user.id; NULL: not there */
    const char *host;            /* chat_user.host; NULL: not known */
    const struct person *person; /* who sits as that nick; NULL: nobody */
};
/* The mark under which the store knows them (people_mark()). Who bears a linked nick and is not
 * known has another than who linked it, wherever they come from. */
void nick_mark(struct host *host, const struct nick_bearer *bearer, char mark[HASH_HEX]);
void nick_mark_of(struct host *host, const struct person *person, char mark[HASH_HEX]);
/* Who has that id is gone, or is another nick; NULL: nobody of the network is seen any more. */
void nick_forget(const struct network *network, const char *id);
/* Somebody sits down: a linked nick keeps the word that they were told. Where they are not known,
 * what they are to be told of that ({player}, {p}), to be translated; else NULL. */
const char *nick_sits(struct host *host, const struct person *person, const struct chat_user *user);
/* The seat word of a person who has one is another. */
void nick_word(struct host *host, const struct person *person);
/* The word of a linked nick is another: who has that id says it without a seat. */
void nick_set_word(struct host *host, const struct network *network, const char *id,
                   const uint8_t hash[HASH_SIZE]);
/* Whether a word (its hash, code.h) proves the typist to be who linked their nick: then they are
 * known by where they come from now. */
bool nick_proves(struct host *host, struct network *network, const struct chat_user *user,
                 const uint8_t hash[HASH_SIZE]);
/* A nick who sits came from `mark` ("": not known), and is the same: what is kept of them follows.
 */
void nick_moved(struct host *host, const struct person *person, const char *mark);
/* people_of() for who is that person already; a nick whose host has changed is followed. */
struct person *nick_follow(struct host *host, struct network *network, const struct chat_user *user,
                           const struct person *person);

#endif
