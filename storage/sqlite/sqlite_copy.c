#include "sqlite_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sqlite_base.h"

bool sqlite_sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? sqlite3_mprintf(".")
                                 : sqlite3_mprintf("%.*s", (int)(slash - path) + 1, path);
    int fd = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool done = fd >= 0 && fsync(fd) == 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    sqlite3_free(folder);
    errno = error;
    return done;
}

/* Removes an unfinished copy and the journal that SQLite keeps beside it: a killed copy leaves
 * both. */
static void unlink_part(const char *part)
{
    char *journal = sqlite3_mprintf("%s-journal", part);
    unlink(part);
    if (journal != NULL)
        unlink(journal);
    sqlite3_free(journal);
}

/* Renames the copy, durably or not at all; errno. */
static bool rename_copy(const char *part, const char *to)
{
    if (rename(part, to) != 0)
        return false;
    if (sqlite_sync_folder(to))
        return true;
    int error = errno;
    unlink(to);
    errno = error;
    return false;
}

enum store_error sqlite_copy(sqlite3 *db, const char *path, const char *to, struct fault *why)
{
    enum store_error error = STORE_NO_MEMORY;
    char *part = sqlite3_mprintf("%s-part", to);
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", part);
    if (part == NULL || sql == NULL) {
        sqlite_refuse(error, why, "%s: out of memory", path);
        goto out;
    }
    unlink_part(part);
    int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        error = sqlite_system_fault(part, why);
        goto out;
    }
    error = STORE_OK;
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        error = sqlite_fault(db, path, why);
    else if (fsync(fd) != 0 || !rename_copy(part, to))
        error = sqlite_system_fault(to, why);
    close(fd);
    if (error != STORE_OK)
        unlink_part(part);
out:
    sqlite3_free(sql);
    sqlite3_free(part);
    return error;
}
