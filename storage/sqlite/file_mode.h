/* file_mode.h: the database and the files beside it are for their owner alone.
 *
 * They hold the secrets of running rounds, and so every hand. New files are made with such rights
 * (sqlite.c). Files with wider rights, left by an older version or copied by hand, are mended at
 * the start, and the log says so. Where we may not mend them, the start is refused. */
#ifndef TALON_STORAGE_SQLITE_FILE_MODE_H
#define TALON_STORAGE_SQLITE_FILE_MODE_H

#include <stddef.h>

#include "storage/store.h"

/* The database at `path`, its -wal, -shm and -lock, and the copies of the versions up to
 * `versions`. STORE_CANNOT_OPEN with one clear line in `why`: somebody else's file with wider
 * rights. */
enum store_error file_mode_mend(const char *path, int versions, const struct log *log,
                                struct fault *why);

#endif
