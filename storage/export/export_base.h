/* export_base.h: what an export is made of, be it of all or of one person: rows of a statement that
 * are lines, and every round in its turn. */
#ifndef TALON_STORAGE_EXPORT_EXPORT_BASE_H
#define TALON_STORAGE_EXPORT_EXPORT_BASE_H

#include <stdio.h>

#include "storage/sqlite/sqlite_prove.h"
#include "storage/sqlite/sqlite_tool.h"

/* A number as true or false of JSON; in a statement. */
#define EXPORT_BOOL(value) "json(iif(" value ", 'true', 'false'))"

struct export_base {
    sqlite3 *db; /* in a transaction that reads */
    const char *path;
    FILE *out;
    const char *head; /* goes before the first line, if there is one; NULL: nothing does */
    int64_t *lines;   /* written, `head` among them */
    /* While rounds are written: */
    struct reading *reading;
    sqlite3_stmt *action, *results, *round;
};

/* The statements that a round's lines are made by. */
struct export_rounds_sql {
    const char *action, *results, *round;
};

/* A stream that takes no more is for who asks for the export: no fault of the database. */
void export_put(struct export_base *base, const char *line);
/* Every row a line; ?1, if the statement has it, is `person`. False: `db` has the error. */
bool export_rows(struct export_base *base, const char *sql, int64_t person);
/* Every round in order, as far as the stream takes it. False: `db` has the error, or `put_round`
 * gave it, which writes one by base->reading and these statements. */
bool export_rounds(struct export_base *base, const struct export_rounds_sql *sql,
                   bool (*put_round)(struct export_base *base, int64_t id));

#endif
