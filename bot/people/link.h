/* link.h: codes that make two identities one person (!link), and links that are new.
 *
 * Each side does one thing. !link whispers a code to the identity that asks for it (the maker). The
 * same person types the code as their other identity (the taker), and both become one person.
 *
 * Somebody could give their code to another person and trick them into typing it, or make a maker
 * tell theirs. These rules prevent both:
 * - A code is shown as NAME-CODE, with the maker's name in front ("ana-xk3f9q2a"). The person who
 * types it thereby confirms the maker. Without the name nothing is linked: the taker is shown the
 * maker's name, and the full NAME-CODE to type. Only from the maker's own connection does the code
 * work without the name.
 * - Both sides are told at once who the other one is, and that !unlink takes the link back.
 * - For a day (host_options.link_settles) neither side can erase the other one: !forget me wants
 * them unlinked first, because no !unlink brings back what is forgotten.
 * - Rights never pass. A code works once, expires, and is dropped when somebody types it where a
 * channel can read it. An identity has at most one code.
 *
 * The store keeps codes as hashes (scope "link"), and a used code until its link is a day old. */
#ifndef TALON_BOT_PEOPLE_LINK_H
#define TALON_BOT_PEOPLE_LINK_H

#include "bot/people/code.h"
#include "bot/people/people.h"
#include "storage/store.h"

struct people;

/* An identity with texts of its own, all in one block. */
struct link_identity {
    struct store_identity who;
    const char *id;      /* chat_user.id when it was seen */
    const char *channel; /* the channel with the answer to their command; NULL: a private talk */
    char text[];
};

struct link_code {
    struct link_code *next;
    int64_t expires_at; /* in the time of clock_now(): when the code expires; for a used code, when
                           its link is no longer young */
    uint8_t hash[HASH_SIZE];
    struct link_identity *maker;
    struct link_identity *taker; /* who used the code; NULL: it is unused */
};

/* Sizes for NAME-CODE: NAME is the maker's name, only its letters, at most LINK_NAME_MAX bytes. */
enum { LINK_NAME_MAX = 32, LINK_WORDS_SIZE = LINK_NAME_MAX + 1 + CODE_SIZE };

/* NULL when memory is out; freed by free(). */
struct link_identity *link_identity_create(const struct store_identity *who, const char *id,
                                           const char *channel);
/* Returns true if both are the same identity. Two equal nicks are the same identity only if their
 * marks (store_identity.mark) are equal, too. A mark may be "", but never NULL. */
bool link_same(const struct store_identity *one, const struct store_identity *other);

/* Makes a code for that identity. It replaces the identity's unused code, if there is one. Returns
 * false when memory is out. */
bool link_offer(struct people *people, const struct store_identity *who, const char *id,
                const char *channel, char code[CODE_SIZE]);
/* Writes NAME-CODE. */
void link_words(const struct store_identity *maker, const char *code, char out[LINK_WORDS_SIZE]);
/* Finds the unused code in words that somebody typed, with or without NAME before it. Returns NULL
 * if there is none, or it has expired. The result is valid until the end of this turn of the loop.
 */
struct link_code *link_find(struct people *people, const char *words);
/* Returns true if the words have the maker's name before the code. */
bool link_names(const struct link_code *code, const char *words);
/* The unused code that an identity made; NULL: none. */
struct link_code *link_made_by(struct people *people, const struct store_identity *who);
/* Takes a code out of the list; then the caller owns it. Free it with link_destroy(), or return it
 * with link_use(). */
void link_take(struct people *people, struct link_code *code);
/* Keeps a used code as the record of a young link between its taker and maker. Owns the code from
 * then on. */
void link_use(struct people *people, struct link_code *code);
void link_destroy(struct link_code *code);
/* Returns the other identity of a young link that this identity is in; NULL: it is in none. */
const struct store_identity *link_young(const struct people *people,
                                        const struct store_identity *who);
void link_drop(struct people *people, struct link_code *code);
/* Forgets the codes and young links of that identity. */
void link_forget(struct people *people, const struct store_identity *who);
/* Drops all codes that appear in a text that everybody could read. Returns false if there was none.
 */
bool link_overheard(struct people *people, const char *text);

/* A row of the store: scope "link". */
void link_load(struct people *people, const char *key, const char *value);
/* Drops that code, because the store no longer has its row. */
void link_unload(struct people *people, const char *key);
void link_finish(struct people *people);

#endif
