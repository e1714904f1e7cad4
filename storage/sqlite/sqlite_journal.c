#include "sqlite_journal.h"

#include <stdlib.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "sqlite_base.h"

enum { SPAN = 8192, SPAN_OF_ROUND = 256 };

/* Walks the rows of the round ?2 in the journal: from the row ?1 back to its first. */
#define CHAIN                                                                                      \
    "WITH RECURSIVE chain (id, before) AS"                                                         \
    " (SELECT id, before FROM journal WHERE id = ?1 AND round = ?2"                                \
    " UNION ALL SELECT j.id, j.before FROM chain CROSS JOIN journal j ON j.id = chain.before"      \
    " WHERE j.round = ?2 AND j.id < chain.id)"

const char *const sqlite_own_sql[SQLITE_STMTS] = {
    [S_BEGIN] = "BEGIN IMMEDIATE",
    [S_COMMIT] = "COMMIT",
    [S_ROLLBACK] = "ROLLBACK",
    [S_ACTION] = "INSERT INTO journal (before, round, seq, at, action, hash)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [S_JOURNAL] = "SELECT before, seq, at, action, hash FROM journal WHERE id = ?1 AND round = ?2",
    [S_JOURNAL_ROUNDS] =
        "SELECT * FROM (SELECT round, min(id) AS first, max(id), max(seq) FROM journal"
        " GROUP BY round)"
        " WHERE round IN (SELECT id FROM round WHERE ended_at IS NULL)"
        " ORDER BY first",
    [S_JOURNAL_END] = "SELECT coalesce(max(id), 0) FROM journal",
    [S_JOURNAL_COPY] =
        "INSERT INTO journal"
        " SELECT ?3 + n, iif(n = 1, 0, ?3 + n - 1), round, seq, at, action, hash FROM"
        " (" CHAIN " SELECT row_number() OVER (ORDER BY id) AS n, * FROM journal"
        " WHERE id IN (SELECT id FROM chain)) ORDER BY n",
    [S_JOURNAL_CLEAR] = CHAIN " DELETE FROM journal WHERE id IN (SELECT id FROM chain)",
    [S_JOURNAL_TRIM] = "DELETE FROM journal WHERE id < ?1",
};

/* Where the journal has the rows of a running round. The list is in the order of the first rows. */
struct journal_round {
    UT_hash_handle hh;
    int64_t id;
    int64_t first, last;
    int64_t seq; /* `seq` of the last row */
};

void sqlite_journal_forget(struct sqlite_store *sq)
{
    struct journal_round *round = NULL;
    struct journal_round *next = NULL;
    HASH_ITER(hh, sq->rounds, round, next)
    {
        HASH_DEL(sq->rounds, round); /* NOLINT(clang-analyzer-*): of uthash's making */
        free(round);
    }
    sq->rounds_known = false;
}

static struct journal_round *find_round(const struct sqlite_store *sq, int64_t id)
{
    struct journal_round *round = NULL;
    HASH_FIND(hh, sq->rounds, &id, sizeof(id), round);
    return round;
}

static bool add_round(struct sqlite_store *sq, const struct journal_round *added)
{
    struct journal_round *round = malloc(sizeof(*round));
    if (round == NULL)
        return false;
    *round = *added;
    HASH_ADD(hh, sq->rounds, id, sizeof(round->id), round);
    if (find_round(sq, added->id) == NULL) { /* no memory for the table */
        free(round);
        return false;
    }
    return true;
}

static bool load_rounds(struct sqlite_store *sq)
{
    sqlite3_stmt *stmt = sq->own[S_JOURNAL_ROUNDS];
    if (sq->rounds_known)
        return true;
    bool good = true;
    int code = SQLITE_DONE;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        good = add_round(sq, &(struct journal_round){.id = sqlite3_column_int64(stmt, 0),
                                                     .first = sqlite3_column_int64(stmt, 1),
                                                     .last = sqlite3_column_int64(stmt, 2),
                                                     .seq = sqlite3_column_int64(stmt, 3)});
    }
    sq->rounds_known = sqlite3_reset(stmt) == SQLITE_OK && good && code == SQLITE_DONE;
    if (!sq->rounds_known)
        sqlite_journal_forget(sq);
    return sq->rounds_known;
}

bool sqlite_journal_append(struct sql_store *store, const struct store_action *action)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sqlite3_stmt *stmt = sq->own[S_ACTION];
    if (!load_rounds(sq))
        return false;
    struct journal_round *round = find_round(sq, action->round);
    store->contradicts = round != NULL && action->seq <= round->seq;
    if (store->contradicts)
        return false;
    if (!bind_int(stmt, 1, round != NULL ? round->last : 0) || !bind_int(stmt, 2, action->round) ||
        !bind_int(stmt, 3, action->seq) || !bind_int(stmt, 4, action->at) ||
        !bind_text(stmt, 5, action->text) || !bind_int(stmt, 6, (int64_t)action->hash) ||
        !sqlite_run(stmt))
        return false;
    int64_t row = sqlite3_last_insert_rowid(sq->writer);
    if (round == NULL) {
        return add_round(sq,
                         &(struct journal_round){
                             .id = action->round, .first = row, .last = row, .seq = action->seq});
    }
    round->last = row;
    round->seq = action->seq;
    return true;
}

bool sqlite_journal_has(struct sql_store *store, int64_t round, bool *has)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    if (!load_rounds(sq))
        return false;
    *has = find_round(sq, round) != NULL;
    return true;
}

/* An action of a round, read from the last one backwards. */
struct journal_row {
    struct journal_row *next; /* the row behind it */
    struct store_action action;
};

/* Reads the action in row *id, and sets *id to the row before it of the same round. */
static enum found read_back(struct sqlite_store *sq, int64_t *id, int64_t round,
                            struct journal_row **first)
{
    sqlite3_stmt *stmt = sq->own[S_JOURNAL];
    int64_t here = *id;
    if (!bind_int(stmt, 1, here) || !bind_int(stmt, 2, round))
        return ERROR;
    int code = sqlite3_step(stmt);
    if (code == SQLITE_ROW) {
        struct journal_row *row = batch_alloc(sq->sql.rows, sizeof(*row));
        *row = (struct journal_row){*first,
                                    {.seq = (uint32_t)sqlite3_column_int64(stmt, 1),
                                     .at = sqlite3_column_int64(stmt, 2),
                                     .text = batch_copy(sq->sql.rows, column_text(stmt, 3)),
                                     .hash = (uint64_t)sqlite3_column_int64(stmt, 4)}};
        *id = sqlite3_column_int64(stmt, 0);
        *first = row;
    }
    if (sqlite3_reset(stmt) != SQLITE_OK)
        return ERROR;
    return code == SQLITE_ROW && *id < here ? FOUND : NONE;
}

/* Reads the rows of a round back, and packs them. */
static bool read_all(struct sql_store *store, int64_t id, const uint8_t **bytes, size_t *size)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    struct journal_row *first = NULL;
    enum found found = FOUND;
    if (!load_rounds(sq))
        return false;
    const struct journal_round *round = find_round(sq, id);
    int64_t at = round != NULL ? round->last : 0;
    batch_clear(sq->sql.rows);
    while (found == FOUND && at > 0)
        found = read_back(sq, &at, id, &first);
    archive_init(&sq->sql.archive);
    for (const struct journal_row *row = first; row != NULL; row = row->next)
        archive_add(&sq->sql.archive, &row->action);
    return found != ERROR && archive_close(&sq->sql.archive, id, bytes, size);
}

bool sqlite_journal_pack(struct sql_store *store, int64_t id, const uint8_t **bytes, size_t *size)
{
    struct archive *packed = packs_find(&store->packs, id);
    return packed != NULL ? archive_close(packed, id, bytes, size)
                          : read_all(store, id, bytes, size);
}

/* Moves the rows of the round that begins first in the journal to the journal's end. */
static bool move_to_end(struct sqlite_store *sq, int64_t end)
{
    sqlite3_stmt *copy = sq->own[S_JOURNAL_COPY];
    sqlite3_stmt *clear = sq->own[S_JOURNAL_CLEAR];
    struct journal_round *round = sq->rounds;
    if (!bind_int(copy, 1, round->last) || !bind_int(copy, 2, round->id) ||
        !bind_int(copy, 3, end) || !sqlite_run(copy))
        return false;
    int64_t last = sqlite3_last_insert_rowid(sq->writer);
    if (!bind_int(clear, 1, round->last) || !bind_int(clear, 2, round->id) || !sqlite_run(clear))
        return false;
    struct journal_round moved = {
        .id = round->id, .first = end + 1, .last = last, .seq = round->seq};
    HASH_DEL(sq->rounds, round);
    free(round);
    return add_round(sq, &moved);
}

bool sqlite_journal_drop(struct sql_store *store, int64_t id)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sqlite3_stmt *stmt = sq->own[S_JOURNAL_TRIM];
    int64_t end = 0;
    if (!load_rounds(sq) || sqlite_run_row(sq->own[S_JOURNAL_END], &end, NULL) != FOUND)
        return false;
    struct journal_round *over = find_round(sq, id);
    if (over != NULL) {
        HASH_DEL(sq->rounds, over);
        free(over);
    }
    int64_t span = SPAN + (int64_t)SPAN_OF_ROUND * HASH_COUNT(sq->rounds);
    if (sq->rounds != NULL && end - sq->rounds->first > span && !move_to_end(sq, end))
        return false;
    return bind_int(stmt, 1, sq->rounds != NULL ? sq->rounds->first : end + 1) && sqlite_run(stmt);
}
