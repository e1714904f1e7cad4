#include "sqlite_tool.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lock.h"
#include "migrate.h"
#include "storage/check/copy.h"

enum { BUSY_MS = 10000 };

enum store_error sqlite_open_tool(const char *path, enum tool_access access, sqlite3 **db,
                                  struct fault *why)
{
    int flags = access == TOOL_WRITES ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    int newest = store_migrations[store_migration_count - 1].version;
    int64_t version = 0;
    if (sqlite3_open_v2(path, db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL) !=
            SQLITE_OK ||
        sqlite3_busy_timeout(*db, BUSY_MS) != SQLITE_OK ||
        sqlite3_exec(*db, "PRAGMA mmap_size = 0; PRAGMA foreign_keys = ON", NULL, NULL, NULL) !=
            SQLITE_OK)
        return sqlite_fault(*db, path, why);
    enum store_error error = sqlite_check_version(*db, path, newest, &version, why);
    if (error == STORE_OK && version < newest) {
        error = sqlite_refuse(STORE_OLDER, why,
                              "%s: written by an older version; Talon upgrades it when it opens "
                              "it",
                              path);
    }
    return error;
}

enum store_error sqlite_lock_tool(const char *path, int *fd, struct fault *why)
{
    struct stat found;
    *fd = -1;
    if (lstat(path, &found) != 0)
        return sqlite_system_fault(path, why);
    enum store_error error = lock_take(path, fd, why);
    if (error == STORE_OK && geteuid() == 0 && fchown(*fd, found.st_uid, found.st_gid) != 0)
        error = sqlite_system_fault(path, why);
    return error;
}

bool sqlite_give_to_owner(const char *path, const char *made, int lock)
{
    struct stat found;
    char folder[STORE_KEPT_MAX];
    if (geteuid() != 0)
        return true;
    snprintf(folder, sizeof(folder), "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
    if (lstat(path, &found) != 0 && stat(slash == NULL ? "." : folder, &found) != 0)
        return false;
    return lchown(made, found.st_uid, found.st_gid) == 0 &&
           fchown(lock, found.st_uid, found.st_gid) == 0;
}
