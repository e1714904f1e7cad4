/* crash_count.h: at which table earlier starts crashed.
 *
 * A process that crashes tells nobody why, and a start that reads the same table may crash again.
 * So the table that is being worked at stands in the lock file beside the database. It is written
 * without waiting for the disk: it survives the process, though not the machine, whose crash is no
 * table's fault. An orderly end writes its own mark to that file (sqlite.c). Used on the loop's
 * thread. */
#ifndef TALON_STORAGE_SQLITE_CRASH_COUNT_H
#define TALON_STORAGE_SQLITE_CRASH_COUNT_H

#include <stdbool.h>
#include <stddef.h>

#include "storage/store.h"

struct crash_count {
    int fd;                    /* -1: nothing is kept */
    struct store_crashes last; /* of earlier starts */
    struct store_crashes now;  /* what the next start reads if this one crashes */
};

/* Reads what an earlier start left (`text`; "": nothing), then replaces it on the disk by the note
 * that this start began. False with errno. */
bool crash_count_begin(struct crash_count *crashes, int fd, const char *text, size_t length);
/* Puts back what was there: the database could not be opened, so this was no start. */
void crash_count_undo(const struct crash_count *crashes);
/* The process works at that table from now on; 0: at none. */
void crash_count_at(struct crash_count *crashes, int64_t table);
/* This start has run long enough: earlier crashes no longer count. */
void crash_count_forget(struct crash_count *crashes);

#endif
