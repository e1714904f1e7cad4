#include "sqlite_file.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/loop.h"
#include "sqlite.h"
#include "sqlite_conn.h"
#include "sqlite_tool.h"

struct sqlite_file {
    sqlite3 *db;
    struct sqlite_conn conn;
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

void sqlite_file_close(struct sqlite_file *file)
{
    if (file != NULL)
        sqlite3_close(file->db);
    free(file);
}
