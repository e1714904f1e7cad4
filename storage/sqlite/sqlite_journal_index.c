#include "sqlite_journal_index.h"

#include "base/array.h"

static const char create_sql[] = "CREATE TEMP TABLE place (round INTEGER, seq INTEGER, id INTEGER,"
                                 " PRIMARY KEY (round, seq, id)) WITHOUT ROWID";
static const char stands_sql[] = "SELECT id FROM journal WHERE id = ?1 AND round = ?2 AND seq = ?3";
static const char last_sql[] = "SELECT id, round, seq FROM journal ORDER BY id DESC LIMIT 1";
static const char add_sql[] =
    "INSERT OR IGNORE INTO temp.place SELECT round, seq, id FROM journal WHERE id > ?1";
/* Compares round and number again, because rows may have been moved or deleted since the index
 * noted their places. */
static const char rows_sql[] =
    "SELECT j.seq, j.at, j.action, j.hash FROM temp.place p CROSS JOIN journal j ON j.id = p.id"
    " WHERE p.round = ?1 AND j.round = p.round AND j.seq = p.seq ORDER BY p.seq, p.id";

bool sqlite_journal_index_open(struct journal_index *index, sqlite3 *db)
{
    const struct {
        const char *sql;
        sqlite3_stmt **stmt;
    } all[] = {{stands_sql, &index->stands},
               {last_sql, &index->last},
               {add_sql, &index->add},
               {rows_sql, &index->rows}};
    *index = (struct journal_index){.db = db};
    bool good = sqlite3_exec(db, create_sql, NULL, NULL, NULL) == SQLITE_OK;
    for (size_t i = 0; good && i < ARRAY_SIZE(all); i++)
        good = sqlite3_prepare_v2(db, all[i].sql, -1, all[i].stmt, NULL) == SQLITE_OK;
    return good;
}

/* When no round runs, the daemon empties the journal, and its ids start again from 1. If the last
 * noted row is gone, empties the index as well. */
static bool begin_anew_if_emptied(struct journal_index *index)
{
    int64_t id = 0;
    if (!bind_int(index->stands, 1, index->end) || !bind_int(index->stands, 2, index->round) ||
        !bind_int(index->stands, 3, index->seq))
        return false;
    enum found stands = sqlite_run_row(index->stands, &id, NULL);
    if (stands == NONE) {
        index->end = 0;
        return sqlite3_exec(index->db, "DELETE FROM temp.place", NULL, NULL, NULL) == SQLITE_OK;
    }
    return stands == FOUND;
}

bool sqlite_journal_index_update(struct journal_index *index)
{
    if (!begin_anew_if_emptied(index) || !bind_int(index->add, 1, index->end) ||
        !sqlite_run(index->add))
        return false;
    int code = sqlite3_step(index->last);
    if (code == SQLITE_ROW) {
        index->end = sqlite3_column_int64(index->last, 0);
        index->round = sqlite3_column_int64(index->last, 1);
        index->seq = sqlite3_column_int64(index->last, 2);
    }
    return sqlite3_reset(index->last) == SQLITE_OK;
}

void sqlite_journal_index_close(struct journal_index *index)
{
    sqlite3_finalize(index->rows);
    sqlite3_finalize(index->add);
    sqlite3_finalize(index->last);
    sqlite3_finalize(index->stands);
}
