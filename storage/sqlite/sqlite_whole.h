/* sqlite_whole.h: whether the database is undamaged after a disorderly end.
 *
 * What can be damaged. A commit is in the WAL, each frame with a checksum over all before it, and
 * is synced before anybody hears of it. If the end of the WAL is torn, SQLite ignores it; that
 * commit was not announced yet. The database file itself is written only at a checkpoint, and its
 * frames stay in the WAL until the file is synced. So a torn page is read from the WAL and written
 * again. So a killed process and a power cut damage nothing. A disk that loses acknowledged writes
 * may damage what was written last, and any disk may damage old data.
 *
 * A start therefore checks what it needs and what play writes to next, and refuses to run if there
 * is damage: the header, the schema, open tables, settings, the journal, running rounds and the
 * last finished ones. The rest grows for years. A thread reads it after the start, on a read-only
 * connection of its own. Writer and loop do not wait for it, but the WAL grows until it is done.
 * Damage that it finds is logged and told by store_whole(); play goes on. An orderly end before the
 * thread is done, or with damage, leaves no mark, so the next start reads everything again. */
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

/* Checks the parts that a start needs; sqlite_whole_begin() checks the rest. */
enum store_error sqlite_whole_at_start(sqlite3 *db, const char *path, struct fault *why);
/* Starts the thread that checks everything; keeps `known` up to date. All arguments outlive
 * sqlite_whole_end(). Without a thread or memory nothing is read, which is logged. */
void sqlite_whole_begin(struct whole *whole, const char *path, const struct log *log,
                        atomic_int *known);
/* Makes the thread end soon, and waits for it. Call it before closing the writer's connection,
 * which must be closed last. */
void sqlite_whole_end(struct whole *whole);

#endif
