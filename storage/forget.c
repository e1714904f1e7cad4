#include "forget.h"

#include <unistd.h>

#include "owner.h"
#include "storage/sql/sql_forget_tool.h"
#include "storage/sqlite/sqlite_conn.h"
#include "storage/sqlite/sqlite_tool.h"

/* Deleted data is overwritten, so that it does not stay in free pages. */
static bool begin_forgetting(sqlite3 *db)
{
    return sqlite3_exec(db, "PRAGMA secure_delete = ON", NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
}

static bool commit_forgetting(sqlite3 *db)
{
    return sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) == SQLITE_OK;
}

enum store_error store_forget(const char *path, struct store_forget *forget, struct fault *why)
{
    struct sqlite_conn conn;
    struct owner owner;
    sqlite3 *db = NULL;
    int lock = -1;
    enum store_error error = owner_become(&owner, path, why);
    path = owner.name;
    if (error == STORE_OK)
        error = sqlite_lock_tool(path, &lock, why);
    if (error == STORE_OK)
        error = sqlite_open_tool(path, TOOL_WRITES, &db, why);
    if (error == STORE_OK) {
        enum found found =
            begin_forgetting(db) ? sql_forget_tool(sqlite_conn(&conn, db), forget, why) : ERROR;
        if (found == ERROR || (found == FOUND && !commit_forgetting(db)))
            error = sqlite_fault(db, path, why);
        else if (found == NONE)
            error = STORE_FAILED;
    }
    sqlite3_close(db); /* this rolls back what is not committed */
    if (lock >= 0)
        close(lock);
    return owner_leave(&owner, error, why);
}
