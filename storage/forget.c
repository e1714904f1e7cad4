#include "forget.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sqlite_prove.h"
#include "sqlite_tool.h"

enum { OUT_SIZE = 32768, IDENTITIES_MAX = STORE_LINKS_MAX + 2 };

struct forgetting {
    sqlite3 *db;
    const char *path;
    struct store_forget *asked;
    int64_t person; /* 0: they never ended a round */
    struct store_identity who[IDENTITIES_MAX];
    char networks[IDENTITIES_MAX][STORE_NAME_MAX];
    char accounts[IDENTITIES_MAX][STORE_ACCOUNT_MAX];
    unsigned count;
    char out[OUT_SIZE];
    char *why;
    size_t why_size;
};

static enum store_error fault(const struct forgetting *f)
{
    return sqlite_fault(f->db, f->path, f->why, f->why_size);
}

/* -- who -- */

static void add_identity(struct forgetting *f, const char *network, const char *account,
                         bool verified)
{
    if (f->count == IDENTITIES_MAX)
        return;
    snprintf(f->networks[f->count], STORE_NAME_MAX, "%s", network);
    snprintf(f->accounts[f->count], STORE_ACCOUNT_MAX, "%.*s", (int)strcspn(account, "\n"),
             account); /* of a linked nick its mark stands behind it */
    f->who[f->count] = (struct store_identity){
        .network = f->networks[f->count], .account = f->accounts[f->count], .verified = verified};
    f->count++;
}

static bool find_person(struct forgetting *f)
{
    static const char person_sql[] =
        "SELECT person FROM identity WHERE network = ?1 AND (account = ?2 OR"
        " (verified = 0 AND substr(account, 1, length(?2) + 1) = ?2 || char(10)))"
        " ORDER BY verified DESC, account = ?2 DESC, id LIMIT 1";
    static const char identities_sql[] =
        "SELECT network, account, verified FROM identity WHERE person = ?1 ORDER BY id";
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(f->db, person_sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_text(stmt, 1, f->asked->network) && bind_text(stmt, 2, f->asked->account) &&
                sqlite_run_row(stmt, &f->person, NULL) != ERROR;
    sqlite3_finalize(stmt);
    stmt = NULL;
    good = good && sqlite3_prepare_v2(f->db, identities_sql, -1, &stmt, NULL) == SQLITE_OK &&
           bind_int(stmt, 1, f->person);
    while (good && sqlite3_step(stmt) == SQLITE_ROW)
        add_identity(f, column_text(stmt, 0), column_text(stmt, 1),
                     sqlite3_column_int64(stmt, 2) != 0);
    good = sqlite3_finalize(stmt) == SQLITE_OK && good;
    f->asked->identities = f->count;
    if (f->count == 0) { /* they may have settings all the same */
        add_identity(f, f->asked->network, f->asked->account, true);
        add_identity(f, f->asked->network, f->asked->account, false);
    }
    return good;
}

/* -- what they are at -- */

static enum store_error expect_away(struct forgetting *f)
{
    static const char sql[] = "SELECT state, channel, network FROM game_table ORDER BY id";
    sqlite3_stmt *stmt = NULL;
    enum store_error error = STORE_OK;
    int code = SQLITE_ERROR;
    if (sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return fault(f);
    while (error == STORE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        for (unsigned i = 0; i < f->count && error == STORE_OK; i++)
            if (f->asked->texts->table(&f->who[i], column_text(stmt, 0)) ||
                f->asked->texts->channel(&f->who[i], column_text(stmt, 1)))
                error = sqlite_refuse(STORE_FAILED, f->why, f->why_size,
                                      "they are at the open table of %s on %s: they leave it first",
                                      column_text(stmt, 1), column_text(stmt, 2));
    }
    sqlite3_finalize(stmt);
    return error == STORE_OK && code != SQLITE_DONE ? fault(f) : error;
}

/* -- rounds -- */

static bool write_setup(struct forgetting *f, int64_t round, enum store_forgets forgets)
{
    static const char put_sql[] = "UPDATE round SET setup = ?2 WHERE id = ?1";
    static const char drop_sql[] = "UPDATE round SET setup = '', archive = x'' WHERE id = ?1";
    bool put = forgets == STORE_FORGOT;
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(f->db, put ? put_sql : drop_sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_int(stmt, 1, round) && (!put || bind_text(stmt, 2, f->out)) &&
                sqlite_run(stmt);
    f->asked->setups += put;
    f->asked->replays += !put;
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

static bool drop_channel(struct forgetting *f, int64_t round)
{
    static const char sql[] = "UPDATE round SET channel = '' WHERE id = ?1";
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_int(stmt, 1, round) && sqlite_run(stmt);
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

/* One identity in one round; `changed` when its row is another now. A setup that cannot be read
 * goes as a whole. */
static enum store_error forget_one(struct forgetting *f, const struct store_identity *who,
                                   const struct store_proof *proof, bool *changed)
{
    int64_t round = proof->round.id;
    const struct store_forget_texts *texts = f->asked->texts;
    enum store_forgets forgets = proof->pruned
                                     ? STORE_NAMES_NOBODY
                                     : texts->setup(who, proof->round.setup, f->out, OUT_SIZE);
    bool talk = texts->channel(who, proof->round.channel);
    if (forgets != STORE_NAMES_NOBODY && !proof->ended)
        return sqlite_refuse(STORE_FAILED, f->why, f->why_size,
                             "round %lld, in which they sit, is not over", (long long)round);
    *changed = talk || forgets != STORE_NAMES_NOBODY;
    bool good = (!talk || drop_channel(f, round)) &&
                (forgets == STORE_NAMES_NOBODY || write_setup(f, round, forgets));
    return good ? STORE_OK : fault(f);
}

static enum store_error forget_in_round(struct forgetting *f, struct reading *reading,
                                        int64_t round)
{
    struct store_proof proof;
    bool changed = true;
    for (unsigned i = 0; i < f->count; i++) {
        enum store_error error = STORE_OK;
        if (changed)
            error = sqlite_prove_round(reading, round, &proof, f->why, f->why_size);
        changed = false;
        if ((error != STORE_OK && error != STORE_DAMAGED) || proof.round.setup == NULL)
            return error; /* of a damaged row nothing can be read */
        error = forget_one(f, &f->who[i], &proof, &changed);
        if (error != STORE_OK)
            return error;
    }
    return STORE_OK;
}

static enum store_error forget_in_rounds(struct forgetting *f)
{
    static const char sql[] = "SELECT id FROM round WHERE id > ?1 ORDER BY id LIMIT 1";
    struct reading *reading = sqlite_prove_open(f->db, f->path);
    sqlite3_stmt *after = NULL;
    enum store_error error = STORE_OK;
    enum found found = FOUND;
    int64_t round = 0;
    if (reading == NULL || sqlite3_prepare_v2(f->db, sql, -1, &after, NULL) != SQLITE_OK)
        error = fault(f);
    while (error == STORE_OK && found == FOUND) {
        found = bind_int(after, 1, round) ? sqlite_run_row(after, &round, NULL) : ERROR;
        if (found == ERROR)
            error = fault(f);
        else if (found == FOUND)
            error = forget_in_round(f, reading, round);
    }
    sqlite3_finalize(after);
    sqlite_prove_close(reading);
    return error;
}

/* -- settings -- */

static bool write_setting(struct forgetting *f, const struct store_setting *setting)
{
    static const char drop_sql[] = "DELETE FROM setting WHERE scope = ?1 AND key = ?2";
    static const char put_sql[] = "UPDATE setting SET value = ?3 WHERE scope = ?1 AND key = ?2";
    bool put = f->out[0] != '\0';
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(f->db, put ? put_sql : drop_sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_text(stmt, 1, setting->scope) && bind_text(stmt, 2, setting->key) &&
                (!put || bind_text(stmt, 3, f->out)) && sqlite_run(stmt);
    f->asked->settings++;
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

static enum store_error forget_in_settings(struct forgetting *f, const struct store_identity *who)
{
    /* The copy is complete before the first is changed. */
    static const char copy_sql[] =
        "CREATE TEMP TABLE IF NOT EXISTS each_setting (scope TEXT, key TEXT, value TEXT);"
        "DELETE FROM temp.each_setting;"
        "INSERT INTO temp.each_setting SELECT scope, key, value FROM setting";
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_exec(f->db, copy_sql, NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(f->db, "SELECT scope, key, value FROM temp.each_setting", -1,
                                   &stmt, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        const struct store_setting setting = {column_text(stmt, 0), column_text(stmt, 1),
                                              column_text(stmt, 2)};
        if (f->asked->texts->setting(who, &setting, f->out, OUT_SIZE) == STORE_FORGOT)
            good = write_setting(f, &setting);
    }
    sqlite3_finalize(stmt);
    return good && code == SQLITE_DONE ? STORE_OK : fault(f);
}

/* -- rows -- */

/* The line end is in no account of a network: nobody is ever taken for them. */
static enum store_error forget_rows(struct forgetting *f)
{
    static const char *const sql[] = {
        "DELETE FROM link WHERE person = ?1",
        "UPDATE identity SET account = char(10) || id, account_key = '', name = '', name_key = '',"
        " mark = '', seen_at = 0 WHERE person = ?1",
        "UPDATE person SET name = '', name_key = '', named = 1 WHERE id = ?1",
        "DELETE FROM scope WHERE kind = 0 AND ?1 > 0 AND id NOT IN (SELECT scope FROM score)"
        " AND channel NOT IN (SELECT channel FROM round)",
    };
    for (size_t i = 0; i < sizeof(sql) / sizeof(sql[0]); i++) {
        sqlite3_stmt *stmt = NULL;
        bool good = sqlite3_prepare_v2(f->db, sql[i], -1, &stmt, NULL) == SQLITE_OK &&
                    bind_int(stmt, 1, f->person) && sqlite_run(stmt);
        if (sqlite3_finalize(stmt) != SQLITE_OK || !good)
            return fault(f);
    }
    return STORE_OK;
}

static enum store_error forget_all(struct forgetting *f)
{
    const struct store_forget *asked = f->asked;
    /* What is deleted is written over, and does not stay in pages that are free. */
    if (sqlite3_exec(f->db, "PRAGMA secure_delete = ON", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(f->db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(f->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK || !find_person(f))
        return fault(f);
    enum store_error error = expect_away(f);
    if (error == STORE_OK)
        error = forget_in_rounds(f);
    for (unsigned i = 0; error == STORE_OK && i < f->count; i++)
        error = forget_in_settings(f, &f->who[i]);
    if (error == STORE_OK)
        error = forget_rows(f);
    if (error == STORE_OK &&
        asked->identities + asked->settings + asked->setups + asked->replays == 0)
        error = sqlite_refuse(STORE_FAILED, f->why, f->why_size, "nothing is kept of %s on %s",
                              asked->account, asked->network);
    if (error == STORE_OK &&
        (sqlite3_exec(f->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK ||
         sqlite3_exec(f->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) != SQLITE_OK))
        error = fault(f);
    return error;
}

enum store_error store_forget(const char *path, struct store_forget *forget, char *why,
                              size_t why_size)
{
    struct forgetting f = {.path = path, .asked = forget, .why = why, .why_size = why_size};
    int lock = -1;
    forget->identities = forget->settings = forget->setups = forget->replays = 0;
    enum store_error error = sqlite_lock_tool(path, &lock, why, why_size);
    if (error == STORE_OK)
        error = sqlite_open_tool(path, TOOL_WRITES, &f.db, why, why_size);
    if (error == STORE_OK)
        error = forget_all(&f);
    sqlite3_close(f.db); /* what is not committed is undone */
    if (lock >= 0)
        close(lock);
    return error;
}
