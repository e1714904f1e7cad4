/* crash_count.h: what earlier starts ended at, when they did not end in order.
 *
 * A process that dies tells nobody why, and a start that reads what killed the last one dies again.
 * So what is being done stands in the lock's file beside the database: written without waiting for
 * the disk, it outlives the process (if not the machine, whose failure is no fault of a table). An
 * orderly end puts its mark in the same place (sqlite.c). Used on the loop's thread. */
#ifndef TALON_STORAGE_SQLITE_CRASH_COUNT_H
#define TALON_STORAGE_SQLITE_CRASH_COUNT_H

#include <stdbool.h>
#include <stddef.h>

#include "storage/store.h"

struct crash_count {
    int fd;                    /* -1: nothing is kept */
    struct store_crashes last; /* of earlier starts */
    struct store_crashes now;  /* what will be read when this one dies */
};

/* Reads what an earlier start left (`text`, none: "") and writes that another one began, which
 * replaces it and is on the disk afterwards. False with errno. */
bool crash_count_begin(struct crash_count *crashes, int fd, const char *text, size_t length);
/* Puts back what was there before: the database could not be opened, so this was no start. */
void crash_count_undo(const struct crash_count *crashes);
/* From now on the process works at that table; 0: at none. */
void crash_count_at(struct crash_count *crashes, int64_t table);
/* This start is as good as one that ended in order: nothing before it counts any more. */
void crash_count_forget(struct crash_count *crashes);

#endif
