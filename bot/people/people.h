/* people.h: who is who on the networks, as far as tables need it.
 *
 * A `struct person` is somebody who sits at a table (or has just come to one): an identity of the
 * store (network, account, verified) and, while they are there, the id that whispers go to. A nick
 * change moves the id; a return binds it again; seats point to the person and never to a nick. A
 * person lives while a seat holds them.
 *
 * A guest has a nick and no account. Anybody can take a nick, and many people can have one address.
 * So we know a guest again by these proofs, in this order:
 * - The connection: `host` and `connection` (chat_user) are as they were, under any nick. Two
 * people can share both only if they signed on from one place in the same second. If both are here,
 * the one with the guest's nick is the guest.
 * - The account to which the guest was logged in.
 * - The host, if the network vouches for it (people_is_back()).
 * - The seat word.
 * When another process had the network a moment ago (network_has_moved()), a guest who was here,
 * and is so still under the same nick and from the same host, counts as the same guest. A second
 * live nick of an account is bound when it asks for that. */
#ifndef TALON_BOT_PEOPLE_PEOPLE_H
#define TALON_BOT_PEOPLE_PEOPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/adapter.h"
#include "bot/people/code.h"
#include "bot/people/hash.h"
#include "bot/people/preferences.h"

struct host;
struct language;
struct network; /* network.h */
struct table;   /* table.h */

enum { PERSON_NAME_MAX = 40, PERSON_ID_MAX = CHAT_ID_MAX, PERSON_WORD_SIZE = 12 };

/* How somebody is looked up, on their network: by key and `verified`; by id; guests who are not
 * here by the nick that they had last, if it is not their key; guests by the account to which they
 * were logged in; guests whose connection is known by their host. */
enum people_way {
    PEOPLE_BY_KEY,
    PEOPLE_BY_ID,
    PEOPLE_BY_NICK,
    PEOPLE_BY_ACCOUNT,
    PEOPLE_BY_HOST,
    PEOPLE_WAYS
};

/* Ten thousand tables have many of them: no member that the strings already say. */
struct person {
    struct network *network;
    char *id;         /* address now; NULL: not there */
    char *name;       /* cleaned, to show */
    char *host;       /* chat_user.host when last seen; NULL: never known */
    char *account;    /* folded; of a guest who was logged in while they sat; NULL: never */
    char *connection; /* of a guest: chat_user.connection of it; NULL: not known */
    char *nick;       /* of a guest who is not here: the nick that they had last, folded, if it is
                         not their key; NULL */
    struct preferences preferences;
    const struct language *client;    /* of their client, kept with seats; NULL: not known */
    struct person *next[PEOPLE_WAYS]; /* of the same bucket */
    union {
        struct table *one;
        struct table **many;
    } tables; /* one for each seat held: person_tables() */
    unsigned table_count;
    unsigned holds; /* seats, and the command being run */
    uint32_t hash[PEOPLE_WAYS];
    uint8_t word[PERSON_WORD_SIZE]; /* of a guest: first bytes of the seat word's hash (code.h) */
    uint8_t ways;                   /* bits: in which indexes they are */
    bool verified;
    bool has_word;
    bool untold;   /* nobody has heard that word yet (seat_word_delivery.h) */
    bool here;     /* the process that had the network a moment ago knew them as this person */
    bool stays;    /* and seen since, before anybody could be in their place */
    bool reminded; /* has heard, since they were gone, that a seat is kept for them */
    char key[]; /* the account when verified, else the folded nick under which they sat down, which
                   gets their scores; unique with `verified` */
};

/* The tables of all their seats, table_count of them. Valid until the next person_sit() or
 * person_stand(). */
static inline struct table *const *person_tables(const struct person *person)
{
    return person->table_count > 1 ? person->tables.many : &person->tables.one;
}

/* Makes the state of this room, without any person, network or setting. Returns NULL when memory is
 * out. */
struct people *people_create(void);
/* Forgets all persons. */
void people_finish(struct people *people);
/* After people_finish(), setting_finish(), ban_finish(), seen_finish() and link_finish(). */
void people_destroy(struct people *people); /* accepts NULL */

/* A new code for `purpose` (code_make()): random, or from host_options.seed. Returns false if the
 * system gives no randomness. */
bool people_make_code(struct host *host, const char *purpose, char code[CODE_SIZE]);

/* Returns true if accounts of the network are permanent ids (adapter_caps.stable_ids). Then a
 * person is bound from the moment they are known, for ever. */
bool people_stable_ids(const struct network *network);

/* The key of a user's identity: the account the network vouches for, else the folded nick. */
bool people_key(const struct network *network, const struct chat_user *user,
                char key[PERSON_ID_MAX], bool *verified);

/* A name as it is shown. */
void people_clean_name(const char *name, char out[PERSON_NAME_MAX]);

/* The person behind a user of a network. It makes the person if there is none, and binds them to
 * the id if they are bound to none. Returns NULL when memory is out, or when the nick belonged to
 * another person who is still here under a new one. */
struct person *people_of(struct people *people, struct network *network,
                         const struct chat_user *user);
/* The same, but it makes and binds nobody. Returns NULL if nobody is known. */
struct person *people_find(struct people *people, struct network *network,
                           const struct chat_user *user);
/* The person who gets whispers to that id; NULL if there is none. */
struct person *people_at(const struct people *people, const struct network *network,
                         const char *id);
/* Returns true if a user who is seen, and for whom people_find() returns this person, certainly is
 * that person. */
bool people_is_back(const struct person *person, const struct chat_user *user);
/* True if they are bound to an id that the network can give to somebody else later. */
bool people_is_here(const struct person *person);
/* Call it when a user is seen for whom people_find() returns this unbound person. It notes if they
 * have been here all along. */
void people_see(struct person *person);
/* Call it when nobody with that nick is seen any more, because the next bearer may be somebody
 * else. */
void people_miss(struct people *people, struct network *network, const char *id);
/* True if the user may be a guest who is away, under any nick: they come from the same host, and
 * the network was not yet asked for their connection. */
bool people_may_be_connected(const struct people *people, const struct network *network,
                             const struct chat_user *user);
/* True if the user has the same host and nick. That is no proof. */
bool people_seems_back(const struct person *person, const struct chat_user *user);

/* What a user lacks to act as the person that people_find() returns for them. */
enum people_lack {
    PEOPLE_LACK_NOTHING,
    PEOPLE_LACK_WORD, /* their nick was somebody's who left: the seat word */
    PEOPLE_LACK_SWAP  /* another nick of their account acts: they must ask for it */
};
enum people_lack people_lack(const struct person *person, const struct chat_user *user);
/* The guest who had the user's nick last, or sat down under it; NULL if there is none. */
struct person *people_under_nick(struct people *people, const struct network *network,
                                 const struct chat_user *user);
/* The person whose seat word has that hash; NULL if there is none. */
struct person *people_by_word(const struct people *people, const struct network *network,
                              const uint8_t *hash);
/* Binds the person to a user who has proved to be that person, whoever was bound before. Returns
 * false if the id is another person's. */
bool people_prove(struct people *people, struct person *person, const struct chat_user *user);
/* Makes a person known from the store who is not here yet. */
struct person *people_restore(struct people *people, struct network *network, const char *key,
                              const char *name, bool verified);

/* Call it when the account of a user became known, changed or was lost. Whispers to the old
 * identity end, and people_of() binds the new one. */
void people_identity(struct people *people, struct network *network, const struct chat_user *user);
void people_rename(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user);
/* Call it when somebody who may be a missing guest (people_seems_back()) takes another nick. The
 * guest is then found under that nick, too. */
void people_follow(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user);
/* Call it when the user is gone, or nobody may whisper to that id any more. */
void people_unbind(struct people *people, struct person *person);
/* Everybody of a network. */
void people_unbind_all(struct people *people, struct network *network);

/* The person of that key who sits here (or gives a command now); NULL if there is none. */
struct person *people_known(const struct people *people, const struct network *network,
                            const char *key, bool verified);
/* The mark by which the score book recognises a guest: a hash of their host; "": not known. */
void people_mark(const struct person *person, char mark[HASH_HEX]);
/* The mark of a guest from `host` (NULL: not known). */
void people_mark_host(const struct network *network, const char *host, char mark[HASH_HEX]);

/* Sets the host from which they were last seen; copied. */
void people_set_host(struct people *people, struct person *person, const char *host);
/* Sets the mark of a guest's connection; copied; "" or NULL: not known. Returns true if it has
 * changed. */
bool people_set_connection(struct people *people, struct person *person, const char *connection);
/* Writes the folded nick that a guest has or had last. Returns false if it is their key. */
bool people_other_nick(const struct person *person, char nick[PERSON_ID_MAX]);
/* Sets the last nick of a guest who is not here. */
void people_set_nick(struct people *people, struct person *person, const char *nick);
/* Keeps the beginning of the hash of a person's seat word. */
void person_set_word(struct person *person, const uint8_t *hash);
/* Notes that the network vouches for an account of a guest who sits here. Returns true when that is
 * news. */
bool people_set_account(struct people *people, struct person *person, const char *account);
/* A seat of the table takes or gives back its hold. person_sit() returns false, and takes none,
 * when memory is out. */
bool person_sit(struct person *person, struct table *table);
void person_stand(struct people *people, struct person *person, struct table *table);
/* The next of the tables where they have a seat, each once. *at is 0 at first. Returns NULL after
 * the last. */
struct table *person_table(const struct person *person, unsigned *at);
/* The language that they chose, or else their client's; NULL if neither is known. */
const struct language *person_language(const struct person *person);
/* Anything other than a seat takes or gives back its hold. A person without holds is forgotten. */
void person_hold(struct person *person);
void person_release(struct people *people, struct person *person);
/* Forgets a person whom no seat holds. */
void people_sweep(struct people *people, struct person *person);

#endif
