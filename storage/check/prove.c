#include "prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "storage/archive.h"
#include "storage/owner.h"
#include "storage/sql/sql_read.h"
#include "storage/sql/sql_text.h"
#include "storage/sqlite/journal_rows.h"
#include "storage/sqlite/sqlite_base.h"
#include "storage/sqlite/sqlite_conn.h"
#include "storage/sqlite/sqlite_prove.h"
#include "storage/sqlite/sqlite_tool.h"

/* An identity with room for its texts. */
struct result_identity {
    char network[128], account[256];
};

enum { RESULTS_MAX = 32 };

/* The statements, the round being read, and the memory of what the caller gets. */
struct round_reader {
    const char *path;
    sqlite3 *db;
    struct sqlite_conn conn;
    struct sql_stmt *round;
    sqlite3_stmt *result;
    struct journal_rows rows; /* rows of the journal, read when the first running round is proven */
    sqlite3_stmt *row;        /* for journal_rows_read(); NULL: not yet */
    int64_t id;
    struct fault *why;
    struct store_action *actions;
    unsigned count;
    struct store_result results[RESULTS_MAX];
    struct result_identity names[RESULTS_MAX];
    unsigned result_count;
};

static enum store_error refuse_round(const struct round_reader *r, enum store_error error,
                                     const char *what)
{
    fault_set(r->why, "%s: round %lld: %s", r->path, (long long)r->id, what);
    return error;
}

/* -- one round -- */

/* Copies the actions of a running round, with their texts, into one piece of memory. */
static enum store_error read_rows(struct round_reader *r)
{
    if ((r->row == NULL &&
         sqlite3_prepare_v2(r->db, journal_rows_sql, -1, &r->row, NULL) != SQLITE_OK) ||
        !journal_rows_read(&r->rows, r->row))
        return sqlite_fault(r->db, r->path, r->why);
    const struct journal_round *round = journal_rows_find(&r->rows, r->id);
    if (journal_rows_hurt(&r->rows, round))
        return refuse_round(r, STORE_DAMAGED, "a row of the journal is damaged");
    if (round == NULL)
        return STORE_OK;
    switch (archive_actions(&round->actions, r->id, &r->actions)) {
    case ARCHIVE_OK:
        break;
    case ARCHIVE_NO_MEMORY:
        return refuse_round(r, STORE_NO_MEMORY, "out of memory");
    case ARCHIVE_DAMAGED:
        return refuse_round(r, STORE_DAMAGED, "its rows in the journal are damaged");
    }
    for (; r->count < round->actions.count; r->count++) {
        if (r->actions[r->count].seq != r->count + 1)
            return refuse_round(r, STORE_DAMAGED, "a move is missing in the journal");
    }
    return STORE_OK;
}

/* The actions of a deleted replay: none. */
static enum store_error read_archive(struct round_reader *r, struct store_proof *proof)
{
    const void *bytes = sql_bytes(r->round, ROUND_COLUMNS + 2);
    size_t size = sql_size(r->round, ROUND_COLUMNS + 2);
    proof->pruned = !sql_is_null(r->round, ROUND_COLUMNS + 2) && size == 0;
    if (proof->pruned)
        return STORE_OK;
    if (bytes == NULL)
        return refuse_round(r, STORE_DAMAGED, "its archive is missing");
    switch (archive_read(bytes, size, r->id, &r->actions, &r->count)) {
    case ARCHIVE_OK:
        return STORE_OK;
    case ARCHIVE_NO_MEMORY:
        return refuse_round(r, STORE_NO_MEMORY, "out of memory");
    case ARCHIVE_DAMAGED:
        break;
    }
    return refuse_round(r, STORE_DAMAGED, "its archive is damaged");
}

/* Reads the identity of a result; none for a computer player. The stored account of a linked nick
 * is the nick, a line end and a mark; only the nick is returned. */
static void read_identity(struct round_reader *r, struct store_identity *who,
                          struct result_identity *named)
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

static enum store_error read_results(struct round_reader *r)
{
    int code;
    bind_int(r->result, 1, r->id);
    while ((code = sqlite3_step(r->result)) == SQLITE_ROW) {
        if (r->result_count == RESULTS_MAX)
            return refuse_round(r, STORE_DAMAGED, "it has too many results");
        struct store_result *result = &r->results[r->result_count];
        *result = (struct store_result){
            .seat = (unsigned)sqlite3_column_int64(r->result, 0),
            .points = sqlite3_column_int(r->result, 1),
            .won = sqlite3_column_int64(r->result, 2) != 0,
            .place = (unsigned)sqlite3_column_int64(r->result, 6),
            .plays = (unsigned)sqlite3_column_int64(r->result, 7),
            .cards = (unsigned)sqlite3_column_int64(r->result, 8),
            .duels_won = (unsigned)sqlite3_column_int64(r->result, 9),
            .duels_lost = (unsigned)sqlite3_column_int64(r->result, 10),
            .bluffs = (unsigned)sqlite3_column_int64(r->result, 11),
            .did_known = sqlite3_column_int64(r->result, 12) != 0,
        };
        read_identity(r, &result->who, &r->names[r->result_count++]);
    }
    return code == SQLITE_DONE ? STORE_OK : sqlite_fault(r->db, r->path, r->why);
}

static enum store_error read_round(struct round_reader *r, struct store_proof *proof)
{
    if (!sql_bind_int(r->round, 1, r->id))
        return sqlite_fault(r->db, r->path, r->why);
    enum sql_step step = sql_step(r->round);
    if (step == SQL_DONE)
        return refuse_round(r, STORE_FAILED, "there is no such round");
    if (step != SQL_ROW)
        return sqlite_fault(r->db, r->path, r->why);
    if (!sql_round_of(r->round, &proof->round))
        return refuse_round(r, STORE_DAMAGED, "its secret is damaged");
    proof->ended = !sql_is_null(r->round, ROUND_COLUMNS);
    proof->ended_at = sql_int64(r->round, ROUND_COLUMNS);
    proof->outcome = proof->ended ? sql_text(r->round, ROUND_COLUMNS + 1) : NULL;
    proof->counts = sql_int64(r->round, ROUND_COLUMNS + 3) != 0;
    enum store_error error = proof->ended ? read_archive(r, proof) : read_rows(r);
    if (error == STORE_OK)
        error = read_results(r);
    proof->results = r->results;
    proof->result_count = r->result_count;
    proof->actions = r->actions;
    proof->action_count = r->count;
    return error;
}

/* Frees what the last round needed. */
static void let_go(struct round_reader *r)
{
    sqlite3_reset(r->result);
    if (r->round != NULL)
        sql_reset(r->round);
    free(r->actions);
    r->actions = NULL;
    r->count = r->result_count = 0;
    memset(r->results, 0, sizeof(r->results));
}

struct round_reader *sqlite_prove_open(sqlite3 *db, const char *path)
{
    static const char round_sql[] =
        "SELECT " SQL_ROUND_COLUMNS ", ended_at, outcome, archive, counts FROM round WHERE id = ?1";
    static const char result_sql[] =
        "SELECT seat, points, won, i.network, i.account, i.verified, place, plays, cards,"
        " duels_won, duels_lost, bluffs, plays IS NOT NULL FROM result"
        " LEFT JOIN identity i ON i.id = identity WHERE round = ?1 ORDER BY seat";
    struct round_reader *r = calloc(1, sizeof(*r));
    if (r == NULL)
        return NULL;
    r->path = path;
    r->db = db;
    if ((r->round = sql_prepare(sqlite_conn(&r->conn, db), round_sql)) != NULL &&
        sqlite3_prepare_v2(db, result_sql, -1, &r->result, NULL) == SQLITE_OK)
        return r;
    sqlite_prove_close(r);
    return NULL;
}

enum store_error sqlite_prove_round(struct round_reader *r, int64_t round,
                                    struct store_proof *proof, struct fault *why)
{
    let_go(r);
    *proof = (struct store_proof){.round.id = round};
    r->id = round;
    r->why = why;
    return read_round(r, proof);
}

void sqlite_prove_close(struct round_reader *r)
{
    if (r == NULL)
        return;
    let_go(r);
    sqlite3_finalize(r->result);
    sqlite3_finalize(r->row);
    journal_rows_finish(&r->rows);
    sql_finalize(r->round);
    free(r);
}

/* -- a database by its name -- */

enum store_error store_prove(const char *path, int64_t round,
                             void (*row)(void *arg, const struct store_proof *proof), void *arg,
                             struct fault *why)
{
    struct store_proof proof = {.ended = false};
    struct round_reader *r = NULL;
    struct owner owner;
    sqlite3 *db = NULL;
    enum store_error error = owner_become(&owner, path, why);
    path = owner.name;
    if (error == STORE_OK)
        error = sqlite_open_tool(path, TOOL_READS, &db, why);
    if (error == STORE_OK && (sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
                              (r = sqlite_prove_open(db, path)) == NULL))
        error = sqlite_fault(db, path, why);
    if (r != NULL)
        error = sqlite_prove_round(r, round, &proof, why);
    if (r != NULL && error == STORE_OK && proof.pruned)
        error = refuse_round(r, STORE_FAILED, "its replay was deleted (keep_replays)");
    if (error == STORE_OK)
        row(arg, &proof);
    sqlite_prove_close(r);
    sqlite3_close(db);
    return owner_leave(&owner, error, why);
}

/* Reads the next round. Each round has a transaction of its own: during a long one the daemon's
 * write-ahead log would grow. */
static enum store_error next_round(struct round_reader *r, sqlite3_stmt *after,
                                   struct store_each_round *each, struct store_proof *proof)
{
    int64_t id = 0;
    if (sqlite3_exec(r->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
        !bind_int(after, 1, each->round))
        return sqlite_fault(r->db, r->path, r->why);
    switch (sqlite_run_row(after, &id, NULL)) {
    case ERROR:
        return sqlite_fault(r->db, r->path, r->why);
    case NONE:
        id = 0;
        break;
    case FOUND:
        break;
    }
    each->round = id;
    each->number++;
    if (id > 0)
        each->error = sqlite_prove_round(r, id, proof, r->why);
    return STORE_OK;
}

static enum store_error read_all(struct round_reader *r, sqlite3_stmt *after,
                                 store_each_round_fn *row, void *arg)
{
    struct store_proof proof;
    struct store_each_round each = {.round = 0};
    if (!sqlite_number(r->db, "SELECT count(*) FROM round", &each.rounds))
        return sqlite_fault(r->db, r->path, r->why);
    for (;;) {
        enum store_error error = next_round(r, after, &each, &proof);
        if (error != STORE_OK || each.round == 0)
            return error;
        each.why = r->why->text;
        each.proof = each.error == STORE_OK ? &proof : NULL;
        bool more = row(arg, &each);
        let_go(r); /* an open statement would keep the transaction open */
        if (sqlite3_exec(r->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
            return sqlite_fault(r->db, r->path, r->why);
        if (!more)
            return STORE_OK;
    }
}

enum store_error store_prove_all(const char *path, store_each_round_fn *row, void *arg,
                                 struct fault *why)
{
    static const char after_sql[] = "SELECT id FROM round WHERE id > ?1 ORDER BY id LIMIT 1";
    sqlite3_stmt *after = NULL;
    struct round_reader *r = NULL;
    struct owner owner;
    sqlite3 *db = NULL;
    enum store_error error = owner_become(&owner, path, why);
    path = owner.name;
    if (error == STORE_OK)
        error = sqlite_open_tool(path, TOOL_READS, &db, why);
    if (error == STORE_OK && (sqlite3_prepare_v2(db, after_sql, -1, &after, NULL) != SQLITE_OK ||
                              (r = sqlite_prove_open(db, path)) == NULL))
        error = sqlite_fault(db, path, why);
    if (error == STORE_OK && r != NULL) {
        r->why = why;
        error = read_all(r, after, row, arg);
    }
    sqlite_prove_close(r);
    sqlite3_finalize(after);
    sqlite3_close(db);
    return owner_leave(&owner, error, why);
}
