#include "sqlite_journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "sqlite_base.h"

/* Actions. */
enum { SPAN = 8192, SPAN_OF_ROUND = 256 };

const char *const sqlite_own_sql[SQLITE_STMTS] = {
    [S_BEGIN] = "BEGIN IMMEDIATE",
    [S_COMMIT] = "COMMIT",
    [S_ROLLBACK] = "ROLLBACK",
    [S_JOURNAL_ADD] = "INSERT INTO journal (id, actions) VALUES (?1, ?2)",
    [S_JOURNAL_GROW] = "UPDATE journal SET actions = ?2 WHERE id = ?1",
    [S_JOURNAL_ROWS] = journal_rows_sql,
    [S_JOURNAL_RUNNING] = "SELECT id FROM round WHERE ended_at IS NULL",
    [S_JOURNAL_TRIM] = "DELETE FROM journal WHERE id < ?1",
};

void sqlite_journal_forget(struct sqlite_store *sq)
{
    struct journal *journal = &sq->journal;
    journal_rows_finish(&journal->rows);
    pack_finish(&journal->row.pack);
    *journal = (struct journal){.known = false};
}

/* Drops the rounds that are over. */
static bool keep_running(struct sqlite_store *sq)
{
    sqlite3_stmt *stmt = sq->own[S_JOURNAL_RUNNING];
    struct journal_rows *rows = &sq->journal.rows;
    struct journal_round *round = NULL;
    struct journal_round *next = NULL;
    int code;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        round = journal_rows_find(rows, sqlite3_column_int64(stmt, 0));
        if (round != NULL)
            round->runs = true;
    }
    if (sqlite3_reset(stmt) != SQLITE_OK || code != SQLITE_DONE)
        return false;
    HASH_ITER(hh, rows->rounds, round, next)
    {
        if (!round->runs)
            journal_rows_drop(rows, round);
    }
    return true;
}

static bool know_rounds(struct sqlite_store *sq)
{
    struct journal *journal = &sq->journal;
    if (journal->known)
        return true;
    journal->known = journal_rows_read(&journal->rows, sq->own[S_JOURNAL_ROWS]) && keep_running(sq);
    if (!journal->known)
        sqlite_journal_forget(sq);
    return journal->known;
}

static void begin_row(struct journal *journal)
{
    journal_row_clear(&journal->row);
    journal->grows = journal->changed = false;
}

/* Adds an action to the row that is being written, and to its round. */
static bool add_action(struct journal *journal, const struct store_action *action)
{
    size_t length = strlen(action->text);
    if (journal->grows && !journal->changed &&
        journal_row_with(&journal->row, length) > JOURNAL_ROW_FITS)
        begin_row(journal);
    journal_row_add(&journal->row, action, length);
    journal->changed = true;
    return journal_rows_note(&journal->rows, action, length,
                             journal->rows.last + (journal->grows ? 0 : 1));
}

bool sqlite_journal_append(struct sql_store *store, const struct store_action *action)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    if (!know_rounds(sq))
        return false;
    const struct journal_round *round = journal_rows_find(&sq->journal.rows, action->round);
    store->contradicts = round != NULL && action->seq <= round->actions.last_seq;
    return !store->contradicts && add_action(&sq->journal, action);
}

bool sqlite_journal_has(struct sql_store *store, int64_t round, bool *has)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    if (!know_rounds(sq))
        return false;
    *has = journal_rows_find(&sq->journal.rows, round) != NULL;
    return true;
}

bool sqlite_journal_pack(struct sql_store *store, int64_t id, const uint8_t **bytes, size_t *size)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    if (!know_rounds(sq))
        return false;
    struct journal_round *round = journal_rows_find(&sq->journal.rows, id);
    if (round != NULL)
        return archive_close(&round->actions, id, bytes, size);
    archive_init(&store->archive);
    return archive_close(&store->archive, id, bytes, size);
}

bool sqlite_journal_drop(struct sql_store *store, int64_t id)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    if (!know_rounds(sq))
        return false;
    struct journal_round *over = journal_rows_find(&sq->journal.rows, id);
    if (over != NULL)
        journal_rows_drop(&sq->journal.rows, over);
    return true;
}

/* Copies the actions of the round that begins first in the journal to the row that is being
 * written. */
static bool copy_to_end(struct journal *journal)
{
    struct journal_rows *rows = &journal->rows;
    struct store_action *actions = NULL;
    uint32_t count = rows->rounds->actions.count;
    if (archive_actions(&rows->rounds->actions, rows->rounds->id, &actions) != ARCHIVE_OK)
        return false;
    journal_rows_drop(rows, rows->rounds);
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++)
        good = add_action(journal, &actions[i]);
    free(actions);
    return good;
}

static bool write_row(struct sqlite_store *sq)
{
    struct journal *journal = &sq->journal;
    sqlite3_stmt *stmt = sq->own[journal->grows ? S_JOURNAL_GROW : S_JOURNAL_ADD];
    const uint8_t *bytes;
    size_t size;
    journal->rows.last += journal->grows ? 0 : 1;
    journal->grows = true;
    journal->changed = false;
    return journal_row_bytes(&journal->row, &bytes, &size) &&
           bind_int(stmt, 1, journal->rows.last) &&
           sqlite3_bind_blob64(stmt, 2, bytes, size, SQLITE_STATIC) == SQLITE_OK &&
           sqlite_run(stmt);
}

/* The row that is being written is left out if no round runs any more. */
bool sqlite_journal_write(struct sqlite_store *sq)
{
    struct journal *journal = &sq->journal;
    struct journal_rows *rows = &journal->rows;
    sqlite3_stmt *trim = sq->own[S_JOURNAL_TRIM];
    if (!journal->known)
        return true;
    uint64_t span = SPAN + (uint64_t)SPAN_OF_ROUND * HASH_COUNT(rows->rounds);
    if (rows->rounds == NULL)
        begin_row(journal);
    else if (rows->actions - rows->rounds->since > span && !copy_to_end(journal))
        return false;
    if (journal->changed && !write_row(sq))
        return false;
    int64_t first = rows->rounds != NULL ? rows->rounds->first : rows->last + 1;
    if (first <= journal->first)
        return true;
    journal->first = first;
    return bind_int(trim, 1, first) && sqlite_run(trim);
}

/* -- at the start -- */

struct sqlite_actions {
    struct sql_actions base; /* first */
    struct journal_rows rows;
};

struct sql_actions *sqlite_journal_open(struct sql_store *store, const char *network)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    struct sqlite_actions *actions = calloc(1, sizeof(*actions));
    (void)network;
    if (actions == NULL)
        return NULL;
    actions->base.sq = store;
    if (!journal_rows_load(&actions->rows, sq->reader)) {
        sqlite_journal_close(&actions->base);
        return NULL;
    }
    if (actions->rows.damaged > 0) {
        log_error(LOG_OF(store->log, store->path), "row %lld of the journal is damaged",
                  (long long)actions->rows.damaged);
    }
    return &actions->base;
}

const struct archive *sqlite_journal_actions(struct sql_actions *base, int64_t round, bool *hurt)
{
    const struct journal_rows *rows = &((struct sqlite_actions *)base)->rows;
    const struct journal_round *found = journal_rows_find(rows, round);
    *hurt = journal_rows_hurt(rows, found);
    return found != NULL ? &found->actions : NULL;
}

bool sqlite_journal_close(struct sql_actions *base)
{
    struct sqlite_actions *actions = (struct sqlite_actions *)base;
    journal_rows_finish(&actions->rows);
    free(actions);
    return true;
}

/* -- from an older schema -- */

bool sqlite_journal_begin(sqlite3 *db)
{
    static const char sql[] =
        "SELECT round, seq, at, action, hash FROM journal_by_action WHERE round IN"
        " (SELECT id FROM round WHERE ended_at IS NULL) ORDER BY round, seq";
    struct journal_fill fill = {.count = 0};
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK;
    int code = SQLITE_DONE;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        good = journal_fill_add(&fill, db,
                                &(struct store_action){
                                    .round = sqlite3_column_int64(stmt, 0),
                                    .seq = (uint32_t)sqlite3_column_int64(stmt, 1),
                                    .at = sqlite3_column_int64(stmt, 2),
                                    .text = column_text(stmt, 3),
                                    .hash = (uint64_t)sqlite3_column_int64(stmt, 4),
                                });
    }
    sqlite3_finalize(stmt);
    good = journal_fill_end(&fill) && good && code == SQLITE_DONE;
    return good && sqlite3_exec(db, "DROP TABLE journal_by_action", NULL, NULL, NULL) == SQLITE_OK;
}
