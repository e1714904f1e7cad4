#include "sqlite_file.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/loop.h"
#include "journal_rows.h"
#include "sqlite.h"
#include "sqlite_conn.h"
#include "sqlite_tool.h"

struct sqlite_file {
    sqlite3 *db;
    struct sqlite_conn conn;
    struct journal_fill fill;
};

/* Opening a store makes its tables. */
static enum store_error make_file(const char *path, struct fault *why)
{
    struct store *store = NULL;
    struct loop *loop = loop_create();
    enum store_error error = STORE_NO_MEMORY;
    if (loop != NULL) {
        error = store_open_sqlite(&store, &(struct sqlite_setup){.path = path, .loop = loop}, why);
    }
    if (error == STORE_OK && !store_close(store))
        error = STORE_FAILED;
    loop_destroy(loop);
    return error;
}

struct sqlite_file *sqlite_file_open(const char *path, bool fresh, struct fault *why)
{
    struct sqlite_file *file = calloc(1, sizeof(*file));
    fault_set(why, "%s: out of memory", path);
    if (file == NULL || (fresh && make_file(path, why) != STORE_OK) ||
        sqlite_open_tool(path, fresh ? TOOL_WRITES : TOOL_READS, &file->db, why) != STORE_OK) {
        sqlite_file_close(file);
        return NULL;
    }
    sqlite_conn(&file->conn, file->db);
    return file;
}

struct sql *sqlite_file_sql(struct sqlite_file *file)
{
    return &file->conn.sql;
}

bool sqlite_file_add_action(struct sqlite_file *file, const struct store_action *action)
{
    return journal_fill_add(&file->fill, file->db, action);
}

bool sqlite_file_end_actions(struct sqlite_file *file)
{
    return journal_fill_end(&file->fill);
}

static bool pass_round(const struct journal_rows *rows, int64_t round,
                       bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    const struct journal_round *found = journal_rows_find(rows, round);
    struct store_action *actions = NULL;
    if (found == NULL)
        return true;
    bool good = archive_actions(&found->actions, round, &actions) == ARCHIVE_OK;
    for (uint32_t i = 0; good && i < found->actions.count; i++)
        good = action(arg, &actions[i]);
    free(actions);
    return good;
}

bool sqlite_file_each_action(struct sqlite_file *file,
                             bool (*action)(void *arg, const struct store_action *action),
                             void *arg)
{
    struct journal_rows rows = {.rounds = NULL};
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_DONE;
    bool good =
        journal_rows_load(&rows, file->db) &&
        sqlite3_prepare_v2(file->db, "SELECT id FROM round WHERE ended_at IS NULL ORDER BY id", -1,
                           &stmt, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        good = pass_round(&rows, sqlite3_column_int64(stmt, 0), action, arg);
    sqlite3_finalize(stmt);
    journal_rows_finish(&rows);
    return good && code == SQLITE_DONE;
}

void sqlite_file_close(struct sqlite_file *file)
{
    if (file != NULL) {
        journal_fill_end(&file->fill);
        sqlite3_close(file->db);
    }
    free(file);
}
