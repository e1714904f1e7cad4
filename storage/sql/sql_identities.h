/* sql_identities.h: all identities of one person, for tools and the writer. */
#ifndef TALON_STORAGE_SQL_SQL_IDENTITIES_H
#define TALON_STORAGE_SQL_SQL_IDENTITIES_H

#include "sql.h"

enum { IDENTITIES_MAX = STORE_LINKS_MAX + 4 };

/* The identities own their texts. Zeroed: nobody. In `who` only network, account (of a linked nick
 * without its mark) and `verified` are set. */
struct identities {
    int64_t person; /* 0: nobody knows them */
    unsigned count;
    struct store_identity who[IDENTITIES_MAX];
    char networks[IDENTITIES_MAX][STORE_NAME_MAX];
    char accounts[IDENTITIES_MAX][STORE_ACCOUNT_MAX];
};

void identities_add(struct identities *all, const char *network, const char *account,
                    bool verified);
/* Reads the identities of all->person. False: `sql` has the error. */
bool identities_read(struct identities *all, struct sql *sql);
/* Finds the person of that account, or else of that nick, and their identities. `account` is as
 * somebody types it, so it is compared as the network compares names (STORE_FOLDS). */
bool identities_find(struct identities *all, struct sql *sql, const char *network,
                     const char *account);
/* For a name that no identity has: adds it to the list as an account and as a nick, because
 * settings and tables may still name it. */
bool identities_add_unknown(struct identities *all, struct sql *sql, const char *network,
                            const char *account);

#endif
