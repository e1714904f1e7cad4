/* sqlite_whole.h: whether the database is whole, after an end that was not an orderly one.
 *
 * What such an end can hurt. A commit stands in the WAL, each frame with a sum over all before it,
 * and is synced before anybody hears of it: what is torn at the end of the WAL is cut, and was told
 * to nobody. The file itself is written at a checkpoint alone, and the frames stay until it is
 * synced: a page that is torn there is read from the WAL, and written anew. So a process that is
 * killed and a power cut spoil nothing. A disk that loses what it has acknowledged may spoil
 * whatever was written last, and any disk what it has had for years.
 *
 * So a start looks at what it reads and at what play writes to next, and refuses what is damaged
 * there: the header, the schema, open tables, settings, the journal, rounds that run and the last
 * ones that are over. All else, which grows for years, is read by a thread when the store is open,
 * on a connection of its own that only reads: neither the writer nor the loop waits for it, but the
 * WAL cannot begin anew meanwhile. What it finds is an error of the log, and known to who asks
 * (store_whole()); play goes on. An orderly end before it is through, or with damage, leaves
 * no mark, so that the next start looks again. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_WHOLE_H
#define TALON_STORAGE_SQLITE_SQLITE_WHOLE_H

#include <stdatomic.h>

#include "base/loop.h"
#include "sqlite_base.h"

struct log;

struct whole {
    sqlite3 *db; /* NULL: nothing is looked at */
    sqlite3_stmt *holder;
    const struct log *log;
    const char *path;
    atomic_int *known; /* enum store_whole */
    atomic_bool stop;
    uv_thread_t thread;
};

/* What a start looks at. */
enum store_error sqlite_whole_at_start(sqlite3 *db, const char *path, struct fault *why);
/* Begins to read all of it; `known` is kept up to date, and lives until the end as the others do.
 * Without a thread or memory for it nothing is read, which is logged. */
void sqlite_whole_begin(struct whole *whole, const char *path, const struct log *log,
                        atomic_int *known);
/* Ends it soon, and before the writer's connection is closed, which is to be the last one. */
void sqlite_whole_end(struct whole *whole);

#endif
