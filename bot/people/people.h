/* people.h: who is who on the networks, as far as tables need it.
 *
 * A `struct person` is somebody who sits at a table (or has just come to one): an identity of the
 * store (network, account, verified) and, while they are there, the id that whispers go to. A nick
 * change moves the id; a return binds it again; seats point to the person and never to a nick. A
 * person is freed when nothing holds them any more (a seat, or a command that runs).
 *
 * A guest has a nick and no account. Anybody can take a nick, and many people can have one address.
 * So we know a guest again by these proofs, in this order:
 * - The connection: `host` and `connection` (chat_user) are as they were, under any nick. Two
 * people can share both only if they signed on from one place in the same second. If both are here,
 * the one with the guest's nick is the guest.
 * - The account to which the guest was logged in.
 * - The host, if the network vouches for it (people_is_back()).
 * - The seat word. If another process had the network a moment ago (network_has_moved()), a guest
 * who is still there under the same nick and from the same host counts as the same guest. If a
 * second nick of an account appears while the first is here, the person moves to it only when its
 * user asks for that. */
#ifndef TALON_BOT_PEOPLE_PEOPLE_H
#define TALON_BOT_PEOPLE_PEOPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/adapter.h"
#include "bot/people/code.h"
#include "bot/people/hash.h"
#include "bot/people/preferences.h"

struct host_options;
struct language;
struct log;
struct loop;
struct network; /* network.h */
struct people;
struct store;
struct table; /* table.h */

enum { PERSON_NAME_MAX = 40, PERSON_ID_MAX = CHAT_ID_MAX, PERSON_WORD_SIZE = 12 };

/* The ways to look up a person on their network: by key and `verified`; by id; guests who are not
 * here by their last nick, if it is not their key; guests by the account to which they were logged
 * in; guests whose connection is known by their host. */
enum people_way {
    PEOPLE_BY_KEY,
    PEOPLE_BY_ID,
    PEOPLE_BY_NICK,
    PEOPLE_BY_ACCOUNT,
    PEOPLE_BY_HOST,
    PEOPLE_WAYS
};

/* A person who sits at a table, or has come to one. There are very many, so no member repeats what
 * another one already says. */
struct person {
    struct network *network;
    char *id;      /* the id that whispers go to; NULL: the person is not there */
    char *name;    /* cleaned, to show */
    char *host;    /* chat_user.host when last seen; NULL: never known */
    char *account; /* of a guest: the account, folded, to which they were logged in while they sat;
                      NULL: none */
    char *connection; /* a guest's chat_user.connection; NULL: not known */
    char *nick; /* of a guest who is not here: their last nick, folded; NULL: it is their key */
    struct preferences preferences;
    const struct language
        *client; /* the language of their client, kept with seats; NULL: not known */
    struct person *next[PEOPLE_WAYS]; /* of the same bucket */
    union {
        struct table *one;
        struct table **many;
    } tables; /* one for each seat that they hold (person_tables()) */
    unsigned table_count;
    unsigned holds; /* how many seats, and commands being run, hold this person */
    uint32_t hash[PEOPLE_WAYS];
    uint8_t word[PERSON_WORD_SIZE]; /* of a guest: first bytes of the seat word's hash (code.h) */
    uint8_t ways;                   /* bits: the indexes that this person is in */
    bool verified;
    bool has_word;
    bool untold;   /* nobody has heard that word yet (seat_word_delivery.h) */
    bool here;     /* another process had the network before us, and this person was there; since
                    * then nobody has reported that they left */
    bool stays;    /* people_see() saw them so soon after that process that nobody could have taken
                      their place */
    bool reminded; /* since they left, they have been told that a seat is kept for them */
    char key[]; /* the account when verified, else the folded nick under which they sat down; scores
                   go to it; key and `verified` together are unique */
};

/* The tables of all their seats, table_count of them; a table with two of their seats is in it
 * twice. Valid until the next person_sit() or person_stand(). */
static inline struct table *const *person_tables(const struct person *person)
{
    return person->table_count > 1 ? person->tables.many : &person->tables.one;
}

/* Makes the empty state of bot/people: no person, network or setting. All four outlive it. Returns
 * NULL when memory is out. */
struct people *people_create(struct loop *loop, struct store *store, const struct log *log,
                             const struct host_options *options);
/* Forgets all persons. */
void people_finish(struct people *people);
/* Call it after people_finish(). Frees settings, bans and codes, too. */
void people_destroy(struct people *people); /* accepts NULL */

/* A new code for `purpose` (code_make()): random, or from host_options.seed. Returns false if the
 * system gives no randomness. */
bool people_make_code(struct people *people, const char *purpose, char code[CODE_SIZE]);

/* Returns true if accounts of the network are permanent ids (adapter_caps.stable_ids). Then a
 * person stays bound to their id for ever once they are known. */
bool people_stable_ids(const struct network *network);

/* The key of a user's identity: the account the network vouches for, else the folded nick. */
bool people_key(const struct network *network, const struct chat_user *user,
                char key[PERSON_ID_MAX], bool *verified);

/* Cleans a name for showing it to others. */
void people_clean_name(const char *name, char out[PERSON_NAME_MAX]);

/* Returns the person behind a user of a network. If there is none, it makes one. If the person is
 * bound to no id, it binds them to the user's. Returns NULL when memory is out, or when the nick is
 * the first nick of another person who is still here under a new one. */
struct person *people_of(struct people *people, struct network *network,
                         const struct chat_user *user);
/* The same for the person whom people_find() has returned for the user. */
struct person *people_meet(struct people *people, struct person *person,
                           const struct chat_user *user);
/* Like people_of(), but makes and binds nobody. Returns NULL if no person is behind the user. */
struct person *people_find(struct people *people, struct network *network,
                           const struct chat_user *user);
/* Returns the person who is bound to that id; NULL if there is none. */
struct person *people_at(const struct people *people, const struct network *network,
                         const char *id);
/* `person` is what people_find() returned for the user. Returns true if it is proved that the user
 * is that person. */
bool people_is_back(const struct person *person, const struct chat_user *user);
/* Returns true if the person is bound to an id, and the network can give that id to somebody else
 * later. */
bool people_is_here(const struct person *person);
/* Call it when a user is seen for whom people_find() returns this unbound person. If the process
 * that had the network a moment ago knew them (`here`), notes that they never left (`stays`):
 * people_is_back() may then trust nick and host. */
void people_see(struct person *person);
/* Call it when nobody bears that nick any more. It drops `here` and `stays`, because the next
 * bearer may be somebody else. */
void people_miss(struct people *people, struct network *network, const char *id);
/* Returns true if the user may be a guest who is away: both come from the same host, and the user's
 * connection is not known yet. */
bool people_may_be_connected(const struct people *people, const struct network *network,
                             const struct chat_user *user);
/* Returns true if the user has the host of the person, whose nick they bear. That is no proof. */
bool people_seems_back(const struct person *person, const struct chat_user *user);

/* What a user needs before they may act as the person that people_find() returns for them. */
enum people_lack {
    PEOPLE_LACK_NOTHING,
    PEOPLE_LACK_WORD, /* the seat word, because that person is away and nothing proves that the user
                       * is them */
    PEOPLE_LACK_SWAP  /* to ask for it: that person is bound to another nick of the same account */
};
enum people_lack people_lack(const struct person *person, const struct chat_user *user);
/* Returns the guest who had the user's nick last, else the guest who sat down under it; NULL if
 * there is none. */
struct person *people_under_nick(struct people *people, const struct network *network,
                                 const struct chat_user *user);
/* The person whose seat word has that hash; NULL if there is none. */
struct person *people_by_word(const struct people *people, const struct network *network,
                              const uint8_t *hash);
/* Binds the person to a user who has proved to be that person; an earlier user is no longer bound.
 * Returns false if another person is bound to the user's id, or memory is out. */
bool people_prove(struct people *people, struct person *person, const struct chat_user *user);
/* Makes a person read from the store, bound to no id; or returns the person of that key if there is
 * one. Returns NULL when memory is out. */
struct person *people_restore(struct people *people, struct network *network, const char *key,
                              const char *name, bool verified);

/* Call it when the account of a user became known, changed or was lost. If the person bound to the
 * user has another account, they get no more whispers there. people_of() then binds the new person.
 */
void people_identity(struct people *people, struct network *network, const struct chat_user *user);
/* Returns a number, never 0, that changes when a person gets another name. While it is the same,
 * what was made of names still holds. */
uint32_t people_renames(const struct people *people);
void people_rename(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user);
/* Call it when a user changes nick. If a missing guest had the old nick and the user has their host
 * (people_seems_back()), the guest is found under the new nick. */
void people_follow(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user);
/* Call it when the user has left, or whispers to that id must end. */
void people_unbind(struct people *people, struct person *person);
/* Everybody of a network. */
void people_unbind_all(struct people *people, struct network *network);

/* Returns the person of that key who sits here (or gives a command now); NULL if there is none. */
struct person *people_known(const struct people *people, const struct network *network,
                            const char *key, bool verified);
/* Writes the mark by which the store's scores recognise a guest: a hash of their host; "": the host
 * is not known. */
void people_mark(const struct person *person, char mark[HASH_HEX]);
/* Writes the mark of any guest from `host`; "" if it is NULL (not known). */
void people_mark_host(const struct network *network, const char *host, char mark[HASH_HEX]);

/* Sets the host from which they were last seen. The text is copied. */
void people_set_host(struct people *people, struct person *person, const char *host);
/* Sets the mark of a guest's connection (chat_user.connection); "" or NULL: not known. The text is
 * copied. Returns true if the mark has changed. */
bool people_set_connection(struct people *people, struct person *person, const char *connection);
/* Writes the folded nick that a guest has now, or had last. Returns false if that is their key. */
bool people_other_nick(const struct person *person, char nick[PERSON_ID_MAX]);
/* Sets the last nick of a guest who is not here. */
void people_set_nick(struct people *people, struct person *person, const char *nick);
/* Keeps the beginning of the hash of a person's seat word. */
void person_set_word(struct person *person, const uint8_t *hash);
/* Keeps the account for which the network vouches, of a guest who sits here. Returns true if the
 * person did not have it before. */
bool people_set_account(struct people *people, struct person *person, const char *account);
/* A seat of the table begins or ends to hold the person. person_sit() returns false and holds
 * nobody when memory is out. */
bool person_sit(struct person *person, struct table *table);
void person_stand(struct people *people, struct person *person, struct table *table);
/* Returns the next of the tables where they have a seat, each table once. *at is 0 at first.
 * Returns NULL after the last. */
struct table *person_table(const struct person *person, unsigned *at);
/* The language that they chose, else that of their client; NULL if neither is known. */
const struct language *person_language(const struct person *person);
/* Hold a person for a reason other than a seat, and release them. A person whom nothing holds is
 * freed. */
void person_hold(struct person *person);
void person_release(struct people *people, struct person *person);
/* If *place holds `from`, makes it hold `to` instead. */
void person_replace(struct people *people, struct person **place, struct person *from,
                    struct person *to);
/* Frees a person whom nothing holds. */
void people_sweep(struct people *people, struct person *person);

#endif
