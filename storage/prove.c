#include "prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "migrate.h"
#include "sqlite_base.h"
#include "sqlite_read.h"
#include "sqlite_sql.h"

/* Whose a result is; long enough for any that is kept. */
struct named {
    char network[128], account[256];
};

enum { BUSY_MS = 2000, RESULTS_MAX = 16 };

/* One reading: what it was asked for, and the memory of what its callback is given. */
struct reading {
    const char *path;
    int64_t id;
    char *why;
    size_t why_size;
    sqlite3 *db;
    sqlite3_stmt *round, *journal, *result;
    struct store_action *actions;
    unsigned count;
    struct store_result results[RESULTS_MAX];
    struct named names[RESULTS_MAX];
    unsigned result_count;
};

static enum store_error refuse(const struct reading *r, enum store_error error, const char *what)
{
    if (r->why != NULL && r->why_size > 0)
        snprintf(r->why, r->why_size, "%s: round %lld: %s", r->path, (long long)r->id, what);
    return error;
}

static enum store_error open_database(struct reading *r)
{
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(r->path, &r->db, flags, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(r->db, BUSY_MS) != SQLITE_OK ||
        sqlite3_exec(r->db, "PRAGMA mmap_size = 0", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fault(r->db, r->path, r->why, r->why_size);
    int newest = store_migrations[store_migration_count - 1].version;
    int64_t version;
    enum store_error error =
        sqlite_check_version(r->db, r->path, newest, &version, r->why, r->why_size);
    if (error == STORE_OK && version < newest) {
        if (r->why != NULL && r->why_size > 0)
            snprintf(r->why, r->why_size,
                     "%s: of an older version; it is brought up to date when talon opens it",
                     r->path);
        error = STORE_FAILED;
    }
    return error;
}

/* Copies the actions of a running round and their texts into one piece of memory. */
static enum store_error read_rows(struct reading *r)
{
    sqlite3_stmt *stmt = r->journal;
    size_t texts_size = 0;
    unsigned rows = 0;
    int code;
    bind_int(stmt, 1, r->id);
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        texts_size += (size_t)sqlite3_column_bytes(stmt, 2) + 1;
        rows++;
    }
    if (code != SQLITE_DONE)
        return sqlite_fault(r->db, r->path, r->why, r->why_size);
    sqlite3_reset(stmt);
    if (rows == 0)
        return STORE_OK;

    r->actions = malloc(rows * sizeof(*r->actions) + texts_size);
    if (r->actions == NULL)
        return refuse(r, STORE_NO_MEMORY, "out of memory");
    char *text = (char *)(r->actions + rows);
    for (; r->count < rows; r->count++) {
        if (sqlite3_step(stmt) != SQLITE_ROW)
            return sqlite_fault(r->db, r->path, r->why, r->why_size);
        if (sqlite3_column_int64(stmt, 0) != (int64_t)r->count + 1)
            return refuse(r, STORE_DAMAGED, "an action is missing in the journal");
        size_t size = (size_t)sqlite3_column_bytes(stmt, 2) + 1;
        memcpy(text, column_text(stmt, 2), size);
        r->actions[r->count] = (struct store_action){
            .round = r->id,
            .seq = r->count + 1,
            .at = sqlite3_column_int64(stmt, 1),
            .text = text,
            .hash = (uint64_t)sqlite3_column_int64(stmt, 3),
        };
        text += size;
    }
    return STORE_OK;
}

static enum store_error read_archive(struct reading *r)
{
    const void *bytes = sqlite3_column_blob(r->round, ROUND_COLUMNS + 2);
    size_t size = (size_t)sqlite3_column_bytes(r->round, ROUND_COLUMNS + 2);
    if (sqlite3_column_type(r->round, ROUND_COLUMNS + 2) == SQLITE_BLOB && size == 0)
        return refuse(r, STORE_FAILED, "its replay is no longer kept (keep_replays)");
    if (bytes == NULL)
        return refuse(r, STORE_DAMAGED, "its archive is missing");
    switch (archive_read(bytes, size, r->id, &r->actions, &r->count)) {
    case ARCHIVE_OK:
        return STORE_OK;
    case ARCHIVE_NO_MEMORY:
        return refuse(r, STORE_NO_MEMORY, "out of memory");
    case ARCHIVE_DAMAGED:
        break;
    }
    return refuse(r, STORE_DAMAGED, "its archive is damaged");
}

/* Reads whose a result is; that of a computer player is nobody's. The account of a nick that is
 * linked has a line end and its mark behind it, which are left out. */
static void read_identity(struct reading *r, struct store_identity *who, struct named *named)
{
    if (sqlite3_column_type(r->result, 3) == SQLITE_NULL)
        return;
    snprintf(named->network, sizeof(named->network), "%s", column_text(r->result, 3));
    snprintf(named->account, sizeof(named->account), "%s", column_text(r->result, 4));
    named->account[strcspn(named->account, "\n")] = '\0';
    who->network = named->network;
    who->account = named->account;
    who->verified = sqlite3_column_int64(r->result, 5) != 0;
}

static enum store_error read_results(struct reading *r)
{
    int code;
    bind_int(r->result, 1, r->id);
    while ((code = sqlite3_step(r->result)) == SQLITE_ROW) {
        if (r->result_count == RESULTS_MAX)
            return refuse(r, STORE_DAMAGED, "it has too many results");
        struct store_result *result = &r->results[r->result_count];
        *result = (struct store_result){
            .seat = (unsigned)sqlite3_column_int64(r->result, 0),
            .points = sqlite3_column_int(r->result, 1),
            .won = sqlite3_column_int64(r->result, 2) != 0,
        };
        read_identity(r, &result->who, &r->names[r->result_count++]);
    }
    return code == SQLITE_DONE ? STORE_OK : sqlite_fault(r->db, r->path, r->why, r->why_size);
}

static enum store_error read_round(struct reading *r, struct store_proof *proof)
{
    static const char round_sql[] =
        "SELECT " SQLITE_ROUND_COLUMNS ", ended_at, outcome, archive FROM round WHERE id = ?1";
    static const char journal_sql[] =
        "SELECT seq, at, action, hash FROM journal WHERE round = ?1 ORDER BY seq";
    static const char result_sql[] =
        "SELECT seat, points, won, i.network, i.account, i.verified FROM result"
        " LEFT JOIN identity i ON i.id = identity WHERE round = ?1 ORDER BY seat";
    if (sqlite3_exec(r->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(r->db, round_sql, -1, &r->round, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(r->db, journal_sql, -1, &r->journal, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(r->db, result_sql, -1, &r->result, NULL) != SQLITE_OK ||
        !bind_int(r->round, 1, r->id))
        return sqlite_fault(r->db, r->path, r->why, r->why_size);
    int code = sqlite3_step(r->round);
    if (code == SQLITE_DONE)
        return refuse(r, STORE_FAILED, "there is no such round");
    if (code != SQLITE_ROW)
        return sqlite_fault(r->db, r->path, r->why, r->why_size);
    if (!sqlite_round_of(r->round, &proof->round))
        return refuse(r, STORE_DAMAGED, "its secret is damaged");
    proof->ended = sqlite3_column_type(r->round, ROUND_COLUMNS) != SQLITE_NULL;
    proof->outcome = proof->ended ? column_text(r->round, ROUND_COLUMNS + 1) : NULL;
    enum store_error error = proof->ended ? read_archive(r) : read_rows(r);
    if (error == STORE_OK)
        error = read_results(r);
    proof->results = r->results;
    proof->result_count = r->result_count;
    proof->actions = r->actions;
    proof->action_count = r->count;
    return error;
}

enum store_error store_prove(const char *path, int64_t round,
                             void (*row)(void *arg, const struct store_proof *proof), void *arg,
                             char *why, size_t why_size)
{
    struct reading r = {.path = path, .id = round};
    struct store_proof proof = {.ended = false};
    r.why = why;
    r.why_size = why_size;
    enum store_error error = open_database(&r);
    if (error == STORE_OK)
        error = read_round(&r, &proof);
    if (error == STORE_OK)
        row(arg, &proof);
    free(r.actions);
    sqlite3_finalize(r.result);
    sqlite3_finalize(r.journal);
    sqlite3_finalize(r.round);
    sqlite3_close(r.db);
    return error;
}
