#include "sqlite_journal_index.h"

#include "base/array.h"

static const char create_sql[] = "CREATE TEMP TABLE place (round INTEGER, seq INTEGER, id INTEGER,"
                                 " PRIMARY KEY (round, seq, id)) WITHOUT ROWID";
static const char stands_sql[] = "SELECT id FROM journal WHERE id = ?1 AND round = ?2 AND seq = ?3";
static const char last_sql[] = "SELECT id, round, seq FROM journal ORDER BY id DESC LIMIT 1";
static const char add_sql[] =
    "INSERT OR IGNORE INTO temp.place SELECT round, seq, id FROM journal WHERE id > ?1";
/* Rows that were written anew, or have gone, are where they are noted no more. */
static const char rows_sql[] =
    "SELECT j.seq, j.at, j.action, j.hash FROM temp.place p CROSS JOIN journal j ON j.id = p.id"
    " WHERE p.round = ?1 AND j.round = p.round AND j.seq = p.seq ORDER BY p.seq, p.id";

bool sqlite_places_open(struct places *places, sqlite3 *db)
{
    const struct {
        const char *sql;
        sqlite3_stmt **stmt;
    } all[] = {{stands_sql, &places->stands},
               {last_sql, &places->last},
               {add_sql, &places->add},
               {rows_sql, &places->rows}};
    *places = (struct places){.db = db};
    bool good = sqlite3_exec(db, create_sql, NULL, NULL, NULL) == SQLITE_OK;
    for (size_t i = 0; good && i < ARRAY_SIZE(all); i++)
        good = sqlite3_prepare_v2(db, all[i].sql, -1, all[i].stmt, NULL) == SQLITE_OK;
    return good;
}

/* When no round runs the journal is emptied, and its numbers begin anew. */
static bool begin_anew_if_emptied(struct places *places)
{
    int64_t id = 0;
    if (!bind_int(places->stands, 1, places->end) || !bind_int(places->stands, 2, places->round) ||
        !bind_int(places->stands, 3, places->seq))
        return false;
    enum found stands = sqlite_run_row(places->stands, &id, NULL);
    if (stands == NONE) {
        places->end = 0;
        return sqlite3_exec(places->db, "DELETE FROM temp.place", NULL, NULL, NULL) == SQLITE_OK;
    }
    return stands == FOUND;
}

bool sqlite_places_update(struct places *places)
{
    if (!begin_anew_if_emptied(places) || !bind_int(places->add, 1, places->end) ||
        !sqlite_run(places->add))
        return false;
    int code = sqlite3_step(places->last);
    if (code == SQLITE_ROW) {
        places->end = sqlite3_column_int64(places->last, 0);
        places->round = sqlite3_column_int64(places->last, 1);
        places->seq = sqlite3_column_int64(places->last, 2);
    }
    return sqlite3_reset(places->last) == SQLITE_OK;
}

void sqlite_places_close(struct places *places)
{
    sqlite3_finalize(places->rows);
    sqlite3_finalize(places->add);
    sqlite3_finalize(places->last);
    sqlite3_finalize(places->stands);
}
