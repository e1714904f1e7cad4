/* link.h: codes that make two identities one person (!link), and links that are new.
 *
 * One act on each side. !link gives a code to the identity that asks for it (the maker); the same
 * person says that code as their other identity (the taker), and both are one. Nobody is asked
 * anything: the code was whispered to one end and came back from the other.
 *
 * Somebody could give their code to another person and trick them into saying it, or make a maker
 * tell theirs. This is what stops them:
 *   - The code is told as NAME-CODE, with the maker's name in front ("ana-xk3f9q2a"). Whoever says
 *     it that way says whose it is. Without the name nothing is linked: the taker is shown who the
 *     maker is, and which words link them. Only the maker's own connection needs no name.
 *   - Both sides are told at once who the other one is, and that !unlink takes it back.
 *   - For a day (host_options.link_settles) neither side can have the other one forgotten: !forget
 * me wants them parted first. It is the one thing that no !unlink gives back.
 *   - Rights never pass. A code works once, expires, and is dead when a channel could read it. An
 *     identity has one code at most.
 *
 * Kept as a hash, in the store as well (scope "link"); after its use until the link is a day old.
 */
#ifndef TALON_BOT_PEOPLE_LINK_H
#define TALON_BOT_PEOPLE_LINK_H

#include "bot/people/code.h"
#include "bot/people/people.h"
#include "storage/store.h"

struct host;

/* An identity with texts of its own, all in one block. */
struct link_identity {
    struct store_identity who;
    const char *id;      /* chat_user.id when it was seen */
    const char *channel; /* where their command was answered; NULL: nowhere (a private talk) */
    char text[];
};

struct link_code {
    struct link_code *next;
    int64_t expires_at; /* clock_now(); of a used one, when the link is not young any more */
    uint8_t hash[HASH_SIZE];
    struct link_identity *maker;
    struct link_identity *taker; /* who used it; NULL: it waits */
};

/* NAME-CODE: the name in letters of at most LINK_NAME_MAX bytes. */
enum { LINK_NAME_MAX = 32, LINK_WORDS_SIZE = LINK_NAME_MAX + 1 + CODE_SIZE };

/* NULL when memory is out; freed by free(). */
struct link_identity *link_identity_create(const struct store_identity *who, const char *id,
                                           const char *channel);
/* A nick that comes from elsewhere is not the same; it has a mark ("" at least). */
bool link_same(const struct store_identity *one, const struct store_identity *other);

/* A new code for that identity; the one before is worth nothing. False: memory is out. */
bool link_offer(struct host *host, const struct store_identity *who, const char *id,
                const char *channel, char code[CODE_SIZE]);
/* How a code of that identity is told and said: NAME-CODE. */
void link_words(const struct store_identity *maker, const char *code, char out[LINK_WORDS_SIZE]);
/* The one that waits, of words as they were said: with a name before it, or without. NULL: there
 * is none, or it has expired. Valid until the loop goes on. */
struct link_code *link_find(struct host *host, const char *words);
/* Whether the words have the maker's name before the code. */
bool link_names(const struct link_code *code, const char *words);
/* The one that an identity had made and nobody used; NULL likewise. */
struct link_code *link_made_by(struct host *host, const struct store_identity *who);
/* The code is said: it waits no more, and is the caller's, to be freed by link_destroy() or given
 * back by link_use(). */
void link_take(struct host *host, struct link_code *code);
/* Its taker and its maker are linked now: a young link. Takes the code over. */
void link_use(struct host *host, struct link_code *code);
void link_destroy(struct link_code *code);
/* The other side of a young link of that identity; NULL: it has none. */
const struct store_identity *link_young(const struct host *host, const struct store_identity *who);
void link_drop(struct host *host, struct link_code *code);
/* Its codes and its young links. */
void link_forget(struct host *host, const struct store_identity *who);
/* All codes in words that everybody could hear are dead now. False: there was none. */
bool link_overheard(struct host *host, const char *text);

/* A row of the store: scope "link". */
void link_load(struct host *host, const char *key, const char *value);
/* It is not there any more. */
void link_unload(struct host *host, const char *key);
void link_finish(struct host *host);

#endif
