#include "sqlite_records.h"

#include "sqlite_base.h"
#include "storage/sql/sql_records.h"

bool sqlite_records_replay(sqlite3 *db)
{
    static const char table_sql[] =
        "DROP TABLE IF EXISTS temp.due_feat; DROP TABLE IF EXISTS temp.due_versus;"
        "CREATE TEMP TABLE due_feat (person INTEGER, rule_set TEXT, rounds INTEGER, won INTEGER,"
        " duels_won INTEGER, duels_lost INTEGER, bluffs INTEGER, streak INTEGER, longest INTEGER,"
        " plays INTEGER, lasted INTEGER, fast_round INTEGER, cards INTEGER, cards_round INTEGER,"
        " PRIMARY KEY (person, rule_set)) WITHOUT ROWID;"
        "CREATE TEMP TABLE due_versus (person INTEGER, other INTEGER, rounds INTEGER,"
        " ahead INTEGER, behind INTEGER, PRIMARY KEY (person, other)) WITHOUT ROWID";
    static const char log_sql[] =
        "SELECT d.round, o.rule_set, o.ended_at - o.started_at FROM rated d"
        " CROSS JOIN round o ON o.id = d.round ORDER BY d.id";
    struct recorder recorder = {{NULL}};
    struct sqlite_conn conn;
    sqlite3_stmt *row = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_exec(db, table_sql, NULL, NULL, NULL) == SQLITE_OK &&
                recorder_open(&recorder, sqlite_conn(&conn, db), RECORDS_DUE) &&
                sqlite3_prepare_v2(db, log_sql, -1, &row, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW) {
        good = recorder_round(&recorder, &(struct recorder_round){sqlite3_column_int64(row, 0),
                                                                  sqlite3_column_int64(row, 2),
                                                                  column_text(row, 1)});
    }
    sqlite3_finalize(row);
    recorder_close(&recorder);
    return good && code == SQLITE_DONE;
}

bool sqlite_records_keep(sqlite3 *db)
{
    static const char sql[] =
        "DELETE FROM feat; DELETE FROM versus;"
        "INSERT INTO feat (person, rule_set, " RECORD_COLUMNS ")"
        " SELECT person, rule_set, " RECORD_COLUMNS " FROM temp.due_feat;"
        "INSERT INTO versus SELECT person, other, rounds, ahead, behind FROM temp.due_versus;"
        "DROP TABLE temp.due_feat; DROP TABLE temp.due_versus";
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}
