/* nick.h: nicks that are linked with accounts (!link), and how their owner is recognised.
 *
 * Anybody can take a nick, and two people can have one address. A linked nick plays for its owner
 * only while its bearer is known to be the owner. They are known in the session in which they
 * linked it, if their network vouches for their host, or by the latest seat word that they got
 * while known. The bot tells anybody else under that nick about it and asks for the word. Until
 * they give it they are a separate guest.
 *
 * The store keeps what proves a nick (scope "nick:NETWORK"), in the batch in which it is linked.
 * Memory keeps who is known now, for as long as they are seen. */
#ifndef TALON_BOT_PEOPLE_NICK_H
#define TALON_BOT_PEOPLE_NICK_H

#include "bot/people/people.h"
#include "storage/store.h"

struct people;

/* Links the nick `who`. From now on the user with that id (NULL: none is known) counts as its known
 * bearer. `person` sits under the nick, and keeps their seat word; NULL: nobody sits there. */
void nick_link(const struct network *network, const struct store_identity *who, const char *id,
               const struct person *person);
/* Unlinks the nick. */
void nick_unlink(struct people *people, const char *network, const char *account);
/* The user who has a nick now. */
struct nick_bearer {
    const struct network *network;
    const char *nick;            /* folded */
    const char *id;              /* chat_user.id; NULL: not there */
    const char *host;            /* chat_user.host; NULL: not known */
    const struct person *person; /* the person who sits under that nick; NULL: nobody */
};
/* Writes the mark by which the store tells bearers of a nick apart (people_mark()). If a nick is
 * linked, a bearer who is not known to be the owner gets another mark than the owner, even from the
 * same host. */
void nick_mark(const struct nick_bearer *bearer, char mark[HASH_HEX]);
void nick_mark_of(const struct person *person, char mark[HASH_HEX]);
/* Call it when the user with that id has left or changed nick: they no longer count as the known
 * bearer. NULL stands for all users of the network. */
void nick_forget(const struct network *network, const char *id);
/* Call it when somebody sits down. If they are the known bearer of a linked nick, it keeps their
 * new seat word for the nick and returns NULL. If the nick is linked and they are not known, it
 * returns a text for them ({player}, {p}), to be translated. For other nicks it returns NULL. */
const char *nick_sits(const struct person *person, const struct chat_user *user);
/* Keeps the new seat word of a person who sits as the proof of their linked nick. Does nothing
 * unless they are its known bearer. */
void nick_word(const struct person *person);
/* Like nick_word(), for a known bearer who has no seat: `id` is theirs, `hash` that of their new
 * word. */
void nick_set_word(const struct network *network, const char *id, const uint8_t hash[HASH_SIZE]);
/* Returns true if `hash` (code.h) is that of the word kept for the user's linked nick. Then they
 * count as its bearer from now on, and what the store keeps of the nick moves to their present
 * host. */
bool nick_proves(struct network *network, const struct chat_user *user,
                 const uint8_t hash[HASH_SIZE]);
/* Call it when a guest who sits comes from another host. `mark` is that of the former host ("": not
 * known). Moves what the store keeps of them to their present mark. */
void nick_moved(const struct person *person, const char *mark);
/* Does what people_meet() does. If the person is a guest who comes from another host than before,
 * also moves what the store keeps of them to their new mark (nick_moved()). */
struct person *nick_follow(struct person *person, const struct chat_user *user);

#endif
