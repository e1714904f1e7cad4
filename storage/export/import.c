#include "import.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "import_lines.h"
#include "storage/check/copy.h"
#include "storage/owner.h"
#include "storage/sqlite/lock.h"
#include "storage/sqlite/sqlite_copy.h"
#include "storage/sqlite/sqlite_tool.h"

enum { NAME_MAX_BYTES = STORE_KEPT_MAX + 32 };

static void remove_files(const char *part)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock", "-journal"};
    char name[NAME_MAX_BYTES];
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        snprintf(name, sizeof(name), "%s%s", part, tails[i]);
        unlink(name);
    }
}

/* Refuses to import into a database that has data in it. Opening and closing it also removes its
 * write-ahead log. */
static enum store_error expect_empty(const char *path, struct fault *why)
{
    static const char sql[] = "SELECT (SELECT count(*) FROM person) + (SELECT count(*) FROM round)"
                              " + (SELECT count(*) FROM game_table) + (SELECT count(*) FROM setting"
                              " WHERE scope NOT LIKE 'names:%')";
    struct stat found;
    sqlite3 *db = NULL;
    int64_t rows = 0;
    if (lstat(path, &found) != 0 || found.st_size == 0)
        return STORE_OK;
    enum store_error error = sqlite_open_tool(path, TOOL_WRITES, &db, why);
    if (error == STORE_OK && !sqlite_number(db, sql, &rows))
        error = sqlite_fault(db, path, why);
    if (error == STORE_OK && rows > 0) {
        error = sqlite_refuse(STORE_FAILED, why, "%s: it is not empty: import into a new database",
                              path);
    }
    sqlite3_close(db);
    return error;
}

/* Refuses to import where the -wal or the -journal of a database lies that is gone: SQLite would
 * read it into the new one. */
static enum store_error expect_no_log(const char *path, struct fault *why)
{
    static const char *const logs[] = {"-wal", "-journal"};
    char name[NAME_MAX_BYTES];
    struct stat found;
    for (size_t i = 0; i < ARRAY_SIZE(logs); i++) {
        snprintf(name, sizeof(name), "%s%s", path, logs[i]);
        if (lstat(name, &found) == 0 && found.st_size > 0) {
            return sqlite_refuse(
                STORE_FAILED, why,
                "%s: belongs to a database that is no longer here: move it to that database", name);
        }
        unlink(name);
    }
    snprintf(name, sizeof(name), "%s-shm", path);
    unlink(name);
    return STORE_OK;
}

static enum store_error sync_file(const char *part, struct fault *why)
{
    int fd = owner_open(part, O_RDWR | O_NOFOLLOW);
    enum store_error error = fd >= 0 && fsync(fd) == 0 ? STORE_OK : sqlite_system_fault(part, why);
    if (fd >= 0)
        close(fd);
    return error;
}

static enum store_error make_database(struct import_lines *lines, const char *part)
{
    enum store_error error = import_rounds(lines, part);
    if (error == STORE_OK)
        error = import_rows(lines, part);
    if (error == STORE_OK)
        error = store_check(part, NULL, lines->why);
    return error == STORE_OK ? sync_file(part, lines->why) : error;
}

enum store_error store_import(const char *path, FILE *in, int64_t *count, struct fault *why)
{
    char part[STORE_KEPT_MAX];
    struct import_lines lines = {.why = why};
    struct owner owner;
    int lock = -1;
    enum store_error error = owner_become(&owner, path, why);
    path = owner.name;
    if (error == STORE_OK && snprintf(part, sizeof(part), "%s.import", path) >= (int)sizeof(part))
        error = sqlite_refuse(STORE_CANNOT_OPEN, why, "%s: too long a name", path);
    if (error == STORE_OK)
        error = lock_take(path, &lock, why);
    if (error == STORE_OK)
        error = expect_empty(path, why);
    if (error == STORE_OK)
        error = expect_no_log(path, why);
    if (error == STORE_OK)
        error = import_keep(&lines, in, path);
    if (error == STORE_OK) {
        remove_files(part); /* left by an import that was killed */
        error = make_database(&lines, part);
        if (error == STORE_OK &&
            (!sqlite_give_to_owner(path, part, lock) || rename(part, path) != 0 ||
             !sqlite_sync_folder(path) || ftruncate(lock, 0) != 0))
            error = sqlite_system_fault(path, why);
        remove_files(part);
    }
    *count = lines.number;
    import_drop(&lines);
    if (lock >= 0)
        close(lock);
    return owner_leave(&owner, error, why);
}
