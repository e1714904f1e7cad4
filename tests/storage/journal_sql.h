/* journal_sql.h: SQL on the actions in a SQLite database's journal, for tests.
 *
 * The rows of the journal are packed (journal_rows.h). While a statement that names the journal
 * runs, a temporary table of that name stands before it, with a row for each action of a running
 * round: round, seq, at, action, hash. `main.journal` is the packed one. */
#ifndef TALON_TESTS_STORAGE_JOURNAL_SQL_H
#define TALON_TESTS_STORAGE_JOURNAL_SQL_H

#include <stdlib.h>
#include <string.h>

#include "storage/sqlite/journal_rows.h"
#include "storage/sqlite/sqlite_base.h"

static inline void journal_sql_exec(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

static inline void journal_sql_spread(sqlite3 *db)
{
    struct journal_rows rows = {.rounds = NULL};
    sqlite3_stmt *stmt = NULL;
    assert_true(journal_rows_load(&rows, db));
    journal_sql_exec(db, "CREATE TEMP TABLE journal (round INTEGER, seq INTEGER, at INTEGER,"
                         " action TEXT, hash INTEGER)");
    assert_int_equal(sqlite3_prepare_v2(db, "INSERT INTO temp.journal VALUES (?1, ?2, ?3, ?4, ?5)",
                                        -1, &stmt, NULL),
                     SQLITE_OK);
    for (struct journal_round *round = rows.rounds; round != NULL; round = round->hh.next) {
        struct store_action *actions = NULL;
        assert_int_equal(archive_actions(&round->actions, round->id, &actions), ARCHIVE_OK);
        for (uint32_t i = 0; i < round->actions.count; i++) {
            bind_int(stmt, 1, round->id);
            bind_int(stmt, 2, actions[i].seq);
            bind_int(stmt, 3, actions[i].at);
            bind_text(stmt, 4, actions[i].text);
            bind_int(stmt, 5, (int64_t)actions[i].hash);
            assert_true(sqlite_run(stmt));
        }
        free(actions);
    }
    sqlite3_finalize(stmt);
    journal_rows_finish(&rows);
    journal_sql_exec(db, "DELETE FROM temp.journal WHERE round IN"
                         " (SELECT id FROM round WHERE ended_at IS NOT NULL)");
}

static inline void journal_sql_pack(sqlite3 *db)
{
    struct journal_fill fill = {.count = 0};
    sqlite3_stmt *stmt = NULL;
    journal_sql_exec(db, "BEGIN; DELETE FROM main.journal");
    journal_sql_exec(db, "ALTER TABLE temp.journal RENAME TO spread");
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT * FROM temp.spread ORDER BY rowid", -1, &stmt, NULL),
        SQLITE_OK);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        const struct store_action action = {.round = sqlite3_column_int64(stmt, 0),
                                            .seq = (uint32_t)sqlite3_column_int64(stmt, 1),
                                            .at = sqlite3_column_int64(stmt, 2),
                                            .text = column_text(stmt, 3),
                                            .hash = (uint64_t)sqlite3_column_int64(stmt, 4)};
        assert_true(journal_fill_add(&fill, db, &action));
    }
    sqlite3_finalize(stmt);
    assert_true(journal_fill_end(&fill));
    journal_sql_exec(db, "COMMIT");
}

static inline bool journal_sql_names(sqlite3 *db, const char *sql)
{
    const char *at = strstr(sql, " journal");
    int64_t packed = 0;
    return at != NULL && at[strlen(" journal")] != '_' && at[strlen(" journal")] != '-' &&
           sqlite_number(db,
                         "SELECT count(*) FROM pragma_table_info('journal', 'main')"
                         " WHERE name = 'actions'",
                         &packed) &&
           packed > 0;
}

/* Runs statements. Returns how many rows the last one changed. */
static inline int64_t journal_sql_run(sqlite3 *db, const char *sql)
{
    bool spread = journal_sql_names(db, sql);
    if (spread)
        journal_sql_spread(db);
    journal_sql_exec(db, sql);
    int64_t changed = sqlite3_changes(db);
    if (spread)
        journal_sql_pack(db);
    return changed;
}

/* The number in the one row of a statement. */
static inline int64_t journal_sql_number(sqlite3 *db, const char *sql)
{
    int64_t number = -1;
    if (journal_sql_names(db, sql))
        journal_sql_spread(db);
    assert_true(sqlite_number(db, sql, &number));
    return number;
}

#endif
