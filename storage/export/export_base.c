#include "export_base.h"

static void put_line(struct export_base *base, const char *line)
{
    ++*base->lines;
    if (fputs(line, base->out) >= 0)
        putc('\n', base->out);
}

void export_put(struct export_base *base, const char *line)
{
    if (base->head != NULL && *base->lines == 0)
        put_line(base, base->head);
    put_line(base, line);
}

bool export_rows(struct export_base *base, const char *sql, int64_t person)
{
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(base->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
                (sqlite3_bind_parameter_count(stmt) == 0 || bind_int(stmt, 1, person));
    while (good && !ferror(base->out) && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        export_put(base, column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return good && (code == SQLITE_DONE || ferror(base->out));
}

static bool prepare_rounds(const struct export_base *base, const char *sql, sqlite3_stmt **stmt)
{
    return sqlite3_prepare_v2(base->db, sql, -1, stmt, NULL) == SQLITE_OK;
}

bool export_rounds(struct export_base *base, const struct export_rounds_sql *sql,
                   bool (*put_round)(struct export_base *base, int64_t id))
{
    sqlite3_stmt *ids = NULL;
    int code = SQLITE_ERROR;
    bool good = prepare_rounds(base, "SELECT id FROM round ORDER BY id", &ids) &&
                prepare_rounds(base, sql->action, &base->action) &&
                prepare_rounds(base, sql->results, &base->results) &&
                prepare_rounds(base, sql->round, &base->round) &&
                (base->reading = sqlite_prove_open(base->db, base->path)) != NULL;
    while (good && !ferror(base->out) && (code = sqlite3_step(ids)) == SQLITE_ROW)
        good = put_round(base, sqlite3_column_int64(ids, 0));
    sqlite_prove_close(base->reading);
    sqlite3_finalize(base->round);
    sqlite3_finalize(base->results);
    sqlite3_finalize(base->action);
    sqlite3_finalize(ids);
    return good && (code == SQLITE_DONE || ferror(base->out));
}
