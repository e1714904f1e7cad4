#include "sql_identities.h"

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

bool identities_read(struct identities *all, struct sql *sql)
{
    static const char text[] =
        "SELECT network, account, verified FROM identity WHERE person = ?1 ORDER BY id";
    struct sql_stmt *stmt = NULL;
    bool good = (stmt = sql_prepare(sql, text)) != NULL && sql_bind_int(stmt, 1, all->person);
    while (good && sql_step(stmt) == SQL_ROW)
        identities_add(all, sql_text(stmt, 0), sql_text(stmt, 1), sql_int64(stmt, 2) != 0);
    return sql_finalize(stmt) && good;
}

bool identities_find(struct identities *all, struct sql *sql, const char *network,
                     const char *account)
{
    static const char text[] =
        "SELECT person FROM identity WHERE network = ?1 AND (account = ?2 OR"
        " (verified = 0 AND substr(account, 1, length(?2) + 1) = ?2 || char(10)))"
        " ORDER BY verified DESC, account = ?2 DESC, id LIMIT 1";
    struct sql_stmt *stmt = NULL;
    bool good = (stmt = sql_prepare(sql, text)) != NULL && sql_bind_text(stmt, 1, network) &&
                sql_bind_text(stmt, 2, account) && sql_run_row(stmt, &all->person, NULL) != ERROR;
    sql_finalize(stmt);
    return good && identities_read(all, sql);
}
