#include "sqlite_identities.h"

#include <stdio.h>
#include <string.h>

void identities_add(struct identities *all, const char *network, const char *account, bool verified)
{
    if (all->count == IDENTITIES_MAX)
        return;
    snprintf(all->networks[all->count], STORE_NAME_MAX, "%s", network);
    snprintf(all->accounts[all->count], STORE_ACCOUNT_MAX, "%.*s", (int)strcspn(account, "\n"),
             account); /* of a linked nick its mark stands behind it */
    all->who[all->count] = (struct store_identity){.network = all->networks[all->count],
                                                   .account = all->accounts[all->count],
                                                   .verified = verified};
    all->count++;
}

bool identities_read(struct identities *all, sqlite3 *db)
{
    static const char sql[] =
        "SELECT network, account, verified FROM identity WHERE person = ?1 ORDER BY id";
    sqlite3_stmt *stmt = NULL;
    bool good =
        sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK && bind_int(stmt, 1, all->person);
    while (good && sqlite3_step(stmt) == SQLITE_ROW)
        identities_add(all, column_text(stmt, 0), column_text(stmt, 1),
                       sqlite3_column_int64(stmt, 2) != 0);
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

bool identities_find(struct identities *all, sqlite3 *db, const char *network, const char *account)
{
    static const char sql[] =
        "SELECT person FROM identity WHERE network = ?1 AND (account = ?2 OR"
        " (verified = 0 AND substr(account, 1, length(?2) + 1) = ?2 || char(10)))"
        " ORDER BY verified DESC, account = ?2 DESC, id LIMIT 1";
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_text(stmt, 1, network) && bind_text(stmt, 2, account) &&
                sqlite_run_row(stmt, &all->person, NULL) != ERROR;
    sqlite3_finalize(stmt);
    return good && identities_read(all, db);
}
