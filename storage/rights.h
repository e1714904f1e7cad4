/* rights.h: the database and what stands beside it are for their owner alone.
 *
 * In them are the secrets of running rounds, and so every hand. New files are made so (sqlite.c);
 * what is there with wider rights, of an older version or a hand that copied it, is mended at the
 * start, aloud, or the start is refused where that is not ours to do. */
#ifndef TALON_STORAGE_RIGHTS_H
#define TALON_STORAGE_RIGHTS_H

#include <stddef.h>

#include "store.h"

/* The database at `path`, its -wal, -shm and -lock, and the copies of the versions up to
 * `versions`. STORE_CANNOT_OPEN with one clear line in `why`: somebody else's file with wider
 * rights. */
enum store_error rights_mend(const char *path, int versions, const struct log *log, char *why,
                             size_t why_size);

#endif
