#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "file_mode.h"
#include "lock.h"
#include "migrate.h"
#include "sqlite_apply.h"
#include "sqlite_base.h"
#include "sqlite_forget.h"
#include "sqlite_journal.h"
#include "sqlite_store.h"
#include "storage/check/backups.h"
#include "storage/owner.h"
#include "storage/progress.h"
#include "storage/sql/sql_impl.h"

/* A new database has small pages: a move adds one page to the write-ahead log, so small pages wear
 * an SD card less. An older database keeps its page size.
 *
 * Measured over 300,000 rounds of 20,000 people, any four of whom may play: the end of a round
 * reads 440 pages with a cache of 256 KiB, 210 with 4 MiB, 150 with 16 MiB, in the same processor
 * time, because the system caches the file too. So the writer's cache is small. Boards read the
 * same pages again: a cache of 2,000 KiB spares 330 of 335 reads and a third of the time. */
static const char writer_setup[] = "PRAGMA page_size = 512;"
                                   "PRAGMA journal_mode = WAL;"
                                   "PRAGMA synchronous = FULL;"
                                   "PRAGMA mmap_size = 0;"
                                   "PRAGMA cache_size = -256;" /* KiB */
                                   "PRAGMA temp_store = MEMORY;"
                                   "PRAGMA foreign_keys = ON;"
                                   "PRAGMA journal_size_limit = 16777216;";
static const char reader_setup[] = "PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;"
                                   "PRAGMA cache_size = -2000;";

enum { MARK_MAX = 96 }; /* bytes; crash_count.h uses the same file */

/* Writes the modification time and size of the database. Returns the length of the text; 0: the
 * file cannot be examined. */
static size_t mark_now(const struct sqlite_store *sq, char mark[MARK_MAX])
{
    struct stat st;
    if (stat(sq->sql.path, &st) != 0)
        return 0;
    return (size_t)snprintf(mark, MARK_MAX, "%lld %lld.%09ld\n", (long long)st.st_size,
                            (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

/* Checks whether the lock file has the mark of an orderly end (`untouched`), and replaces it on the
 * disk by the note of this start (crash_count.h). Only leave_mark() writes the mark again. */
static enum store_error take_mark(struct sqlite_store *sq, struct fault *why)
{
    char then[MARK_MAX], now[MARK_MAX];
    ssize_t length = pread(sq->lock_fd, then, sizeof(then), 0);
    sq->untouched =
        length > 0 && mark_now(sq, now) == (size_t)length && memcmp(then, now, (size_t)length) == 0;
    if (crash_count_begin(&sq->sql.base.crashes, sq->lock_fd, then,
                          length > 0 ? (size_t)length : 0))
        return STORE_OK;
    return sqlite_system_fault(sq->sql.path, why);
}

/* Empties the lock file, and writes the mark of an orderly end, unless the database is damaged or
 * not fully checked. Sets the database's modification time to one between two ticks of the file
 * system's clock: no write sets such a time, so a later write by somebody else shows. */
static void leave_mark(struct sqlite_store *sq)
{
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}};
    char mark[MARK_MAX];
    bool whole = store_whole(&sq->sql.base) == STORE_WHOLE;
    clock_gettime(CLOCK_REALTIME, &times[1]);
    if (whole && utimensat(AT_FDCWD, sq->sql.path, times, 0) != 0)
        return;
    size_t length = whole ? mark_now(sq, mark) : 0;
    if (ftruncate(sq->lock_fd, 0) == 0 && length > 0 &&
        pwrite(sq->lock_fd, mark, length, 0) != (ssize_t)length) {
        log_warn(LOG_OF(sq->sql.log, sq->sql.path), "cannot mark its orderly end: %s",
                 strerror(errno));
    }
}

static enum store_error take_lock(struct sqlite_store *sq, struct fault *why)
{
    enum store_error error = lock_take(sq->sql.path, &sq->lock_fd, why);
    return error == STORE_OK ? take_mark(sq, why) : error;
}

/* Creates the database file here instead of in SQLite, so that nobody else may ever read it: it
 * holds the secrets of running rounds. SQLite gives the files beside it the same rights. */
static enum store_error create_file(struct sqlite_store *sq, struct fault *why)
{
    struct stat found;
    int fd = owner_open(sq->sql.path, O_RDWR | O_CREAT);
    if (fd < 0)
        return sqlite_system_fault(sq->sql.path, why);
    sq->fresh = fstat(fd, &found) == 0 && found.st_size == 0;
    close(fd);
    return STORE_OK;
}

/* Refuses to make a new database where there are copies of an old one: it would hide that the old
 * one, with everybody's scores, is missing. */
static enum store_error expect_no_copies(const struct sqlite_setup *setup, struct fault *why)
{
    struct stat status;
    char found[STORE_BACKUP_NAME_MAX];
    bool missing = lstat(setup->path, &status) != 0;
    if (!setup->guarded || (!missing && status.st_size > 0) ||
        !store_backup_left(setup->path, setup->backups, found))
        return STORE_OK;
    return sqlite_refuse(
        STORE_CANNOT_OPEN, why,
        "%s is %s, but there is a trace of an earlier one: %s. To restore it: talon restore --db "
        "%s COPY. To begin a new one: move that file away, or add --new-database to talon serve",
        setup->path, missing ? "missing" : "empty", found, setup->path);
}

/* Sets at how many bytes SQLite writes the log into the database, whatever the page size is. */
static bool limit_log(sqlite3 *db)
{
    enum { LOG_BYTES = 4 << 20 };
    int64_t page = 0;
    return sqlite_number(db, "PRAGMA page_size", &page) &&
           sqlite3_wal_autocheckpoint(db, (int)(LOG_BYTES / page)) == SQLITE_OK;
}

static bool prepare_own(struct sqlite_store *sq)
{
    for (unsigned i = 0; i < SQLITE_STMTS; i++) {
        if (sqlite3_prepare_v3(sq->writer, sqlite_own_sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &sq->own[i], NULL) != SQLITE_OK)
            return false;
    }
    return true;
}

static enum store_error open_writer(struct sqlite_store *sq, struct fault *why)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(sq->sql.path, &sq->writer, flags, NULL) != SQLITE_OK)
        return sqlite_fault(sq->writer, sq->sql.path, why);
    sqlite3_busy_timeout(sq->writer, SQLITE_BUSY_MS);

    sq->sql.writer = sqlite_conn(&sq->writes, sq->writer);
    int newest = store_migrations[store_migration_count - 1].version;
    int64_t version;
    enum store_error error = sqlite_check_version(sq->writer, sq->sql.path, newest, &version, why);
    if (error == STORE_OK && !sq->untouched)
        error = sqlite_whole_at_start(sq->writer, sq->sql.path, why);
    if (error != STORE_OK)
        return error;
    if (sqlite3_exec(sq->writer, writer_setup, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fault(sq->writer, sq->sql.path, why);
    error = sqlite_migrate(sq->writer, sq->sql.path, store_migrations, store_migration_count, why);
    if (error == STORE_OK &&
        (!limit_log(sq->writer) || !prepare_own(sq) || !sql_prepare_writer(&sq->sql)))
        error = sqlite_fault(sq->writer, sq->sql.path, why);
    return error;
}

static enum store_error open_reader(struct sqlite_store *sq, struct fault *why)
{
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(sq->sql.path, &sq->reader, flags, NULL) != SQLITE_OK)
        return sqlite_fault(sq->reader, sq->sql.path, why);
    sq->sql.reader = sqlite_conn(&sq->reads, sq->reader);
    if (sqlite3_busy_timeout(sq->reader, SQLITE_BUSY_MS) != SQLITE_OK ||
        sqlite3_exec(sq->reader, reader_setup, NULL, NULL, NULL) != SQLITE_OK ||
        !sql_prepare_reader(&sq->sql))
        return sqlite_fault(sq->reader, sq->sql.path, why);
    return STORE_OK;
}

/* Closes and frees everything except the part that all kinds of stores have (store_finish()). */
static void close_all(struct sqlite_store *sq)
{
    struct fault why = {0};
    sqlite_whole_end(&sq->whole);
    bool holds = sq->files.ino[0] == 0 || file_identity_holds(sq, &why);
    if (!holds) {
        log_error(sq->sql.log, "%s", why.text);
        file_identity_leave(sq);
    }
    sql_finalize_all(&sq->sql);
    for (unsigned i = 0; i < SQLITE_STMTS; i++)
        sqlite3_finalize(sq->own[i]);
    sqlite3_close(sq->reader);
    sqlite3_close(
        sq->writer); /* closing the last connection checkpoints, so the writer must be the last */
    if (sq->orderly && holds)
        leave_mark(sq);
    if (sq->lock_fd >= 0)
        close(sq->lock_fd);
    archive_finish(&sq->sql.archive);
    sqlite_journal_forget(sq);
    free(sq->sql.path);
    free(sq);
}

static void interrupt(struct store *store)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    atomic_store(&sq->sql.interrupted, true);
    sqlite3_interrupt(sq->reader);
}

static void destroy(struct store *store)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sq->orderly = !store->lost;
    store_finish(store);
    close_all(sq);
}

/* A number that changes with each commit of any connection. */
static unsigned data_version(const struct sqlite_store *sq)
{
    unsigned version = 0;
    sqlite3_file_control(sq->writer, "main", SQLITE_FCNTL_DATA_VERSION, &version);
    return version;
}

/* If another program (sqlite3) has written since the last commit, the people must be read again. */
static bool begin(struct sql_store *sq, uint64_t batch, unsigned count)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)sq;
    (void)batch, (void)count;
    if (!sqlite_run(sqlite->own[S_BEGIN]))
        return false;
    if (data_version(sqlite) != sqlite->version)
        known_forget(&sq->known);
    return true;
}

static bool commit(struct sql_store *sq)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)sq;
    bool good = sqlite_journal_write(sqlite) && sqlite_run(sqlite->own[S_COMMIT]);
    sqlite->version = data_version(sqlite);
    return good;
}

static const struct sql_kind sqlite_kind = {
    .begin_read = "BEGIN",
    .last_table = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'game_table'",
    .last_round = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'round'",
    .begin = begin,
    .commit = commit,
    .append = sqlite_journal_append,
    .has = sqlite_journal_has,
    .pack = sqlite_journal_pack,
    .drop = sqlite_journal_drop,
    .actions_open = sqlite_journal_open,
    .actions_of = sqlite_journal_actions,
    .actions_close = sqlite_journal_close,
    .forget_begin = sqlite_forget_begin,
    .forget_end = sqlite_forget_end,
};

static const struct store_impl sqlite_impl = {
    SQL_IMPL,
    .apply = sqlite_apply,
    .interrupt = interrupt,
    .destroy = destroy,
};

static enum store_error open_all(struct sqlite_store *sq, const struct sqlite_setup *setup,
                                 struct fault *why)
{
    const int newest = store_migrations[store_migration_count - 1].version;
    enum store_error error;
    progress_begin();
    if ((error = expect_no_copies(setup, why)) == STORE_OK &&
        (error = take_lock(sq, why)) == STORE_OK &&
        (error = file_mode_mend(sq->sql.path, newest, sq->sql.log, why)) == STORE_OK &&
        (error = create_file(sq, why)) == STORE_OK && (error = open_writer(sq, why)) == STORE_OK &&
        (error = open_reader(sq, why)) == STORE_OK)
        file_identity_note(sq);
    progress_end();
    return error;
}

enum store_error store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                   struct fault *why)
{
    const char *path = setup->path;
    *store = NULL;
    struct sqlite_store *sq = calloc(1, sizeof(*sq));
    if (sq == NULL)
        return sqlite_refuse(STORE_NO_MEMORY, why, "%s: out of memory", path);
    sq->sql.kind = &sqlite_kind;
    sq->sql.log = setup->log;
    sq->lock_fd = sq->sql.base.crashes.fd = -1;
    atomic_init(&sq->sql.interrupted, false);
    sq->sql.path = strdup(path);
    enum store_error error = STORE_NO_MEMORY;
    if (sq->sql.path == NULL) {
        sqlite_refuse(error, why, "%s: out of memory", path);
        goto fail;
    }
    error = open_all(sq, setup, why);
    if (error != STORE_OK)
        goto fail;
    if (!store_init(&sq->sql.base, &sqlite_impl, setup->timezone_minutes, setup->loop,
                    setup->log)) {
        error = sqlite_refuse(STORE_NO_MEMORY, why, "%s: no thread for the writer", path);
        goto fail;
    }
    atomic_store(&sq->sql.base.folding, true);
    if (sq->fresh && sq->sql.log != NULL)
        log_info(sq->sql.log, "created a new database: %s", path);
    if (!sq->fresh && !sq->untouched)
        sqlite_whole_begin(&sq->whole, sq->sql.path, sq->sql.log, &sq->sql.base.whole);
    *store = &sq->sql.base;
    return STORE_OK;

fail:
    crash_count_undo(&sq->sql.base.crashes);
    close_all(sq);
    return error;
}
