/* file_mode.h: only the owner may read the database and the files beside it.
 *
 * They hold the secrets of running rounds, and with them every hand. New files are made with mode
 * 0600 (sqlite.c). If an older version or a copy left wider rights, the start narrows them and logs
 * it. If it has no right to do that, it refuses to go on. */
#ifndef TALON_STORAGE_SQLITE_FILE_MODE_H
#define TALON_STORAGE_SQLITE_FILE_MODE_H

#include <stddef.h>

#include "storage/store.h"

/* Narrows the rights of the database at `path`, its -wal, -shm and -lock, and the copies of
 * versions up to `versions`. STORE_CANNOT_OPEN, and one line in the fault: a file has wider rights,
 * and cannot be changed because it belongs to another user. */
enum store_error file_mode_mend(const char *path, int versions, const struct log *log,
                                struct fault *why);

#endif
