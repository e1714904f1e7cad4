/* sql_identities.h: all identities of one person, as a tool or the writer deals with them. */
#ifndef TALON_STORAGE_SQL_SQL_IDENTITIES_H
#define TALON_STORAGE_SQL_SQL_IDENTITIES_H

#include "sql.h"

enum { IDENTITIES_MAX = STORE_LINKS_MAX + 4 };

/* Zeroed, nobody. Its texts are its own; of `who` network, account (of a linked nick without what
 * stands behind it) and `verified` count. */
struct identities {
    int64_t person; /* 0: nobody knows them */
    unsigned count;
    struct store_identity who[IDENTITIES_MAX];
    char networks[IDENTITIES_MAX][STORE_NAME_MAX];
    char accounts[IDENTITIES_MAX][STORE_ACCOUNT_MAX];
};

void identities_add(struct identities *all, const char *network, const char *account,
                    bool verified);
/* Those of all->person. Each: false: `sql` has the error. */
bool identities_read(struct identities *all, struct sql *sql);
/* The person of that account, or else of that nick, and their identities. `account` is as somebody
 * types it: it is compared as the network compares names (STORE_FOLDS). */
bool identities_find(struct identities *all, struct sql *sql, const char *network,
                     const char *account);
/* Adds a name without identities as account and as nick: settings and tables may still name it. */
bool identities_add_unknown(struct identities *all, struct sql *sql, const char *network,
                            const char *account);

#endif
