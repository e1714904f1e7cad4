#include "file_identity.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "sqlite_store.h"

static const char *const tails[IDENTITY_FILES] = {"", "-wal", "-shm", "-lock"};

enum { NAME_SIZE = 4200 };

static bool stat_file(const struct sqlite_store *sq, unsigned file, struct stat *found)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof(name), "%s%s", sq->sql.path, tails[file]);
    return stat(name, found) == 0;
}

void file_identity_note(struct sqlite_store *sq)
{
    struct stat found;
    int moved = 0;
    memset(&sq->files, 0, sizeof(sq->files));
    if (sqlite3_file_control(sq->writer, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK ||
        moved) {
        log_warn(LOG_OF(sq->sql.log, sq->sql.path),
                 "this file system cannot tell files apart: Talon will not notice when the "
                 "database is moved or replaced");
        return;
    }
    for (unsigned i = 0; i < IDENTITY_FILES; i++) {
        if (!stat_file(sq, i, &found))
            continue;
        sq->files.dev[i] = found.st_dev;
        sq->files.ino[i] = found.st_ino;
    }
}

/* Writes the WAL into the open database file, and empties it. */
static void empty_wal(struct sqlite_store *sq)
{
    if (sq->files.emptied)
        return;
    int code = sqlite3_wal_checkpoint_v2(sq->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sq->files.emptied = code == SQLITE_OK;
    if (code != SQLITE_OK) {
        log_warn(LOG_OF(sq->sql.log, sq->sql.path), "cannot empty its WAL: %s",
                 sqlite3_errmsg(sq->writer));
    }
}

static void describe_loss(const struct sqlite_store *sq, unsigned file, bool gone, int error,
                          struct fault *why)
{
    const char *rest = file > 0 ? "restart talon; no announced move is lost"
                       : gone   ? "put it back, or restart talon to go on without it"
                                : "put the old file back, or restart talon to go on with this one";
    if (gone && error != ENOENT)
        fault_set(why, "%s%s: %s", sq->sql.path, tails[file], strerror(error));
    else {
        fault_set(why, "%s%s %s: %s", sq->sql.path, tails[file],
                  gone ? "was removed" : "was replaced by another file", rest);
    }
}

bool file_identity_holds(struct sqlite_store *sq, struct fault *why)
{
    struct stat found;
    for (unsigned i = 0; i < IDENTITY_FILES; i++) {
        bool gone = !stat_file(sq, i, &found);
        int error = errno;
        if (sq->files.ino[i] == 0 ||
            (!gone && found.st_ino == sq->files.ino[i] && found.st_dev == sq->files.dev[i]))
            continue;
        describe_loss(sq, i, gone, error, why);
        empty_wal(sq);
        return false;
    }
    sq->files.emptied = false;
    return true;
}

void file_identity_leave(struct sqlite_store *sq)
{
    sqlite3 *const both[] = {sq->reader, sq->writer};
    for (unsigned i = 0; i < 2; i++)
        sqlite3_db_config(both[i], SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}
