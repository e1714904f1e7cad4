/* file_identity.h: whether the open files are still the ones at their path.
 *
 * If somebody moves, replaces or deletes an open database, writes still work, but the next start
 * does not see them. So the writer checks before and after each commit (file_identity_holds()).
 * What it committed in between is not told to anybody until the right file is back. Meanwhile the
 * WAL is written into the file it belongs to and emptied, because beside another database it would
 * destroy that one.
 *
 * Once the file is moved back, all goes on. Otherwise a restart goes on with the file that is
 * there. */
#ifndef TALON_STORAGE_SQLITE_FILE_IDENTITY_H
#define TALON_STORAGE_SQLITE_FILE_IDENTITY_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/fault.h"

struct sqlite_store;

enum { IDENTITY_FILES = 4 }; /* the database, its -wal, -shm and -lock */

struct open_files {
    dev_t dev[IDENTITY_FILES];
    ino_t ino[IDENTITY_FILES]; /* 0: there was none */
    bool emptied;              /* the WAL was emptied since the file went missing */
};

/* Remembers which files are open; call it when all are. If the file system has no lasting file
 * numbers, remembers nothing and says so in the log; then file_identity_holds() is always true. */
void file_identity_note(struct sqlite_store *sq);
/* Whether the open files are still at their paths. False: another file or none is there; the fault
 * says what happened and what to do. */
bool file_identity_holds(struct sqlite_store *sq, struct fault *why);
/* Call it before closing if file_identity_holds() is false: otherwise SQLite would delete the -wal
 * and -shm that are at the path now, and that belong to another database. */
void file_identity_leave(struct sqlite_store *sq);

#endif
