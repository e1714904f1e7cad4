/* file_identity.h: whether the open files are still the ones at their path.
 *
 * If somebody moves, replaces or deletes an open database, writes still work, but the next start
 * does not see them. So the writer checks before and after each commit (file_identity_holds()). If
 * it committed a batch to a missing file, nobody hears of that batch until the file is back.
 * While the file is missing, the writer also moves the content of the WAL into the database file
 * that it has open, and empties the WAL. Otherwise SQLite would apply the WAL to any database that
 * comes to lie beside it, and destroy that database.
 *
 * Once the file is back, writing goes on. After a restart instead, Talon uses the file that is
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
    bool emptied;              /* we emptied the WAL after the file had gone missing */
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
