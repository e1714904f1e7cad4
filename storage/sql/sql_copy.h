/* sql_copy.h: copies the rows of a database into an empty one of another kind: all but the journal,
 * which each database keeps in its own way. */
#ifndef TALON_STORAGE_SQL_SQL_COPY_H
#define TALON_STORAGE_SQL_SQL_COPY_H

#include "sql.h"

/* What differs. */
struct sql_copy {
    struct sql *from, *to;
    bool cursors; /* `from` can read the rows of a SELECT in portions, by a cursor */
};

/* Call it within a transaction on each of the two, and end both afterwards. False: one of the two
 * has the error. */
bool sql_copy_all(const struct sql_copy *copy);
/* Calls back for each row of a SELECT on copy->from. False: it has the error, or the callback
 * returned false. */
bool sql_copy_each(const struct sql_copy *copy, const char *select,
                   bool (*row)(void *arg, struct sql_stmt *from), void *arg);

#endif
