/* file_identity.h: whether the files that are open are still those that stand at the path.
 *
 * A database that is moved, replaced or deleted under us can be written to as before, and nothing
 * of it is there after the next start. So the writer looks before and after each commit
 * (file_identity_holds()); what is committed in between is not told until the right file is back.
 * While it is away the WAL is written into the file it belongs to and emptied: beside another
 * database it would destroy that one.
 *
 * A file that is moved back is gone on with. After any other mishap a restart goes on with what is
 * there then. */
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
    bool emptied;              /* the WAL, since the file was missed */
};

/* To be called when all files are open: remembers which they are. On a file system whose files have
 * no lasting numbers nothing is remembered, so that nothing is ever missed; the log says so. */
void file_identity_note(struct sqlite_store *sq);
/* False with one clear line in `why`: what happened, and what helps. */
bool file_identity_holds(struct sqlite_store *sq, struct fault *why);
/* To be called before closing when file_identity_holds() is false: keeps SQLite from deleting files
 * that bear the names of its own. */
void file_identity_leave(struct sqlite_store *sq);

#endif
