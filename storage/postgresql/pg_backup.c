/* Backups of a PostgreSQL database: pg_dump writes them, and pg_restore checks and restores them.
 *
 * One of our own transactions gives pg_dump its snapshot, and counts the rows of each table in it.
 * Then pg_restore reads the whole file back as SQL. The backup is good if each table has exactly
 * the counted rows there. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buf.h"
#include "pg_conn.h"
#include "pg_tool.h"
#include "postgresql.h"
#include "storage/check/backups.h"
#include "storage/check/copy.h"
#include "storage/owner.h"

enum {
    PATIENCE_MS = 60000, /* ms to count the rows of a table */
    NAME_MAX_BYTES = 160 /* bytes of a table's name with its schema, quoted */
};

struct counted_table {
    struct counted_table *next;
    char name[NAME_MAX_BYTES]; /* the name as a dump has it: public.person */
    int64_t rows;              /* of the server */
    int64_t read;              /* rows that were read back; -1: the table is not there */
};

struct pg_backup {
    const struct store_copying *copying;
    struct pg_conn conn;
    char snapshot[64];
    char schema[80];
    struct counted_table *tables;
    int64_t running; /* rounds */
    char part[STORE_KEPT_MAX + 8];
    int fd; /* descriptor of the file that is being made */
};

static bool is_stopped(const struct pg_backup *backup)
{
    return backup->copying->stop != NULL && atomic_load(backup->copying->stop);
}

static enum store_error system_fault(const char *name, struct fault *why)
{
    int error = errno;
    fault_set(why, "%s: %s", name, strerror(error));
    return error == ENOSPC || error == EDQUOT ? STORE_FULL : STORE_CANNOT_OPEN;
}

static enum store_error conn_fault(const struct pg_backup *backup, struct fault *why)
{
    fault_set(why, "%s: %s", backup->conn.name, backup->conn.why);
    return STORE_FAILED;
}

/* -- counting -- */

static bool read_text(struct sql *sql, const char *query, char *text, size_t size)
{
    struct sql_stmt *stmt = sql_prepare(sql, query);
    bool good = stmt != NULL && sql_step(stmt) == SQL_ROW;
    if (good)
        snprintf(text, size, "%s", sql_text(stmt, 0));
    if (stmt != NULL)
        sql_reset(stmt);
    sql_finalize(stmt);
    return good;
}

/* Adds all tables of our schema, in the form of their names that a dump has. */
static bool list_tables(struct pg_backup *backup)
{
    struct sql_stmt *stmt = sql_prepare(
        &backup->conn.sql,
        "SELECT format('%I.%I', current_schema(), relname) FROM pg_catalog.pg_class"
        " WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind = 'r'");
    enum sql_step step = SQL_ERROR;
    while (stmt != NULL && (step = sql_step(stmt)) == SQL_ROW) {
        struct counted_table *table = calloc(1, sizeof(*table));
        if (table == NULL)
            break;
        snprintf(table->name, sizeof(table->name), "%s", sql_text(stmt, 0));
        table->read = -1;
        table->next = backup->tables;
        backup->tables = table;
    }
    if (stmt != NULL)
        sql_reset(stmt);
    sql_finalize(stmt);
    return step == SQL_DONE;
}

/* Finds a table by its name, with or without the schema. */
static struct counted_table *find_table(const struct pg_backup *backup, const char *name)
{
    bool whole = strchr(name, '.') != NULL;
    struct counted_table *table = backup->tables;
    while (table != NULL) {
        const char *last = strrchr(table->name, '.') + 1; /* format() in list_tables() */
        if (strcmp(whole ? table->name : last, name) == 0)
            break;
        table = table->next;
    }
    return table;
}

static bool count_rows(struct pg_backup *backup)
{
    for (struct counted_table *table = backup->tables; table != NULL; table = table->next) {
        char query[NAME_MAX_BYTES + 40];
        snprintf(query, sizeof(query), "SELECT count(*) FROM %s", table->name);
        if (is_stopped(backup) || !sql_number(&backup->conn.sql, query, &table->rows))
            return false;
    }
    return sql_number(&backup->conn.sql, "SELECT count(*) FROM round WHERE ended_at IS NULL",
                      &backup->running);
}

/* Begins the transaction whose snapshot pg_dump uses, and counts what it sees. The transaction
 * stays open. */
static enum store_error count_server(struct pg_backup *backup, struct fault *why)
{
    struct sql *sql = &backup->conn.sql;
    if (!pg_conn_connect(&backup->conn) ||
        !sql_execute(sql, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") ||
        !read_text(sql, "SELECT pg_export_snapshot()", backup->snapshot,
                   sizeof(backup->snapshot)) ||
        !read_text(sql, "SELECT current_schema()", backup->schema, sizeof(backup->schema)) ||
        !list_tables(backup))
        return conn_fault(backup, why);
    if (find_table(backup, "talon") == NULL) {
        fault_set(why, "%s: it holds no data of Talon", backup->conn.name);
        return STORE_FAILED;
    }
    return count_rows(backup) ? STORE_OK : conn_fault(backup, why);
}

/* -- writing -- */

static enum store_error check_tools(const struct pg_backup *backup, struct fault *why)
{
    static const char *const programs[] = {"pg_dump", "pg_restore"};
    unsigned server = (unsigned)PQserverVersion(backup->conn.pq) / 10000;
    for (unsigned i = 0; i < 2; i++) {
        unsigned version = pg_tool_version(programs[i], why);
        if (version == 0)
            return STORE_FAILED;
        if (version < server) {
            fault_set(why,
                      "%s is of PostgreSQL %u, older than the server's %u: install the package "
                      "postgresql-client-%u",
                      programs[i], version, server, server);
            return STORE_FAILED;
        }
    }
    return STORE_OK;
}

/* Adds KEYWORD='VALUE' to a connection string. */
static void add_option(struct buf *out, const char *keyword, const char *value)
{
    buf_printf(out, "%s='", keyword);
    for (; *value != '\0'; value++)
        buf_printf(out, *value == '\'' || *value == '\\' ? "\\%c" : "%c", *value);
    buf_add(out, "' ");
}

/* Writes the address of the host that we are connected to, without passwords: everybody on the
 * machine can read arguments. */
static bool write_address(const struct pg_backup *backup, char *text, size_t size)
{
    static const char *const left_out[] = {"password", "sslpassword", "host",
                                           "port",     "hostaddr",    "target_session_attrs"};
    struct buf out;
    PQconninfoOption *options = PQconninfoParse(backup->conn.address, NULL);
    buf_init(&out, text, size);
    for (const PQconninfoOption *at = options; at != NULL && at->keyword != NULL; at++) {
        bool kept = at->val != NULL;
        for (unsigned i = 0; i < ARRAY_SIZE(left_out); i++)
            kept = kept && strcmp(at->keyword, left_out[i]) != 0;
        if (kept)
            add_option(&out, at->keyword, at->val);
        if (at->val != NULL && strcmp(at->keyword, "hostaddr") == 0)
            add_option(&out, "hostaddr", PQhostaddr(backup->conn.pq));
    }
    add_option(&out, "host", PQhost(backup->conn.pq));
    add_option(&out, "port", PQport(backup->conn.pq));
    PQconninfoFree(options);
    return options != NULL && !out.full;
}

/* Returns the password of the address, or that of the configuration; NULL: there is none. */
static const char *password_of(const struct pg_backup *backup)
{
    const char *password = PQpass(backup->conn.pq);
    return password != NULL && *password != '\0' ? password : NULL;
}

/* Dumps the whole database if our tables are in the usual schema, else only their schema. A dump
 * that names the schema `public` would make that schema again, which fails when it is restored. */
static enum store_error run_dump(struct pg_backup *backup, struct fault *why)
{
    char address[4096] = "--dbname=";
    char snapshot[80];
    char schema[100];
    const char *arguments[10] = {"pg_dump", "--format=custom", "--no-password", "--no-owner",
                                 "--no-privileges"};
    unsigned count = 5;
    size_t used = strlen(address);
    if (!write_address(backup, address + used, sizeof(address) - used)) {
        fault_set(why, "%s: its address is too long", backup->conn.name);
        return STORE_FAILED;
    }
    snprintf(snapshot, sizeof(snapshot), "--snapshot=%s", backup->snapshot);
    snprintf(schema, sizeof(schema), "--schema=\"%s\"", backup->schema);
    arguments[count++] = address;
    arguments[count++] = snapshot;
    if (strcmp(backup->schema, "public") != 0)
        arguments[count++] = schema;
    return pg_tool_run(&(struct pg_tool){.arguments = arguments,
                                         .password = password_of(backup),
                                         .in = -1,
                                         .out = backup->fd,
                                         .stop = backup->copying->stop},
                       why);
}

/* -- reading back -- */

/* Where a reader is in the SQL text that pg_restore prints. Its portions end anywhere. */
struct dump_reader {
    const struct pg_backup *backup;
    struct counted_table *table;    /* table whose rows come now; NULL: other statements come */
    char line[NAME_MAX_BYTES + 16]; /* how the present line begins */
    size_t length;
};

/* Notes a line "COPY public.person (id, ...) FROM stdin;", a row, or the end of rows "\.". */
static void end_line(struct dump_reader *reader)
{
    static const char copy[] = "COPY ";
    char *line = reader->line;
    line[reader->length] = '\0';
    reader->length = 0;
    if (reader->table != NULL) {
        if (strcmp(line, "\\.") == 0)
            reader->table = NULL;
        else
            reader->table->read++;
        return;
    }
    char *end = strncmp(line, copy, sizeof(copy) - 1) == 0 ? strstr(line, " (") : NULL;
    if (end == NULL)
        return;
    *end = '\0';
    reader->table = find_table(reader->backup, line + sizeof(copy) - 1);
    if (reader->table != NULL)
        reader->table->read = 0;
}

static void take_sql(void *arg, const char *bytes, size_t length)
{
    struct dump_reader *reader = arg;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n')
            end_line(reader);
        else if (reader->length < sizeof(reader->line) - 1)
            reader->line[reader->length++] = bytes[i];
    }
}

static enum store_error read_back(struct pg_backup *backup, struct fault *why)
{
    const char *const arguments[] = {"pg_restore", "--file=-", NULL};
    struct dump_reader reader = {.backup = backup};
    if (lseek(backup->fd, 0, SEEK_SET) != 0)
        return system_fault(backup->copying->to, why);
    enum store_error error = pg_tool_run(&(struct pg_tool){.arguments = arguments,
                                                           .in = backup->fd,
                                                           .out = -1,
                                                           .take = take_sql,
                                                           .arg = &reader,
                                                           .stop = backup->copying->stop},
                                         why);
    for (const struct counted_table *table = backup->tables; error == STORE_OK && table != NULL;
         table = table->next) {
        if (table->read == table->rows)
            continue;
        fault_set(why, "the backup is not complete: %s has %lld rows there, and %lld on the server",
                  table->name, (long long)(table->read > 0 ? table->read : 0),
                  (long long)table->rows);
        error = STORE_DAMAGED;
    }
    return error;
}

static void write_book(const struct pg_backup *backup, struct store_book *book)
{
    const struct counted_table *tables = find_table(backup, "game_table");
    const struct counted_table *people = find_table(backup, "person");
    const struct counted_table *rounds = find_table(backup, "round");
    struct stat found;
    *book = (struct store_book){.bytes = fstat(backup->fd, &found) == 0 ? found.st_size : 0,
                                .tables = tables != NULL ? tables->rows : 0,
                                .people = people != NULL ? people->rows : 0,
                                .rounds = rounds != NULL ? rounds->rows : 0,
                                .running = backup->running};
}

/* -- the file -- */

/* Opens the unfinished file. After this, a tool that root runs works as root again: libpq reads
 * root's own password file. */
static enum store_error open_part(struct pg_backup *backup, const char *to, struct fault *why)
{
    struct stat found;
    int length = snprintf(backup->part, sizeof(backup->part), "%s-part", to);
    if (length >= (int)sizeof(backup->part)) {
        fault_set(why, "%s: too long a name", to);
        return STORE_CANNOT_OPEN;
    }
    if (lstat(to, &found) == 0) {
        fault_set(why, "%s: it exists already", to);
        return STORE_CANNOT_OPEN;
    }
    unlink(backup->part); /* left by a backup that was killed */
    backup->fd = open(backup->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return backup->fd >= 0 ? STORE_OK : system_fault(backup->part, why);
}

static bool sync_folder(const char *path)
{
    char folder[STORE_KEPT_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof(folder), "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
             slash != NULL ? path : ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return done;
}

/* Gives the good file its name, or removes one that is not good. */
static enum store_error close_part(struct pg_backup *backup, const char *to, enum store_error error,
                                   struct fault *why)
{
    if (backup->fd < 0)
        return error;
    if (error == STORE_OK && (rename(backup->part, to) != 0 || !sync_folder(to)))
        error = system_fault(to, why);
    if (error != STORE_OK)
        unlink(backup->part);
    close(backup->fd);
    return error;
}

/* Does the same as the owner of the folder. Only as this owner does the name of the unfinished file
 * surely mean that file. */
static enum store_error close_as_owner(struct pg_backup *backup, enum store_error error,
                                       struct fault *why)
{
    struct owner owner;
    if (backup->fd < 0)
        return error;
    if (owner_become(&owner, backup->copying->to, error == STORE_OK ? why : NULL) == STORE_OK) {
        error = close_part(backup, owner.name, error, why);
    } else {
        close(backup->fd);
        error = error == STORE_OK ? STORE_CANNOT_OPEN : error;
    }
    return owner_leave(&owner, error, why);
}

static void finish_backup(struct pg_backup *backup)
{
    while (backup->tables != NULL) {
        struct counted_table *table = backup->tables;
        backup->tables = table->next;
        free(table);
    }
    pg_conn_finish(&backup->conn);
}

static enum store_error make_backup(struct pg_backup *backup, struct fault *why)
{
    enum store_error error = run_dump(backup, why);
    if (error == STORE_OK && fsync(backup->fd) != 0)
        error = system_fault(backup->copying->to, why);
    return error == STORE_OK ? read_back(backup, why) : error;
}

/* `as_owner`: the file is made as owner.h says, for a tool. */
static enum store_error back_up(const struct store_copying *copying, bool as_owner,
                                struct store_book *book, struct fault *why)
{
    struct pg_backup backup = {.copying = copying, .fd = -1};
    struct owner owner = {.name = copying->to};
    if (!pg_conn_init(&backup.conn, copying->from, why))
        return STORE_CANNOT_OPEN;
    backup.conn.password = copying->password;
    backup.conn.idle = 0; /* no limit, because the transaction stands still while pg_dump works */
    backup.conn.hurry = PATIENCE_MS;
    enum store_error error = count_server(&backup, why);
    if (error == STORE_OK)
        error = check_tools(&backup, why);
    if (error == STORE_OK && as_owner)
        error = owner_become(&owner, copying->to, why);
    if (error == STORE_OK)
        error = open_part(&backup, owner.name, why);
    if (as_owner && owner.path != NULL)
        error = owner_leave(&owner, error, why);
    if (error == STORE_OK)
        error = make_backup(&backup, why);
    if (error == STORE_OK && book != NULL)
        write_book(&backup, book);
    error = as_owner ? close_as_owner(&backup, error, why)
                     : close_part(&backup, copying->to, error, why);
    finish_backup(&backup);
    return error;
}

enum store_error store_backup_postgresql(const struct store_copying *copying,
                                         struct store_book *book, struct fault *why)
{
    return back_up(copying, true, book, why);
}

static enum store_error copy_server(const struct store_copying *copying, struct store_book *book,
                                    struct fault *why)
{
    return back_up(copying, false, book, why);
}

/* -- the way back -- */

static int open_dump(const char *from, struct fault *why)
{
    struct owner owner;
    int fd = -1;
    enum store_error error = owner_become(&owner, from, why);
    if (error == STORE_OK) {
        fd = open(owner.name, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            error = system_fault(owner.name, why);
    }
    owner_leave(&owner, error, why);
    return fd;
}

static enum store_error expect_empty(struct pg_backup *backup, struct fault *why)
{
    if (!pg_conn_connect(&backup->conn) || !sql_execute(&backup->conn.sql, "BEGIN READ ONLY") ||
        !list_tables(backup) || !sql_execute(&backup->conn.sql, "ROLLBACK"))
        return conn_fault(backup, why);
    if (backup->tables == NULL)
        return STORE_OK;
    fault_set(why, "%s: it is not empty: restore into a new database", backup->conn.name);
    return STORE_FAILED;
}

static void ignore_output(void *arg, const char *bytes, size_t length)
{
    (void)arg, (void)bytes, (void)length;
}

/* All of it in one transaction, or nothing. */
static enum store_error run_restore(struct pg_backup *backup, int fd, struct fault *why)
{
    char address[4096] = "--dbname=";
    const char *const arguments[] = {
        "pg_restore",      "--no-password",        "--no-owner", "--no-privileges",
        "--exit-on-error", "--single-transaction", address,      NULL};
    size_t used = strlen(address);
    if (!write_address(backup, address + used, sizeof(address) - used)) {
        fault_set(why, "%s: its address is too long", backup->conn.name);
        return STORE_FAILED;
    }
    return pg_tool_run(&(struct pg_tool){.arguments = arguments,
                                         .password = password_of(backup),
                                         .in = fd,
                                         .out = -1,
                                         .take = ignore_output},
                       why);
}

enum store_error store_restore_postgresql(const struct store_copying *copying,
                                          struct store_book *book, struct fault *why)
{
    struct pg_backup backup = {.copying = copying, .fd = open_dump(copying->from, why)};
    if (backup.fd < 0)
        return STORE_CANNOT_OPEN;
    if (!pg_conn_init(&backup.conn, copying->to, why)) {
        close(backup.fd);
        return STORE_CANNOT_OPEN;
    }
    backup.conn.password = copying->password;
    backup.conn.hurry = PATIENCE_MS;
    enum store_error error = expect_empty(&backup, why);
    if (error == STORE_OK)
        error = check_tools(&backup, why);
    if (error == STORE_OK)
        error = run_restore(&backup, backup.fd, why);
    if (error == STORE_OK)
        error = count_server(&backup, why);
    if (error == STORE_OK)
        write_book(&backup, book);
    close(backup.fd);
    finish_backup(&backup);
    return error;
}

const struct store_copier store_copier_postgresql = {.suffix = ".dump", .copy = copy_server};
