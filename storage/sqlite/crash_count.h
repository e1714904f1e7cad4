/* crash_count.h: at which table earlier starts crashed.
 *
 * A process that crashes tells nobody why, and a start that reads the same table may crash again.
 * So the process writes the number of the table that it works at into the lock file beside the
 * database. It does not wait for the disk: the number survives a crash of the process, though not
 * of the machine, which is no table's fault. An orderly end writes its own mark to that file
 * (sqlite.c). Used on the loop's thread. */
#ifndef TALON_STORAGE_SQLITE_CRASH_COUNT_H
#define TALON_STORAGE_SQLITE_CRASH_COUNT_H

#include <stdbool.h>
#include <stddef.h>

#include "storage/store.h"

struct crash_count {
    int fd;                    /* -1: nothing is kept */
    struct store_crashes last; /* of earlier starts */
    struct store_crashes now;  /* what the next start reads if this process crashes */
};

/* Reads `text`, the lock file's content that an earlier start left, then replaces it on the disk by
 * the note that this start began. False with errno. */
bool crash_count_begin(struct crash_count *crashes, int fd, const char *text, size_t length);
/* Puts the former note back. For when the database could not be opened, so that this does not count
 * as a start. */
void crash_count_undo(const struct crash_count *crashes);
/* Notes that the process works at that table from now on; 0: at none. */
void crash_count_at(struct crash_count *crashes, int64_t table);
/* Forgets earlier crashes, because this start has run long enough. */
void crash_count_forget(struct crash_count *crashes);

#endif
