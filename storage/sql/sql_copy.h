/* sql_copy.h: all rows of a database into one of another kind, which holds none. */
#ifndef TALON_STORAGE_SQL_SQL_COPY_H
#define TALON_STORAGE_SQL_SQL_COPY_H

#include "sql.h"

/* What differs. */
struct sql_copy {
    struct sql *from, *to;
    const char *journal_from, *journal_to; /* the table `journal`: what is read, what is written */
    const char *journal_types;             /* a sign for each column: i, r, t, b */
    bool cursors;                          /* of `from`: read by portions */
};

/* Both are in a transaction, which the caller ends. False: one of them has the error. */
bool sql_copy_all(const struct sql_copy *copy);

#endif
