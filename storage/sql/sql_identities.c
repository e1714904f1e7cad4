#include "sql_identities.h"

#include <stdio.h>
#include <string.h>

void identities_add(struct identities *all, const char *network, const char *account, bool verified)
{
    if (all->count == IDENTITIES_MAX)
        return;
    snprintf(all->networks[all->count], STORE_NAME_MAX, "%s", network);
    snprintf(all->accounts[all->count], STORE_ACCOUNT_MAX, "%.*s", (int)strcspn(account, "\n"),
             account); /* a linked nick has its mark behind it */
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

/* -- by a name as somebody types it -- */

/* A name as it is stored: folded as the network compares names, once as an account and once as a
 * nick. */
struct typed {
    char account[STORE_ACCOUNT_MAX], nick[STORE_ACCOUNT_MAX];
};

static void fold_account(char out[STORE_ACCOUNT_MAX], const char *name, const char *folded)
{
    size_t i = 0;
    for (; i < STORE_ACCOUNT_MAX - 1 && name[i] != '\0'; i++) {
        const char *at = strchr(STORE_FOLDS, name[i]);
        out[i] = at != NULL ? folded[at - STORE_FOLDS] : name[i];
    }
    out[i] = '\0';
}

/* Folds a typed name as its network compares names (STORE_FOLDS). Until the first connection to a
 * network stores how, only A to Z are folded. */
static bool read_typed(struct typed *typed, struct sql *sql, const char *network, const char *name)
{
    static const char text[] = "SELECT value FROM setting WHERE scope = ?1 AND key = 'folds'";
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz[\\]^";
    char scope[STORE_NAME_MAX + 16];
    struct sql_stmt *stmt = NULL;
    snprintf(scope, sizeof(scope), "names:%s", network);
    bool good = (stmt = sql_prepare(sql, text)) != NULL && sql_bind_text(stmt, 1, scope);
    const char *folded = good && sql_step(stmt) == SQL_ROW ? sql_text(stmt, 0) : letters;
    bool folds = strlen(folded) == sizeof(letters) - 1;
    fold_account(typed->account, name, folds ? letters : STORE_FOLDS);
    fold_account(typed->nick, name, folds ? folded : STORE_FOLDS);
    return sql_finalize(stmt) && good;
}

static bool find_one(struct identities *all, struct sql *sql, const char *network,
                     const struct typed *typed)
{
    static const char text[] =
        "SELECT person FROM identity WHERE network = ?1 AND ((verified = 1 AND account = ?2) OR"
        " (verified = 0 AND (account = ?3 OR"
        " substr(account, 1, length(?3) + 1) = ?3 || char(10))))"
        " ORDER BY verified DESC, account = ?3 DESC, id LIMIT 1";
    struct sql_stmt *stmt = NULL;
    bool good = (stmt = sql_prepare(sql, text)) != NULL && sql_bind_text(stmt, 1, network) &&
                sql_bind_text(stmt, 2, typed->account) && sql_bind_text(stmt, 3, typed->nick) &&
                sql_run_row(stmt, &all->person, NULL) != ERROR;
    sql_finalize(stmt);
    return good;
}

bool identities_find(struct identities *all, struct sql *sql, const char *network,
                     const char *account)
{
    struct typed folded, same;
    snprintf(same.account, sizeof(same.account), "%s", account);
    snprintf(same.nick, sizeof(same.nick), "%s", account);
    return read_typed(&folded, sql, network, account) && find_one(all, sql, network, &same) &&
           (all->person != 0 || find_one(all, sql, network, &folded)) && identities_read(all, sql);
}

bool identities_add_unknown(struct identities *all, struct sql *sql, const char *network,
                            const char *account)
{
    struct typed folded;
    if (!read_typed(&folded, sql, network, account))
        return false;
    identities_add(all, network, account, true);
    identities_add(all, network, account, false);
    if (strcmp(folded.account, account) != 0)
        identities_add(all, network, folded.account, true);
    if (strcmp(folded.nick, account) != 0)
        identities_add(all, network, folded.nick, false);
    return true;
}
