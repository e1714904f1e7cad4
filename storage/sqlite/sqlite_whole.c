#include "sqlite_whole.h"

#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/log.h"

enum store_error sqlite_whole_at_start(sqlite3 *db, const char *path, struct fault *why)
{
    /* The columns are joined (||) because that makes SQLite read them to the last byte. */
    static const char *const checks[] = {
        "PRAGMA quick_check(sqlite_schema)",
        "PRAGMA quick_check(sqlite_sequence)",
        "PRAGMA quick_check(game_table)",
        "PRAGMA quick_check(setting)",
        "PRAGMA quick_check(journal)",
        "SELECT iif(count(setup || secret || commitment || archive) >= 0, 'ok', '') FROM round"
        " WHERE id > (SELECT max(id) FROM round) - 64",
        "SELECT iif(count(setup || secret || commitment) >= 0, 'ok', '') FROM round"
        " WHERE ended_at IS NULL",
    };
    enum store_error error = STORE_OK;
    int64_t tables = 0;
    if (!sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return sqlite_fault(db, path, why);
    for (size_t i = 0; tables > 0 && error == STORE_OK && i < ARRAY_SIZE(checks); i++)
        error = sqlite_check(db, checks[i], path, why);
    return error;
}

/* -- all of it -- */

static void read_whole(void *arg)
{
    struct whole *whole = arg;
    struct fault why = {0};
    uint64_t began = uv_hrtime();
    /* Keeps a statement open: as long as one is, sqlite3_interrupt() also stops a statement that
     * begins after it. Otherwise an early interrupt would be lost. */
    if (sqlite3_step(whole->holder) != SQLITE_ROW || atomic_load(&whole->stop))
        return;
    enum store_error error = sqlite_check(whole->db, "PRAGMA quick_check(1)", whole->path, &why);
    if (atomic_load(&whole->stop)) /* an interrupted check looks like damage */
        return;
    if (error == STORE_DAMAGED) {
        atomic_store(whole->known, STORE_HURT);
        log_error(whole->log, "%s", why.text);
        log_error(whole->log,
                  "play continues while it can. Stop talon and restore a backup: talon restore "
                  "--db %s COPY",
                  whole->path);
    } else if (error != STORE_OK) {
        log_error(whole->log, "cannot check the database for damage: %s", why.text);
    } else {
        log_info(whole->log, "%s has no damage: read in %" PRIu64 " ms", whole->path,
                 (uv_hrtime() - began) / 1000000);
        atomic_store(whole->known, STORE_WHOLE);
    }
}

static void let_go(struct whole *whole)
{
    sqlite3_finalize(whole->holder);
    sqlite3_close(whole->db);
    whole->db = NULL;
}

void sqlite_whole_begin(struct whole *whole, const char *path, const struct log *log,
                        atomic_int *known)
{
    /* Not read-only: SQLite checks the schema's CHECKs only on a connection that may write. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    *whole = (struct whole){.log = log, .path = path, .known = known};
    atomic_init(&whole->stop, false);
    atomic_store(known, STORE_READ);
    if (sqlite3_open_v2(path, &whole->db, flags, NULL) == SQLITE_OK &&
        sqlite3_exec(whole->db, "PRAGMA mmap_size = 0; PRAGMA query_only = ON", NULL, NULL, NULL) ==
            SQLITE_OK &&
        sqlite3_prepare_v2(whole->db, "SELECT 1 UNION ALL SELECT 2", -1, &whole->holder, NULL) ==
            SQLITE_OK &&
        uv_thread_create(&whole->thread, read_whole, whole) == 0)
        return;
    log_warn(log, "%s: no thread or memory to check it for damage", path);
    let_go(whole);
}

void sqlite_whole_end(struct whole *whole)
{
    if (whole->db == NULL)
        return;
    atomic_store(&whole->stop, true);
    sqlite3_interrupt(whole->db);
    uv_thread_join(&whole->thread);
    let_go(whole);
}
