#include "copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "storage/owner.h"
#include "storage/sqlite/lock.h"
#include "storage/sqlite/migrate.h"
#include "storage/sqlite/sqlite_base.h"
#include "storage/sqlite/sqlite_copy.h"
#include "storage/sqlite/sqlite_tool.h"

enum {
    BUSY_MS = 10000,
    KEPT_TRIES = 100,
    STOP_STEPS = 1000 /* steps of SQLite's virtual machine between two looks at *stop */
};

/* -- checking -- */

static enum store_error open_one(const char *path, int access, sqlite3 **db, struct fault *why)
{
    int64_t version = 0;
    if (sqlite3_open_v2(path, db, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL) !=
            SQLITE_OK ||
        sqlite3_busy_timeout(*db, BUSY_MS) != SQLITE_OK ||
        sqlite3_exec(*db, "PRAGMA mmap_size = 0", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fault(*db, path, why);
    enum store_error error = sqlite_check_version(
        *db, path, store_migrations[store_migration_count - 1].version, &version, why);
    if (error == STORE_OK && version == 0)
        error = sqlite_refuse(STORE_DAMAGED, why, "%s: the database is empty", path);
    return error;
}

static bool count_rows(sqlite3 *db, struct store_book *book)
{
    int64_t pages = 0;
    int64_t page = 0;
    return sqlite_number(db, "PRAGMA page_count", &pages) &&
           sqlite_number(db, "PRAGMA page_size", &page) &&
           sqlite_number(db, "SELECT count(*) FROM game_table", &book->tables) &&
           sqlite_number(db, "SELECT count(*) FROM person", &book->people) &&
           sqlite_number(db, "SELECT count(*) FROM round", &book->rounds) &&
           sqlite_number(db, "SELECT count(*) FROM round WHERE ended_at IS NULL", &book->running) &&
           (book->bytes = pages * page) >= 0;
}

static enum store_error check_database(sqlite3 *db, const char *path, struct store_book *book,
                                       struct fault *why)
{
    enum store_error error = sqlite_check(db, "PRAGMA integrity_check(1)", path, why);
    if (error == STORE_OK && book != NULL && !count_rows(db, book))
        error = sqlite_fault(db, path, why);
    return error;
}

static int is_stopped(void *arg)
{
    atomic_bool *stop = arg;
    return atomic_load(stop);
}

/* Makes the connection stop when *stop is set; `stop` may be NULL. */
static void heed_stop(sqlite3 *db, atomic_bool *stop)
{
    if (stop != NULL)
        sqlite3_progress_handler(db, STOP_STEPS, is_stopped, stop);
}

static enum store_error check_file(const struct store_copying *copying, struct store_book *book,
                                   struct fault *why)
{
    sqlite3 *db = NULL;
    /* SQLite checks the schema's CHECKs only on a connection that may write. A file that nobody may
     * write to is checked without them. */
    enum store_error error = open_one(copying->to, SQLITE_OPEN_READWRITE, &db, why);
    if (error == STORE_OK &&
        sqlite3_exec(db, "PRAGMA query_only = ON", NULL, NULL, NULL) != SQLITE_OK)
        error = sqlite_fault(db, copying->to, why);
    if (error == STORE_OK) {
        heed_stop(db, copying->stop);
        error = check_database(db, copying->to, book, why);
    }
    sqlite3_close(db);
    return error;
}

enum store_error store_check(const char *path, struct store_book *book, struct fault *why)
{
    struct owner owner;
    enum store_error error = owner_become(&owner, path, why);
    if (error == STORE_OK)
        error = check_file(&(struct store_copying){.to = owner.name}, book, why);
    return owner_leave(&owner, error, why);
}

/* -- copying -- */

/* Copies the open database `db`, closes it, and checks the copy; removes one that is not good. If
 * `error` is set already, only closes `db`, and returns `error`. */
static enum store_error copy_and_check(const struct store_copying *copying, sqlite3 *db,
                                       enum store_error error, struct store_book *book,
                                       struct fault *why)
{
    if (error == STORE_OK) {
        heed_stop(db, copying->stop);
        error = sqlite_copy(db, copying->from, copying->to, why);
    }
    sqlite3_close(db);
    if (error != STORE_OK)
        return error;
    error = check_file(copying, book, why);
    if (error != STORE_OK)
        unlink(copying->to);
    return error;
}

static enum store_error expect_none(const char *path, struct fault *why)
{
    struct stat found;
    if (lstat(path, &found) != 0)
        return STORE_OK;
    return sqlite_refuse(STORE_CANNOT_OPEN, why, "%s: it exists already", path);
}

enum store_error store_copy(const struct store_copying *copying, struct store_book *book,
                            struct fault *why)
{
    sqlite3 *db = NULL;
    enum store_error error = expect_none(copying->to, why);
    if (error != STORE_OK)
        return error;
    error = open_one(copying->from, SQLITE_OPEN_READONLY, &db, why);
    return copy_and_check(copying, db, error, book, why);
}

/* Opens the source as the owner of its folder, and then stops acting as that owner: the copy is
 * written as the owner of the copy's folder. By then all files of the source are open, because
 * open_one() has read from it. */
static enum store_error open_source(const char *path, sqlite3 **db, struct fault *why)
{
    struct owner owner;
    enum store_error error = owner_become(&owner, path, why);
    if (error == STORE_OK)
        error = open_one(owner.name, SQLITE_OPEN_READONLY, db, why);
    return owner_leave(&owner, error, why);
}

enum store_error store_backup(const char *path, const char *to, struct store_book *book,
                              struct fault *why)
{
    struct owner owner;
    sqlite3 *db = NULL;
    enum store_error error = open_source(path, &db, why);
    if (error == STORE_OK)
        error = owner_become(&owner, to, why);
    else
        return sqlite3_close(db), error;
    if (error == STORE_OK)
        error = expect_none(owner.name, why);
    error = copy_and_check(&(struct store_copying){.from = path, .to = owner.name}, db, error, book,
                           why);
    return owner_leave(&owner, error, why);
}

/* -- putting back -- */

/* What SQLite keeps beside a database. It does not notice if the database is another one: it reads
 * a -wal into it, and undoes with a -journal what that one never did. */
static const char *const logs[] = {"-wal", "-journal"};

static bool is_there(const char *path, const char *tail)
{
    char name[STORE_KEPT_MAX + 16];
    struct stat found;
    snprintf(name, sizeof(name), "%s%s", path, tail);
    return lstat(name, &found) == 0;
}

/* Finds a second name for the old database: no file has it, and no log of another database stands
 * beside it. */
static bool find_name(const char *path, char kept[STORE_KEPT_MAX])
{
    for (unsigned i = 1; i <= KEPT_TRIES; i++) {
        snprintf(kept, STORE_KEPT_MAX, i == 1 ? "%s.before-restore" : "%s.before-restore-%u", path,
                 i);
        bool used = is_there(kept, "");
        for (size_t log = 0; log < ARRAY_SIZE(logs) && !used; log++)
            used = is_there(kept, logs[log]);
        if (!used)
            return true;
    }
    errno = EEXIST;
    return false;
}

/* The last writes are in the logs. Writes them into the database, unless it is too damaged. */
static void write_logs(const char *path)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
        sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    sqlite3_close(db);
}

/* Renames the logs that still hold something, to go with `kept`. */
static bool set_logs_aside(const char *path, const char *kept)
{
    char name[STORE_KEPT_MAX + 16];
    char aside[STORE_KEPT_MAX + 16];
    struct stat found;
    bool done = true;
    snprintf(name, sizeof(name), "%s-shm", path);
    unlink(name);
    for (size_t i = 0; i < ARRAY_SIZE(logs) && done; i++) {
        snprintf(name, sizeof(name), "%s%s", path, logs[i]);
        snprintf(aside, sizeof(aside), "%s%s", kept, logs[i]);
        if (lstat(name, &found) == 0)
            done = found.st_size == 0 ? unlink(name) == 0 : rename(name, aside) == 0;
    }
    return done;
}

/* Keeps the old database under a second name; `kept` gets "" if there is none. The database is
 * linked, not renamed, so that there is always a database at `path`. Without the database, its logs
 * may still be there. */
static bool keep_old(const char *path, char kept[STORE_KEPT_MAX])
{
    bool there = is_there(path, "");
    if (!find_name(path, kept) || (there && link(path, kept) != 0))
        return false;
    if (there)
        write_logs(path);
    bool done = set_logs_aside(path, kept);
    if (!there)
        *kept = '\0';
    return done;
}

static enum store_error put_in_place(const char *path, const char *made, char kept[STORE_KEPT_MAX],
                                     struct fault *why)
{
    if (!keep_old(path, kept) || rename(made, path) != 0 || !sqlite_sync_folder(path))
        return sqlite_system_fault(path, why);
    return STORE_OK;
}

enum store_error store_restore(const char *path, const char *from, char kept[STORE_KEPT_MAX],
                               struct store_book *book, struct fault *why)
{
    char made[STORE_KEPT_MAX];
    struct owner owner;
    sqlite3 *db = NULL;
    int lock = -1;
    enum store_error source = open_source(from, &db, why);
    if (source != STORE_OK)
        return sqlite3_close(db), source;
    enum store_error error = owner_become(&owner, path, why);
    path = owner.name;
    if (snprintf(made, sizeof(made), "%s.restored", path) >= (int)sizeof(made) - 32)
        error = sqlite_refuse(STORE_CANNOT_OPEN, why, "%s: too long a name", path);
    if (error == STORE_OK)
        error = lock_take(path, &lock, why);
    if (error == STORE_OK)
        unlink(made); /* left by a restore that was killed */
    error = copy_and_check(&(struct store_copying){.from = from, .to = made}, db, error, book, why);
    if (error == STORE_OK && !sqlite_give_to_owner(path, made, lock))
        error = sqlite_system_fault(made, why);
    if (error == STORE_OK)
        error = put_in_place(path, made, kept, why);
    if (error != STORE_OK && lock >= 0)
        unlink(made);
    /* The lock file may say that the old database was closed in order. Removes that note, so that
     * the next start checks the restored database. */
    if (error == STORE_OK && ftruncate(lock, 0) != 0)
        error = sqlite_system_fault(path, why);
    if (lock >= 0)
        close(lock);
    owner_tell(&owner, kept, STORE_KEPT_MAX);
    return owner_leave(&owner, error, why);
}
