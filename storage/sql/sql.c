#include "sql.h"

#include <stdlib.h>

unsigned sql_params_of(const char *text)
{
    unsigned long most = 0;
    for (; *text != '\0'; text++) {
        unsigned long number = *text == '?' ? strtoul(text + 1, NULL, 10) : 0;
        most = number > most ? number : most;
    }
    return (unsigned)most;
}

enum found sql_run_row(struct sql_stmt *stmt, int64_t *first, int64_t *second)
{
    enum sql_step step = sql_step(stmt);
    enum found found = step == SQL_ROW ? FOUND : step == SQL_DONE ? NONE : ERROR;
    if (found == FOUND) {
        *first = sql_int64(stmt, 0);
        if (second != NULL)
            *second = sql_int64(stmt, 1);
        found = sql_step(stmt) == SQL_DONE ? FOUND : ERROR;
    }
    return sql_reset(stmt) ? found : ERROR;
}

bool sql_number(struct sql *sql, const char *text, int64_t *number)
{
    struct sql_stmt *stmt = sql_prepare(sql, text);
    bool found = stmt != NULL && sql_run_row(stmt, number, NULL) == FOUND;
    return sql_finalize(stmt) && found;
}
