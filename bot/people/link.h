/* link.h: codes that wait to be said from somebody's other identity (!link).
 *
 * A code belongs to the identity that had it made. Whoever says it is shown whose it is, and says
 * yes; then its maker is shown who that is, and says yes from there: nobody is made one with
 * somebody whom they have not been shown, and a code that was overheard or stolen is worth nothing
 * by itself. It expires; each identity has one at most; one that is said aloud is dead. Kept as a
 * hash, in the store as well (scope "link"). */
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
    int64_t expires_at; /* clock_now() */
    uint8_t hash[HASH_SIZE];
    struct link_identity *maker;
    struct link_identity *taker; /* who was shown last whose it is; NULL: nobody */
    bool sure;                   /* and said yes: nobody else is asked any more */
    bool shown;                  /* the maker knows who it is */
};

/* NULL when memory is out; freed by free(). */
struct link_identity *link_identity_create(const struct store_identity *who, const char *id,
                                           const char *channel);
/* A nick that comes from elsewhere is not the same; it has a mark ("" at least). */
bool link_same(const struct store_identity *one, const struct store_identity *other);

/* A new code for that identity; the one before is worth nothing. False: memory is out. */
bool link_offer(struct host *host, const struct store_identity *who, const char *id,
                const char *channel, char code[CODE_SIZE]);
/* NULL: there is none, or it has expired. Valid until the loop goes on. */
struct link_code *link_find(struct host *host, const char *code);
/* The one that an identity had made; NULL likewise. */
struct link_code *link_made_by(struct host *host, const struct store_identity *who);
/* Somebody is shown whose it is. False: memory is out. */
bool link_take(struct host *host, struct link_code *code, const struct store_identity *who,
               const char *id, const char *channel);
/* `sure` or `shown` was changed: kept. */
void link_keep(struct host *host, const struct link_code *code);
void link_drop(struct host *host, struct link_code *code);
/* Those that an identity had made, or said. */
void link_forget(struct host *host, const struct store_identity *who);
/* All codes in words that everybody could hear are dead now. False: there was none. */
bool link_overheard(struct host *host, const char *text);

/* A row of the store: scope "link". */
void link_load(struct host *host, const char *key, const char *value);
/* It is not there any more. */
void link_unload(struct host *host, const char *key);
void link_finish(struct host *host);

#endif
