#include "migrate.h"

#include <stdio.h>

#include "sqlite_base.h"
#include "sqlite_copy.h"
#include "sqlite_journal.h"
#include "sqlite_ratings.h"
#include "sqlite_records.h"

enum store_error sqlite_check_version(sqlite3 *db, const char *path, int newest, int64_t *version,
                                      struct fault *why)
{
    int64_t application, objects;
    if (!sqlite_number(db, "PRAGMA user_version", version) ||
        !sqlite_number(db, "PRAGMA application_id", &application) ||
        !sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &objects))
        return sqlite_fault(db, path, why);
    bool empty = *version == 0 && application == 0 && objects == 0;
    if (!empty && application != STORE_APPLICATION_ID) {
        return sqlite_refuse(STORE_DAMAGED, why, "%s: a database, but not of Talon", path);
    }
    if (*version > newest) {
        return sqlite_refuse(STORE_NEWER, why,
                             "%s: written by a newer version of Talon (format %lld, this one reads "
                             "%d): install that version, or restore an older backup",
                             path, (long long)*version, newest);
    }
    return STORE_OK;
}

/* Copies the database to `path`.vN. */
static enum store_error keep_copy(sqlite3 *db, const char *path, int64_t version, struct fault *why)
{
    char *copy = sqlite3_mprintf("%s.v%lld", path, (long long)version);
    enum store_error error = copy != NULL
                                 ? sqlite_copy(db, path, copy, why)
                                 : sqlite_refuse(STORE_NO_MEMORY, why, "%s: out of memory", path);
    sqlite3_free(copy);
    return error;
}

enum { RATINGS_SINCE = 6, SEASONS_SINCE = 10, RECORDS_SINCE = 11, PACKED_SINCE = 13 };

/* Computes what a step in SQL cannot: the ratings, seasons and records of rounds that are older
 * than these, and the rows of the journal. */
static bool fill_in(sqlite3 *db, int version)
{
    return version == RATINGS_SINCE   ? sqlite_ratings_begin(db)
           : version == SEASONS_SINCE ? sqlite_ratings_settle(db)
           : version == RECORDS_SINCE ? sqlite_records_replay(db) && sqlite_records_keep(db)
           : version == PACKED_SINCE  ? sqlite_journal_begin(db)
                                      : true;
}

static bool run_migration(sqlite3 *db, const struct migration *step)
{
    char stamp[96];
    snprintf(stamp, sizeof(stamp), "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             (int)STORE_APPLICATION_ID, step->version);
    return sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, step->sql, NULL, NULL, NULL) == SQLITE_OK &&
           fill_in(db, step->version) && sqlite3_exec(db, stamp, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

/* Turns foreign keys off, because a table that a step rebuilds is missing for a moment. Temporary
 * tables go to a file, because what is computed from millions of results does not fit in a daemon's
 * memory. */
static const char apart[] = "PRAGMA foreign_keys = OFF; PRAGMA temp_store = FILE";

static enum store_error run_all(sqlite3 *db, const char *path, const struct migration *list,
                                unsigned count, struct fault *why)
{
    char as_before[80];
    int64_t keys = 0, temporary = 0;
    enum store_error error = STORE_OK;
    if (!sqlite_number(db, "PRAGMA foreign_keys", &keys) ||
        !sqlite_number(db, "PRAGMA temp_store", &temporary) ||
        sqlite3_exec(db, apart, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fault(db, path, why);
    for (unsigned i = 0; i < count && error == STORE_OK; i++) {
        if (run_migration(db, &list[i]))
            continue;
        error = sqlite_fault(db, path, why);
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    snprintf(as_before, sizeof(as_before), "PRAGMA foreign_keys = %d; PRAGMA temp_store = %d",
             keys != 0, (int)temporary);
    if (sqlite3_exec(db, as_before, NULL, NULL, NULL) != SQLITE_OK && error == STORE_OK)
        error = sqlite_fault(db, path, why);
    return error;
}

enum store_error sqlite_migrate(sqlite3 *db, const char *path, const struct migration *list,
                                unsigned count, struct fault *why)
{
    int64_t version = 0;
    unsigned first = 0;
    enum store_error error = sqlite_check_version(db, path, list[count - 1].version, &version, why);
    while (error == STORE_OK && first < count && list[first].version <= version)
        first++;
    if (error != STORE_OK || first == count)
        return error;
    if (version > 0)
        error = keep_copy(db, path, version, why);
    return error == STORE_OK ? run_all(db, path, list + first, count - first, why) : error;
}
