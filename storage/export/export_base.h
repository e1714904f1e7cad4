/* export_base.h: what both exports (everything, one person) share: lines from the rows of a
 * statement, and every round in turn. */
#ifndef TALON_STORAGE_EXPORT_EXPORT_BASE_H
#define TALON_STORAGE_EXPORT_EXPORT_BASE_H

#include <stdio.h>

#include "storage/sqlite/sqlite_prove.h"
#include "storage/sqlite/sqlite_tool.h"

/* In a statement: a number as true or false of JSON. */
#define EXPORT_BOOL(value) "json(iif(" value ", 'true', 'false'))"

struct export_base {
    sqlite3 *db; /* in a transaction that reads */
    const char *path;
    FILE *out;
    const char
        *head;      /* text to write before the first line, unless there are no lines; NULL: none */
    int64_t *lines; /* written, `head` among them */
    /* While rounds are written: */
    struct round_reader *reading;
    sqlite3_stmt *action, *results, *round;
};

/* The statements from which a round's lines are made. */
struct export_rounds_sql {
    const char *action, *results, *round;
};

/* Writes a line. Errors of the stream are not reported here: the caller of the export checks the
 * stream at the end. */
void export_put(struct export_base *base, const char *line);
/* Writes every row of the statement `sql` as a line. If `sql` has a ?1, that is `person`. False:
 * `db` has the error. */
bool export_rows(struct export_base *base, const char *sql, int64_t person);
/* Calls `put_round` for every round in order, and stops early if the stream fails. `put_round`
 * writes the round, by means of base->reading and the statements of `sql`. False: `db` has the
 * error, or `put_round` returned false. */
bool export_rounds(struct export_base *base, const struct export_rounds_sql *sql,
                   bool (*put_round)(struct export_base *base, int64_t id));

#endif
