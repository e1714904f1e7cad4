#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/loop.h"
#include "pg_conn.h"
#include "pg_migrate.h"
#include "postgresql.h"
#include "storage/sql/sql_copy.h"
#include "storage/sql/sql_forget_tool.h"
#include "storage/sqlite/sqlite_file.h"

__attribute__((format(printf, 3, 4))) static enum store_error
refuse(enum store_error error, struct fault *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_set_list(why, format, args);
    va_end(args);
    return error;
}

/* -- out of the server -- */

static enum store_error expect_version(struct pg_conn *conn, struct fault *why)
{
    int64_t least = 0, version = 0, newest = pg_migrations[pg_migration_count - 1].version;
    if (!sql_number(&conn->sql, "SELECT version FROM talon WHERE id = 1", &version) &&
        strcmp(conn->state, "42P01") == 0)
        return refuse(STORE_FAILED, why, "%s: it holds no data of Talon", conn->name);
    if (version == 0)
        return refuse(STORE_FAILED, why, "%s: %s", conn->name, conn->why);
    if (version > newest && !sql_number(&conn->sql, "SELECT least FROM talon WHERE id = 1", &least))
        return refuse(STORE_FAILED, why, "%s: %s", conn->name, conn->why);
    if (version >= newest && least <= newest)
        return STORE_OK;
    return refuse(version > newest ? STORE_NEWER : STORE_OLDER, why,
                  "%s: its format is %lld, this version of Talon reads %lld%s", conn->name,
                  (long long)version, (long long)newest,
                  version > newest ? "" : "; talon serve upgrades it at its start");
}

/* The highest numbers that were ever given. */
static bool pull_numbers(struct pg_conn *conn, struct sql *file)
{
    static const char *const from[] = {
        "SELECT last FROM counter WHERE name = 'game_table'",
        "SELECT last FROM counter WHERE name = 'round'",
        "SELECT CAST(CASE WHEN is_called THEN last_value ELSE 0 END AS BIGINT) FROM person_id_seq"};
    static const char *const names[] = {"game_table", "round", "person"};
    struct sql_stmt *put = sql_prepare(file, "INSERT INTO sqlite_sequence (name, seq)"
                                             " VALUES (?1, ?2)");
    bool good = put != NULL && sql_execute(file, "DELETE FROM sqlite_sequence WHERE name IN"
                                                 " ('game_table', 'round', 'person')");
    for (int i = 0; good && i < 3; i++) {
        int64_t last = 0;
        good = sql_number(&conn->sql, from[i], &last) && sql_bind_text(put, 1, names[i]) &&
               sql_bind_int(put, 2, last) && sql_run(put);
        sql_reset(put);
    }
    sql_finalize(put);
    return good;
}

static bool pull_action(void *arg, struct sql_stmt *from)
{
    return sqlite_file_add_action(arg,
                                  &(struct store_action){.round = sql_int64(from, 0),
                                                         .seq = (uint32_t)sql_int64(from, 1),
                                                         .at = sql_int64(from, 2),
                                                         .text = sql_text(from, 3),
                                                         .hash = (uint64_t)sql_int64(from, 4)});
}

static bool pull_all(struct pg_conn *conn, struct sqlite_file *file)
{
    struct sql *to = sqlite_file_sql(file);
    const struct sql_copy copy = {.from = &conn->sql, .to = to, .cursors = true};
    return sql_execute(to, "BEGIN IMMEDIATE") && sql_execute(to, "DELETE FROM setting") &&
           sql_copy_all(&copy) &&
           sql_copy_each(&copy,
                         "SELECT round, seq, at, action, hash FROM journal ORDER BY round, seq",
                         pull_action, file) &&
           sqlite_file_end_actions(file) && pull_numbers(conn, to) && sql_execute(to, "COMMIT");
}

enum store_error store_pull_postgresql(const char *address, const char *password, const char *path,
                                       struct fault *why)
{
    struct pg_conn conn;
    struct sqlite_file *file = NULL;
    if (!pg_conn_init(&conn, address, why))
        return STORE_CANNOT_OPEN;
    enum store_error error = STORE_OK;
    conn.password = password;
    if (!pg_conn_connect(&conn) ||
        !sql_execute(&conn.sql, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        error = refuse(STORE_CANNOT_OPEN, why, "%s: %s", conn.name, conn.why);
    if (error == STORE_OK)
        error = expect_version(&conn, why);
    if (error == STORE_OK && (file = sqlite_file_open(path, true, why)) == NULL)
        error = STORE_FAILED;
    if (error == STORE_OK && !pull_all(&conn, file)) {
        error =
            refuse(STORE_FAILED, why, "%s: cannot be copied: %s", conn.name,
                   conn.failed || conn.pq == NULL ? conn.why : sql_trouble(sqlite_file_sql(file)));
    }
    sqlite_file_close(file);
    pg_conn_finish(&conn);
    return error;
}

/* -- into the server -- */

static bool push_numbers(struct pg_conn *conn, struct sql *file)
{
    static const char *const from[] = {
        "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'game_table'",
        "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'round'",
        "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'person'",
        "SELECT coalesce(max(id), 0) FROM identity",
        "SELECT coalesce(max(id), 0) FROM link",
        "SELECT coalesce(max(id), 0) FROM scope",
        "SELECT coalesce(max(id), 0) FROM rated"};
    static const char *const names[] = {"game_table", "round", "person", "identity",
                                        "link",       "scope", "rated"};
    for (size_t i = 0; i < ARRAY_SIZE(from); i++) {
        char text[160];
        int64_t last = 0;
        if (!sql_number(file, from[i], &last))
            return false;
        if (i < 2) {
            snprintf(text, sizeof(text), "UPDATE counter SET last = %lld WHERE name = '%s'",
                     (long long)last, names[i]);
        } else {
            snprintf(text, sizeof(text), "SELECT setval('%s_id_seq', %lld, %s)", names[i],
                     (long long)(last > 0 ? last : 1), last > 0 ? "true" : "false");
        }
        if (!pg_conn_send(conn, text))
            return false;
    }
    return true;
}

static bool push_action(void *arg, const struct store_action *action)
{
    struct sql_stmt *to = arg;
    return sql_bind_int(to, 1, action->round) && sql_bind_int(to, 2, action->seq) &&
           sql_bind_int(to, 3, action->at) && sql_bind_text(to, 4, action->text) &&
           sql_bind_int(to, 5, (int64_t)action->hash) && sql_run(to);
}

static bool push_actions(struct pg_conn *conn, struct sqlite_file *file)
{
    struct sql_stmt *to = sql_prepare(&conn->sql, "INSERT INTO journal (round, seq, at, action,"
                                                  " hash) VALUES (?1, ?2, ?3, ?4, ?5)");
    bool good = to != NULL && sqlite_file_each_action(file, push_action, to);
    sql_finalize(to);
    return good;
}

static bool push_all(struct pg_conn *conn, struct sqlite_file *file)
{
    struct sql *from = sqlite_file_sql(file);
    const struct sql_copy copy = {.from = from, .to = &conn->sql};
    return sql_execute(from, "BEGIN") &&
           sql_execute(&conn->sql, "DELETE FROM setting WHERE scope LIKE 'names:%'") &&
           sql_copy_all(&copy) && push_actions(conn, file) && push_numbers(conn, from) &&
           pg_conn_commit(conn);
}

static enum store_error push_rows(struct pg_conn *conn, const char *path, struct fault *why)
{
    int64_t rows = 0;
    struct sqlite_file *file = sqlite_file_open(path, false, why);
    enum store_error error = STORE_OK;
    if (file == NULL)
        return STORE_FAILED;
    if (!sql_execute(&conn->sql, "BEGIN") ||
        !sql_number(&conn->sql,
                    "SELECT (SELECT count(*) FROM person) + (SELECT count(*) FROM round)"
                    " + (SELECT count(*) FROM game_table) + (SELECT count(*) FROM setting"
                    " WHERE scope NOT LIKE 'names:%')",
                    &rows))
        error = refuse(STORE_FAILED, why, "%s: %s", conn->name, conn->why);
    else if (rows > 0) {
        error = refuse(STORE_FAILED, why, "%s: it is not empty: import into a new database",
                       conn->name);
    } else if (!push_all(conn, file)) {
        error = refuse(STORE_FAILED, why, "%s: %s", conn->name,
                       conn->failed || conn->pq == NULL ? conn->why
                                                        : sql_trouble(sqlite_file_sql(file)));
    }
    sqlite_file_close(file);
    return error;
}

/* -- with nobody else -- */

/* A connection for a tool, and a store beside it: opening the store makes the tables, and keeps
 * other processes out. */
struct hold {
    struct loop *loop;
    struct store *store;
    struct pg_conn conn;
};

static void hold_finish(struct hold *hold)
{
    if (hold->store != NULL)
        pg_conn_finish(&hold->conn);
    store_close(hold->store);
    loop_destroy(hold->loop);
}

/* Begins a hold. After an error the caller has nothing to finish. */
static enum store_error hold_init(struct hold *hold, const struct postgresql_setup *asked,
                                  struct fault *why)
{
    struct postgresql_setup setup = *asked;
    *hold = (struct hold){.loop = loop_create()};
    if (hold->loop == NULL) {
        fault_set(why, "out of memory");
        return STORE_NO_MEMORY;
    }
    setup.loop = hold->loop;
    setup.alone = true;
    enum store_error error = store_open_postgresql(&hold->store, &setup, why);
    if (error == STORE_OK && !pg_conn_init(&hold->conn, setup.address, why)) {
        store_close(hold->store);
        hold->store = NULL;
        error = STORE_NO_MEMORY;
    }
    if (error == STORE_OK)
        hold->conn.password = setup.password;
    else
        hold_finish(hold);
    return error;
}

enum store_error store_push_postgresql(const char *path, const char *address, const char *password,
                                       struct fault *why)
{
    struct hold hold;
    enum store_error error =
        hold_init(&hold,
                  &(struct postgresql_setup){
                      .address = address, .password = password, .process = "talon import"},
                  why);
    if (error != STORE_OK)
        return error;
    error = push_rows(&hold.conn, path, why);
    hold_finish(&hold);
    return error;
}

/* Leaves out the notes of changed settings: no process runs that would have to read them. */
static enum store_error forget_in(struct pg_conn *conn, struct store_forget *forget,
                                  struct fault *why)
{
    enum found found =
        sql_execute(&conn->sql, "BEGIN") ? sql_forget_tool(&conn->sql, forget, why) : ERROR;
    if (found == NONE)
        return STORE_FAILED;
    if (found == FOUND && sql_execute(&conn->sql, "DELETE FROM setting_change") &&
        pg_conn_commit(conn))
        return STORE_OK;
    return refuse(STORE_FAILED, why, "%s: %s", conn->name, conn->why);
}

enum store_error store_forget_postgresql(const char *address, const char *password,
                                         struct store_forget *forget, struct fault *why)
{
    struct hold hold;
    enum store_error error =
        hold_init(&hold,
                  &(struct postgresql_setup){
                      .address = address, .password = password, .process = "talon forget"},
                  why);
    if (error != STORE_OK)
        return error;
    error = forget_in(&hold.conn, forget, why);
    hold_finish(&hold);
    return error;
}
