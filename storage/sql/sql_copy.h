/* sql_copy.h: copies all rows of a database into an empty one of another kind. */
#ifndef TALON_STORAGE_SQL_SQL_COPY_H
#define TALON_STORAGE_SQL_SQL_COPY_H

#include "sql.h"

/* What differs. */
struct sql_copy {
    struct sql *from, *to;
    const char *journal_from, *journal_to; /* statements that read and write the table `journal`,
                                              which each database keeps in its own way */
    const char
        *journal_types; /* the type of each column: i, r, t, b (integer, real, text, bytes) */
    bool cursors;       /* of `from`: read by portions */
};

/* Call it within a transaction on each of the two, and end both afterwards. False: one of the two
 * has the error. */
bool sql_copy_all(const struct sql_copy *copy);

#endif
