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

/* Remembers the files; call it when all are open. On a file system without lasting file numbers it
 * remembers nothing, so that no file seems to be missing, and the log says so. */
void file_identity_note(struct sqlite_store *sq);
/* False: another file or none is at the path; the fault says what happened and what to do. */
bool file_identity_holds(struct sqlite_store *sq, struct fault *why);
/* Call it before closing while file_identity_holds() is false: keeps SQLite from deleting files of
 * the same names. */
void file_identity_leave(struct sqlite_store *sq);

#endif
