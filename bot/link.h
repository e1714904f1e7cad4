/* link.h: codes that wait to be said from somebody's other identity (!link).
 *
 * A code belongs to the identity that asked for it; it is good once and until it expires, and each
 * identity has one at most. Kept as a hash, in the store as well (scope "link"). */
#ifndef TALON_BOT_LINK_H
#define TALON_BOT_LINK_H

#include "bot/code.h"
#include "storage/store.h"

struct host;

/* An identity with texts of its own, all in one block. */
struct link_identity {
    struct store_identity who; /* its texts stand behind it */
    char text[];
};

struct link_code {
    struct link_code *next;
    int64_t expires_at; /* clock_now() */
    uint8_t hash[FAIR_SIZE];
    struct link_identity *identity;
};

/* NULL when memory is out; freed by free(). */
struct link_identity *link_identity_create(const struct store_identity *who);
bool link_same(const struct store_identity *one, const struct store_identity *other);

/* A new code for that identity; the one before is worth nothing. False: memory is out. */
bool link_offer(struct host *host, const struct store_identity *who, char code[CODE_SIZE]);
/* Whose a code is. NULL: there is none, or it has expired. Freed by free(). */
struct link_identity *link_look(struct host *host, const char *code);
/* Takes a code: it is gone then. NULL: there is none, or it has expired. Freed by free(). */
struct link_identity *link_take(struct host *host, const char *code);
/* A row of the store: scope "link". */
void link_load(struct host *host, const char *key, const char *value);
void link_finish(struct host *host);

#endif
