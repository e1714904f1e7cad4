#include "pg_stmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pg_array.h"
#include "pg_pipeline.h"
#include "pg_text.h"

/* Types of values and columns, as PostgreSQL numbers them. */
enum { OID_BOOL = 16, OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25, OID_FLOAT8 = 701 };
enum { NUMBER_MAX = 32 };

struct value {
    Oid type;
    const char *at; /* NULL: none */
    int size;
    int binary;
    char number[NUMBER_MAX];
    char *clean; /* owned */
};

/* Rows that are gathered (sql_gather()), and the statement that takes them as arrays. */
struct gathered {
    struct sql_stmt *stmt;
    unsigned count;
    struct pg_array columns[PG_PARAMS_MAX];
};

struct pg_stmt {
    struct sql_stmt stmt; /* first */
    struct pg_conn *conn;
    char *text;
    char name[24];
    bool used;        /* once without preparing it */
    unsigned session; /* the session in which it is prepared with the types below */
    Oid types[PG_PARAMS_MAX];
    struct value values[PG_PARAMS_MAX];
    PGresult *result; /* NULL: it has not run since the reset */
    int row;          /* the next row */
    uint64_t decoded; /* columns of the current row whose bytes are decoded */
    bool failed;
    int64_t changes;
    struct gathered *gathered; /* NULL: none was ever gathered */
};

static struct pg_stmt *stmt_of(struct sql_stmt *stmt)
{
    return (struct pg_stmt *)stmt;
}

/* -- for pg_conn.c -- */

static void forget_result(struct pg_stmt *stmt)
{
    PQclear(stmt->result);
    stmt->result = NULL;
    stmt->row = 0;
    stmt->decoded = 0;
}

void pg_stmt_take(struct pg_stmt *stmt, PGresult *result)
{
    forget_result(stmt);
    stmt->result = result;
    pg_stmt_note(stmt, result);
}

void pg_stmt_note(struct pg_stmt *stmt, PGresult *result)
{
    stmt->changes = strtoll(PQcmdTuples(result), NULL, 10);
}

void pg_stmt_unprepared(struct pg_stmt *stmt)
{
    stmt->session = 0;
}

/* -- making -- */

static struct sql_stmt *prepare(struct sql *sql, const char *text)
{
    struct pg_stmt *stmt = calloc(1, sizeof(*stmt));
    if (stmt == NULL)
        return NULL;
    stmt->stmt = (struct sql_stmt){sql->impl, sql_params_of(text)};
    stmt->conn = (struct pg_conn *)sql;
    stmt->text = stmt->stmt.params <= PG_PARAMS_MAX ? pg_statement(text) : NULL;
    if (stmt->text == NULL) {
        free(stmt);
        return NULL;
    }
    return &stmt->stmt;
}

/* Nobody takes the answers to it any more. */
static void leave_rows(struct pg_stmt *stmt)
{
    struct pg_conn *conn = stmt->conn;
    for (unsigned i = 0; i < conn->count; i++) {
        struct pg_pending *pending = &conn->pending[(conn->first + i) % PG_PENDING_MAX];
        if (pending->stmt == stmt) {
            pending->stmt = NULL;
            pending->answer = NULL;
        }
    }
    pg_pipeline_forget(conn, stmt);
}

static void free_gathered(struct gathered *gathered)
{
    if (gathered == NULL)
        return;
    for (unsigned i = 0; i < PG_PARAMS_MAX; i++)
        pg_array_finish(&gathered->columns[i]);
    sql_finalize(gathered->stmt);
    free(gathered);
}

static bool finalize(struct sql_stmt *base)
{
    struct pg_stmt *stmt = stmt_of(base);
    bool good = !stmt->failed;
    free_gathered(stmt->gathered);
    leave_rows(stmt);
    forget_result(stmt);
    for (unsigned i = 0; i < PG_PARAMS_MAX; i++)
        free(stmt->values[i].clean);
    free(stmt->text);
    free(stmt);
    return good;
}

/* -- values -- */

static struct value *value_at(struct sql_stmt *stmt, int at, Oid type)
{
    struct value *value = &stmt_of(stmt)->values[at - 1];
    free(value->clean);
    *value = (struct value){.type = type};
    return value;
}

static bool bind_null(struct sql_stmt *stmt, int at)
{
    value_at(stmt, at, OID_INT8);
    return true;
}

static bool bind_int(struct sql_stmt *stmt, int at, int64_t number)
{
    struct value *to = value_at(stmt, at, OID_INT8);
    snprintf(to->number, sizeof(to->number), "%lld", (long long)number);
    to->at = to->number;
    return true;
}

static bool bind_double(struct sql_stmt *stmt, int at, double number)
{
    struct value *to = value_at(stmt, at, OID_FLOAT8);
    snprintf(to->number, sizeof(to->number), "%.17g", number);
    to->at = to->number;
    return true;
}

static bool bind_text(struct sql_stmt *stmt, int at, const char *text)
{
    struct value *to = value_at(stmt, at, OID_TEXT);
    to->at = text;
    if (text == NULL || pg_is_utf8(text))
        return true;
    to->at = to->clean = pg_clean(text);
    return to->at != NULL;
}

static bool bind_bytes(struct sql_stmt *stmt, int at, const void *bytes, size_t size)
{
    struct value *to = value_at(stmt, at, OID_BYTEA);
    to->at = bytes;
    to->size = (int)size;
    to->binary = 1;
    return true;
}

/* -- running -- */

static bool is_lost(struct pg_conn *conn)
{
    return conn->pq == NULL || conn->failed;
}

/* The types of all parameters. One without a value does not occur in the statement, so any type
 * does for it. */
static void types_of(const struct pg_stmt *stmt, Oid types[PG_PARAMS_MAX])
{
    for (unsigned i = 0; i < PG_PARAMS_MAX; i++)
        types[i] = stmt->values[i].type != 0 ? stmt->values[i].type : OID_INT8;
}

/* Prepares the statement on the server, unless it is prepared. */
static bool send_prepare(struct pg_stmt *stmt, const Oid types[PG_PARAMS_MAX])
{
    struct pg_conn *conn = stmt->conn;
    if (stmt->session == conn->session && memcmp(types, stmt->types, sizeof(stmt->types)) == 0)
        return true;
    memcpy(stmt->types, types, sizeof(stmt->types));
    snprintf(stmt->name, sizeof(stmt->name), "t%08x_%u", conn->own, ++conn->statements);
    stmt->session = conn->session;
    return PQsendPrepare(conn->pq, stmt->name, stmt->text, (int)stmt->stmt.params, types) != 0 &&
           pg_conn_expect(conn, (struct pg_pending){.stmt = stmt, .kind = PG_PREPARES});
}

/* Sends the statement, and prepares it only at the second use: the server keeps a prepared
 * statement until the connection ends, so one that is used once should leave nothing there. */
static bool send_values(struct pg_stmt *stmt)
{
    struct pg_conn *conn = stmt->conn;
    Oid types[PG_PARAMS_MAX];
    const char *values[PG_PARAMS_MAX];
    int sizes[PG_PARAMS_MAX], binary[PG_PARAMS_MAX], count = (int)stmt->stmt.params;
    bool first = !stmt->used;
    for (unsigned i = 0; i < PG_PARAMS_MAX; i++) {
        values[i] = stmt->values[i].at;
        sizes[i] = stmt->values[i].size;
        binary[i] = stmt->values[i].binary;
    }
    types_of(stmt, types);
    stmt->used = true;
    if (is_lost(conn) || (!first && !send_prepare(stmt, types)))
        return false;
    return first ? PQsendQueryParams(conn->pq, stmt->text, count, types, values, sizes, binary,
                                     0) != 0
                 : PQsendQueryPrepared(conn->pq, stmt->name, count, values, sizes, binary, 0) != 0;
}

static bool send_stmt(struct pg_stmt *stmt, enum pg_kind kind)
{
    forget_result(stmt);
    stmt->failed = !send_values(stmt);
    return !stmt->failed &&
           pg_conn_expect(stmt->conn, (struct pg_pending){.stmt = stmt, .kind = kind});
}

static bool run(struct sql_stmt *stmt)
{
    return send_stmt(stmt_of(stmt), PG_RUNS);
}

/* -- rows that run together -- */

static const char *array_type(Oid type)
{
    return type == OID_TEXT ? "TEXT[]" : type == OID_FLOAT8 ? "DOUBLE PRECISION[]" : "BIGINT[]";
}

/* The statement for several rows: arrays in place of the values. The caller frees it. NULL: memory
 * is out. */
static char *text_of_rows(const struct pg_stmt *stmt)
{
    enum { COLUMN_TEXT = 48 };
    const char *begin = strstr(stmt->text, "VALUES ($1"), *end = strchr(begin, ')') + 1;
    size_t room = strlen(stmt->text) + (size_t)(stmt->stmt.params + 1) * COLUMN_TEXT;
    char *text = malloc(room);
    if (text == NULL)
        return NULL;
    size_t at = (size_t)snprintf(text, room, "%.*sSELECT * FROM unnest(", (int)(begin - stmt->text),
                                 stmt->text);
    for (unsigned i = 0; i < stmt->stmt.params; i++) {
        at += (size_t)snprintf(text + at, room - at, "%sCAST(?%u AS %s)", i > 0 ? ", " : "", i + 1,
                               array_type(stmt->values[i].type));
    }
    snprintf(text + at, room - at, ")%s", end);
    return text;
}

static struct gathered *gathered_of(struct pg_stmt *stmt)
{
    if (stmt->gathered == NULL) {
        struct gathered *gathered = calloc(1, sizeof(*gathered));
        char *text = gathered != NULL ? text_of_rows(stmt) : NULL;
        if (text != NULL)
            gathered->stmt = prepare(&stmt->conn->sql, text);
        free(text);
        if (gathered == NULL || gathered->stmt == NULL) {
            free(gathered);
            return NULL;
        }
        stmt->gathered = gathered;
    }
    return stmt->gathered;
}

static bool add_value(struct pg_array *column, const struct value *value)
{
    return value->at == NULL         ? pg_array_add_null(column)
           : value->type == OID_TEXT ? pg_array_add(column, value->at)
                                     : pg_array_add_number(column, value->at);
}

static bool gather(struct sql_stmt *base)
{
    struct pg_stmt *stmt = stmt_of(base);
    struct gathered *gathered = gathered_of(stmt);
    bool good = gathered != NULL;
    for (unsigned i = 0; good && i < stmt->stmt.params; i++)
        good = add_value(&gathered->columns[i], &stmt->values[i]);
    if (good)
        gathered->count++;
    return good;
}

static void forget_gathered(struct gathered *gathered)
{
    for (unsigned i = 0; gathered != NULL && i < PG_PARAMS_MAX; i++)
        pg_array_clear(&gathered->columns[i]);
    if (gathered != NULL)
        gathered->count = 0;
}

static bool send_gathered(struct sql_stmt *base)
{
    struct gathered *gathered = stmt_of(base)->gathered;
    if (gathered == NULL || gathered->count == 0)
        return true;
    bool good = true;
    for (unsigned i = 0; good && i < base->params; i++) {
        good = pg_array_close(&gathered->columns[i]) &&
               sql_bind_text(gathered->stmt, (int)i + 1, gathered->columns[i].text);
    }
    good = good && sql_run(gathered->stmt);
    forget_gathered(gathered);
    return good;
}

/* -- queries that are sent early -- */

/* A key made of the bound values, to find the answer to the query with the same values: the length
 * and bytes of each. The caller frees it. NULL: memory is out. */
static char *make_key(const struct pg_stmt *stmt, size_t *size)
{
    size_t lengths[PG_PARAMS_MAX], at = 0;
    unsigned count = stmt->stmt.params;
    *size = count * sizeof(lengths[0]);
    for (unsigned i = 0; i < count; i++) {
        const struct value *value = &stmt->values[i];
        lengths[i] = value->at == NULL ? 0
                     : value->binary   ? (size_t)value->size
                                       : strlen(value->at);
        *size += lengths[i];
    }
    char *key = malloc(*size + 1);
    for (unsigned i = 0; key != NULL && i < count; i++) {
        const struct value *value = &stmt->values[i];
        size_t told = value->at == NULL ? SIZE_MAX : lengths[i];
        memcpy(key + at, &told, sizeof(told));
        memcpy(key + at + sizeof(told), value->at != NULL ? value->at : "", lengths[i]);
        at += sizeof(told) + lengths[i];
    }
    return key;
}

/* Sends the query early. If there is no room for its answer, does nothing: sql_step() sends it
 * then. */
static bool pipeline(struct sql_stmt *base)
{
    struct pg_stmt *stmt = stmt_of(base);
    size_t size;
    char *key = make_key(stmt, &size);
    struct pg_answer *answer = key != NULL ? pg_pipeline_add(stmt->conn, stmt, key, size) : NULL;
    return answer == NULL ||
           (send_values(stmt) &&
            pg_conn_expect(stmt->conn, (struct pg_pending){stmt, answer, PG_PIPELINED}));
}

static struct pg_answer *find_pipelined(const struct pg_stmt *stmt)
{
    size_t size;
    char *key = stmt->conn->answers != NULL ? make_key(stmt, &size) : NULL;
    struct pg_answer *answer = key != NULL ? pg_pipeline_find(stmt->conn, stmt, key, size) : NULL;
    free(key);
    return answer;
}

/* Takes the answer to an early query, or sends the query. */
static bool fetch_rows(struct pg_stmt *stmt)
{
    struct pg_answer *answer = find_pipelined(stmt);
    if (answer == NULL)
        return send_stmt(stmt, PG_ROWS) && pg_conn_wait(stmt->conn) && stmt->result != NULL;
    if (is_lost(stmt->conn) || (answer->result == NULL && !pg_conn_wait(stmt->conn)) ||
        answer->result == NULL)
        return false;
    pg_stmt_take(stmt, pg_pipeline_take(stmt->conn, answer));
    return true;
}

static enum sql_step step(struct sql_stmt *base)
{
    struct pg_stmt *stmt = stmt_of(base);
    if (stmt->result == NULL && !fetch_rows(stmt)) {
        stmt->failed = true;
        return SQL_ERROR;
    }
    stmt->decoded = 0;
    return stmt->row++ < PQntuples(stmt->result) ? SQL_ROW : SQL_DONE;
}

static bool reset(struct sql_stmt *base)
{
    struct pg_stmt *stmt = stmt_of(base);
    bool good = !stmt->failed;
    forget_result(stmt);
    forget_gathered(stmt->gathered);
    stmt->failed = false;
    return good;
}

static int64_t changes(struct sql_stmt *base)
{
    struct pg_stmt *stmt = stmt_of(base);
    return !is_lost(stmt->conn) && pg_conn_wait(stmt->conn) ? stmt->changes : -1;
}

/* -- columns -- */

static char *column_of(const struct pg_stmt *stmt, int at)
{
    return stmt->result != NULL && PQgetisnull(stmt->result, stmt->row - 1, at) == 0
               ? PQgetvalue(stmt->result, stmt->row - 1, at)
               : NULL;
}

static bool is_null(struct sql_stmt *stmt, int at)
{
    return column_of(stmt_of(stmt), at) == NULL;
}

static int64_t integer(struct sql_stmt *stmt, int at)
{
    const char *text = column_of(stmt_of(stmt), at);
    if (text == NULL)
        return 0;
    return PQftype(stmt_of(stmt)->result, at) == OID_BOOL ? *text == 't' : strtoll(text, NULL, 10);
}

static double real(struct sql_stmt *stmt, int at)
{
    const char *text = column_of(stmt_of(stmt), at);
    return text != NULL ? strtod(text, NULL) : 0;
}

static const char *text(struct sql_stmt *stmt, int at)
{
    return column_of(stmt_of(stmt), at);
}

static size_t size(struct sql_stmt *base, int at)
{
    const struct pg_stmt *stmt = stmt_of(base);
    if (column_of(stmt, at) == NULL)
        return 0;
    size_t length = (size_t)PQgetlength(stmt->result, stmt->row - 1, at);
    return PQftype(stmt->result, at) == OID_BYTEA ? (length - 2) / 2 : length;
}

static int hex_digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* The server sends bytes as "\x" and two hexadecimal digits for each. Decodes them in place, at the
 * first call for a column of a row. */
static const void *bytes(struct sql_stmt *base, int at)
{
    struct pg_stmt *stmt = stmt_of(base);
    char *hex = column_of(stmt, at);
    size_t count = size(base, at);
    if (count == 0 || PQftype(stmt->result, at) != OID_BYTEA)
        return count == 0 ? NULL : hex;
    if ((stmt->decoded & UINT64_C(1) << at) == 0) {
        for (size_t i = 0; i < count; i++)
            hex[i] = (char)(hex_digit(hex[2 + 2 * i]) << 4 | hex_digit(hex[3 + 2 * i]));
    }
    stmt->decoded |= UINT64_C(1) << at;
    return hex;
}

const struct sql_impl pg_sql = {
    .prepare = prepare,
    .execute = pg_conn_execute,
    .trouble = pg_conn_trouble,
    .finalize = finalize,
    .bind_null = bind_null,
    .bind_int = bind_int,
    .bind_double = bind_double,
    .bind_text = bind_text,
    .bind_bytes = bind_bytes,
    .step = step,
    .run = run,
    .gather = gather,
    .send_gathered = send_gathered,
    .pipeline = pipeline,
    .pipeline_forget = pg_conn_pipeline_forget,
    .reset = reset,
    .changes = changes,
    .is_null = is_null,
    .integer = integer,
    .real = real,
    .text = text,
    .bytes = bytes,
    .size = size,
};
