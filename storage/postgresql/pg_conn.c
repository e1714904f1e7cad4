#include "pg_conn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/loop.h"
#include "pg_pipeline.h"
#include "pg_stmt.h"

/* -- what went wrong -- */

static void fail_conn(struct pg_conn *conn, const char *state, const char *what)
{
    if (conn->failed) /* later errors only follow from the first */
        return;
    conn->failed = true;
    snprintf(conn->state, sizeof(conn->state), "%s", state != NULL ? state : "");
    conn->outcome = pg_outcome(conn->state);
    snprintf(conn->why, sizeof(conn->why), "%.*s%s%s%s", (int)strcspn(what, "\n"), what,
             *conn->state != '\0' ? " (" : "", conn->state, *conn->state != '\0' ? ")" : "");
}

void pg_conn_drop(struct pg_conn *conn)
{
    PQfinish(conn->pq);
    conn->pq = NULL;
    conn->first = conn->count = 0;
    conn->session++;
    pg_pipeline_forget(conn, NULL);
}

/* Gives the connection up, with the outcome PG_LOST: nobody knows whether the last transaction was
 * committed. */
static bool lose_conn(struct pg_conn *conn, const char *what)
{
    fail_conn(conn, NULL, what);
    pg_conn_drop(conn);
    return false;
}

static bool lose_it(struct pg_conn *conn)
{
    return lose_conn(conn, PQerrorMessage(conn->pq));
}

/* -- waiting -- */

static uint64_t deadline_in(unsigned milliseconds)
{
    return uv_hrtime() + milliseconds * UINT64_C(1000000);
}

static uint64_t deadline_of(const struct pg_conn *conn)
{
    return deadline_in(conn->hurry != 0 ? conn->hurry : conn->patience);
}

/* Waits until the socket can be read or written. False: it took too long, or was interrupted. */
static bool wait_socket(struct pg_conn *conn, short events, uint64_t deadline)
{
    struct pollfd polled[] = {{.fd = PQsocket(conn->pq), .events = events},
                              {.fd = conn->wake[0], .events = POLLIN}};
    int ready = -1;
    while (ready < 0) {
        uint64_t now = uv_hrtime();
        int left = now < deadline ? (int)((deadline - now) / 1000000) + 1 : 0;
        ready = poll(polled, 2, left);
        if (ready < 0 && errno != EINTR)
            return false;
    }
    return ready > 0 && polled[1].revents == 0;
}

static bool give_up(struct pg_conn *conn)
{
    conn->timeouts++;
    return lose_conn(conn, "no answer in time");
}

/* Sends and receives until an answer can be read without waiting. */
static bool wait_result(struct pg_conn *conn, uint64_t deadline)
{
    for (;;) {
        int unsent = PQflush(conn->pq);
        if (unsent < 0 || PQconsumeInput(conn->pq) == 0)
            return lose_it(conn);
        if (PQisBusy(conn->pq) == 0)
            return true;
        if (!wait_socket(conn, unsent > 0 ? POLLIN | POLLOUT : POLLIN, deadline))
            return give_up(conn);
    }
}

/* -- answers -- */

static void not_prepared(const struct pg_pending *pending)
{
    if (pending->stmt != NULL && pending->kind == PG_PREPARES)
        pg_stmt_unprepared(pending->stmt);
}

static void take_answer(struct pg_conn *conn, const struct pg_pending *pending, PGresult *result)
{
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK:
    case PGRES_COMMAND_OK:
        if (pending->stmt != NULL && pending->kind == PG_ROWS) {
            pg_stmt_take(pending->stmt, result);
            return;
        }
        if (pending->answer != NULL) {
            pending->answer->result = result;
            return;
        }
        if (pending->stmt != NULL && pending->kind == PG_RUNS)
            pg_stmt_note(pending->stmt, result);
        break;
    case PGRES_PIPELINE_SYNC:
        break;
    case PGRES_PIPELINE_ABORTED: /* not run, because an earlier statement failed */
        not_prepared(pending);
        break;
    default:
        not_prepared(pending);
        fail_conn(conn, PQresultErrorField(result, PG_DIAG_SQLSTATE),
                  PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) != NULL
                      ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY)
                      : PQresultErrorMessage(result));
        break;
    }
    PQclear(result);
}

/* Takes the answer to the oldest message. libpq gives an empty result (NULL) behind each answer,
 * but none behind that to a sync. */
static bool take_first(struct pg_conn *conn, uint64_t deadline)
{
    struct pg_pending pending = conn->pending[conn->first];
    bool over = false;
    for (unsigned answers = 0; !over; answers++) {
        if (!wait_result(conn, deadline))
            return false;
        PGresult *result = PQgetResult(conn->pq);
        if (result != NULL)
            take_answer(conn, &pending, result);
        else if (answers == 0)
            return lose_conn(conn, "an answer is missing");
        if (PQstatus(conn->pq) != CONNECTION_OK)
            return lose_it(conn);
        over = result == NULL || pending.kind == PG_SYNCS;
    }
    conn->first = (conn->first + 1) % PG_PENDING_MAX;
    conn->count--;
    return true;
}

static void note_pending(struct pg_conn *conn, struct pg_pending pending)
{
    conn->pending[(conn->first + conn->count) % PG_PENDING_MAX] = pending;
    conn->count++;
}

/* Sends a sync and waits for all answers. The server's timeout for idle transactions begins only
 * after a sync. A process that stops before sending one keeps its locks until another process ends
 * its connection (LEDGER_STUCK_SQL). */
static bool sync_up(struct pg_conn *conn)
{
    uint64_t deadline = deadline_of(conn);
    if (PQpipelineSync(conn->pq) == 0)
        return lose_it(conn);
    note_pending(conn, (struct pg_pending){.kind = PG_SYNCS});
    conn->flights++;
    while (conn->count > 0) {
        if (!take_first(conn, deadline))
            return false;
    }
    return true;
}

bool pg_conn_wait(struct pg_conn *conn)
{
    return conn->pq != NULL && (conn->count == 0 || sync_up(conn)) && !conn->failed;
}

bool pg_conn_expect(struct pg_conn *conn, struct pg_pending pending)
{
    note_pending(conn, pending);
    return conn->count < PG_PENDING_MAX - 1 || pg_conn_wait(conn);
}

bool pg_conn_send(struct pg_conn *conn, const char *text)
{
    if (conn->pq == NULL || conn->failed)
        return false;
    if (PQsendQueryParams(conn->pq, text, 0, NULL, NULL, NULL, NULL, 0) == 0)
        return lose_it(conn);
    return pg_conn_expect(conn, (struct pg_pending){.kind = PG_RUNS});
}

/* Answers that are still on their way will be ignored, because their statements may be gone when
 * they arrive. */
static void disown_pending(struct pg_conn *conn)
{
    for (unsigned i = 0; i < conn->count; i++) {
        struct pg_pending *pending = &conn->pending[(conn->first + i) % PG_PENDING_MAX];
        not_prepared(pending);
        pending->stmt = NULL;
        pending->answer = NULL;
    }
    pg_pipeline_forget(conn, NULL);
}

static bool roll_back(struct pg_conn *conn)
{
    if (conn->pq == NULL)
        return false;
    disown_pending(conn);
    if (conn->failed && (conn->outcome == PG_LOST || conn->outcome == PG_ANEW)) {
        pg_conn_drop(conn);
        return false;
    }
    if (!conn->failed)
        return pg_conn_send(conn, "ROLLBACK") && sync_up(conn) && !conn->failed;
    if (!sync_up(conn)) /* after an error the server answers nothing until a sync */
        return false;
    conn->failed = false;
    return PQtransactionStatus(conn->pq) == PQTRANS_IDLE ||
           (pg_conn_send(conn, "ROLLBACK") && sync_up(conn) && !conn->failed);
}

void pg_conn_pipeline_forget(struct sql *sql)
{
    struct pg_conn *conn = (struct pg_conn *)sql;
    for (unsigned i = 0; i < conn->count; i++)
        conn->pending[(conn->first + i) % PG_PENDING_MAX].answer = NULL;
    pg_pipeline_forget(conn, NULL);
}

bool pg_conn_commit(struct pg_conn *conn)
{
    bool good = pg_conn_send(conn, "COMMIT") && sync_up(conn) && !conn->failed;
    if (good) /* otherwise at its ROLLBACK */
        pg_pipeline_forget(conn, NULL);
    return good;
}

bool pg_conn_script(struct pg_conn *conn, const char *text)
{
    if (!pg_conn_connect(conn) || !sync_up(conn))
        return false;
    if (PQexitPipelineMode(conn->pq) == 0 || PQsendQuery(conn->pq, text) == 0)
        return lose_it(conn);
    const struct pg_pending nobody = {.stmt = NULL, .kind = PG_RUNS};
    uint64_t deadline = deadline_of(conn);
    PGresult *result = NULL;
    do {
        if (!wait_result(conn, deadline))
            return false;
        result = PQgetResult(conn->pq);
        if (result != NULL)
            take_answer(conn, &nobody, result);
    } while (result != NULL);
    if (PQstatus(conn->pq) != CONNECTION_OK || PQenterPipelineMode(conn->pq) == 0)
        return lose_it(conn);
    return !conn->failed;
}

/* -- connecting -- */

/* Settings of the session that overrule the server and the role. The server must confirm a commit
 * only once it is durable, must send bytes in the one form that pg_stmt.c reads, and must take
 * locks from a stopped process. */
static const char session_sql[] = "SET client_min_messages = warning;"
                                  "SET lock_timeout = '2s';"
                                  "SET bytea_output = 'hex';"
                                  "SET idle_in_transaction_session_timeout = %u;"
                                  "SELECT set_config('synchronous_commit', 'on', false)"
                                  " WHERE current_setting('synchronous_commit') = 'off'";

/* Otherwise the server plans some statements at each run. Not every server has this setting. */
static const char generic_sql[] =
    ";SELECT set_config('plan_cache_mode', 'force_generic_plan', false) FROM pg_settings"
    " WHERE name = 'plan_cache_mode'";

/* Notices of the server do not go to standard error. */
static void ignore(void *arg, const PGresult *result)
{
    (void)arg, (void)result;
}

/* A list of items separated by commas, rotated so that item `first` comes first (0: as it is). The
 * caller frees it. NULL: memory is out. */
static char *begun_with(const char *list, unsigned first)
{
    const char *at = list;
    size_t size = strlen(list) + 2;
    char *out = malloc(size);
    while (first-- > 0 && strchr(at, ',') != NULL)
        at = strchr(at, ',') + 1;
    if (out != NULL) {
        snprintf(out, size, "%s%s%.*s", at, at > list ? "," : "",
                 at > list ? (int)(at - list - 1) : 0, list);
    }
    return out;
}

static unsigned count_items(const char *list)
{
    unsigned count = 1;
    for (; *list != '\0'; list++)
        count += *list == ',';
    return count;
}

/* A single port is that of all hosts. */
static bool is_list(const PQconninfoOption *option, unsigned hosts)
{
    return (strcmp(option->keyword, "host") == 0 || strcmp(option->keyword, "hostaddr") == 0 ||
            strcmp(option->keyword, "port") == 0) &&
           count_items(option->val) == hosts;
}

enum { OPTIONS_MAX = 64 };

/* The values are those of `options`, some of which may be replaced. */
static bool start_with(struct pg_conn *conn, PQconninfoOption *options)
{
    const char *keys[OPTIONS_MAX + 4] = {NULL}, *values[OPTIONS_MAX + 4] = {NULL};
    char *own[OPTIONS_MAX] = {NULL};
    unsigned count = 0;
    if (conn->password != NULL)
        keys[count] = "password", values[count++] = conn->password;
    keys[count] = "fallback_application_name", values[count++] = "talon";
    keys[count] = "client_encoding", values[count++] = "UTF8";
    for (unsigned i = 0; i < OPTIONS_MAX && options[i].keyword != NULL; i++) {
        if (options[i].val == NULL || strcmp(options[i].keyword, "client_encoding") == 0 ||
            (conn->password != NULL && strcmp(options[i].keyword, "password") == 0))
            continue;
        if (is_list(&options[i], conn->hosts))
            own[i] = begun_with(options[i].val, conn->timeouts % conn->hosts);
        keys[count] = options[i].keyword;
        values[count++] = own[i] != NULL ? own[i] : options[i].val;
    }
    conn->pq = PQconnectStartParams(keys, values, 0);
    for (unsigned i = 0; i < OPTIONS_MAX; i++)
        free(own[i]);
    return conn->pq != NULL;
}

static bool start_connecting(struct pg_conn *conn)
{
    PQconninfoOption *options = PQconninfoParse(conn->address, NULL);
    bool started = options != NULL && start_with(conn, options);
    PQconninfoFree(options);
    if (!started) {
        fail_conn(conn, NULL, "out of memory");
        return false;
    }
    PQsetNoticeReceiver(conn->pq, ignore, NULL);
    return PQstatus(conn->pq) != CONNECTION_BAD || lose_it(conn);
}

static bool connect_once(struct pg_conn *conn)
{
    uint64_t deadline = deadline_in(conn->patience);
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    conn->failed = false;
    if (!start_connecting(conn))
        return false;
    while (status != PGRES_POLLING_OK) {
        if (!wait_socket(conn, status == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return give_up(conn);
        status = PQconnectPoll(conn->pq);
        if (status == PGRES_POLLING_FAILED && PQconnectionNeedsPassword(conn->pq) != 0) {
            return lose_conn(conn, "the server wants a password: set database_password, or use a "
                                   "password file of libpq");
        }
        if (status == PGRES_POLLING_FAILED)
            return lose_it(conn);
    }
    if (PQsetnonblocking(conn->pq, 1) != 0 || PQenterPipelineMode(conn->pq) == 0)
        return lose_it(conn);
    char session[sizeof(session_sql) + sizeof(generic_sql) + 16];
    int length = snprintf(session, sizeof(session), session_sql, conn->idle);
    if (conn->generic)
        snprintf(session + length, sizeof(session) - (size_t)length, "%s", generic_sql);
    if (pg_conn_script(conn, session))
        return true;
    pg_conn_drop(conn);
    return false;
}

bool pg_conn_connect(struct pg_conn *conn)
{
    unsigned silent = 0;
    while (conn->pq == NULL && silent < conn->hosts) {
        unsigned before = conn->timeouts;
        if (!connect_once(conn) && conn->timeouts == before)
            return false;
        silent++;
    }
    return conn->pq != NULL;
}

/* -- of sql.h -- */

static bool begins_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

bool pg_conn_execute(struct sql *sql, const char *text)
{
    struct pg_conn *conn = (struct pg_conn *)sql;
    if (begins_with(text, "ROLLBACK"))
        return roll_back(conn);
    if (!begins_with(text, "BEGIN"))
        return pg_conn_send(conn, text);
    /* If an idle connection breaks, that shows only when it is used. */
    for (unsigned tries = 0; tries < 2; tries++) {
        if (conn->failed)
            roll_back(conn);
        if (!pg_conn_connect(conn))
            return false;
        if (pg_conn_send(conn, text) && pg_conn_wait(conn))
            return true;
        if (conn->pq != NULL)
            return false;
    }
    return false;
}

const char *pg_conn_trouble(struct sql *sql)
{
    return ((struct pg_conn *)sql)->why;
}

/* -- making -- */

static const char *find_option(const PQconninfoOption *options, const char *keyword)
{
    for (; options->keyword != NULL; options++) {
        if (strcmp(options->keyword, keyword) == 0)
            return options->val != NULL ? options->val : "";
    }
    return "";
}

/* Its name in logs: the host and the database. */
static char *name_of(const PQconninfoOption *options)
{
    enum { NAME_MAX_BYTES = 200 };
    char *name = malloc(NAME_MAX_BYTES);
    const char *port = find_option(options, "port");
    if (name != NULL) {
        snprintf(name, NAME_MAX_BYTES, "postgresql://%s%s%s/%s", find_option(options, "host"),
                 *port != '\0' ? ":" : "", port, find_option(options, "dbname"));
    }
    return name;
}

static bool make_wake(struct pg_conn *conn)
{
    if (pipe(conn->wake) != 0) {
        conn->wake[0] = conn->wake[1] = -1;
        return false;
    }
    return fcntl(conn->wake[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(conn->wake[1], F_SETFD, FD_CLOEXEC) == 0;
}

bool pg_conn_init(struct pg_conn *conn, const char *address, struct fault *why)
{
    char *trouble = NULL;
    *conn = (struct pg_conn){.sql = {&pg_sql},
                             .address = address,
                             .patience = PG_PATIENCE_MS,
                             .idle = PG_IDLE_MS,
                             .session = 1,
                             .wake = {-1, -1}};
    uv_random(NULL, NULL, &conn->own, sizeof(conn->own), 0, NULL);
    PQconninfoOption *options = PQconninfoParse(address, &trouble);
    if (options == NULL) { /* the address may hold a password, so it is not repeated */
        fault_set(why, "this is not the address of a PostgreSQL server");
        PQfreemem(trouble);
        return false;
    }
    conn->name = name_of(options);
    conn->hosts =
        count_items(*find_option(options, "hostaddr") != '\0' ? find_option(options, "hostaddr")
                                                              : find_option(options, "host"));
    PQconninfoFree(options);
    if (conn->name != NULL && make_wake(conn))
        return true;
    fault_set(why, "%s: %s", conn->name != NULL ? conn->name : "postgresql", strerror(errno));
    pg_conn_finish(conn);
    return false;
}

void pg_conn_finish(struct pg_conn *conn)
{
    pg_conn_drop(conn);
    for (int i = 0; i < 2; i++) {
        if (conn->wake[i] >= 0)
            close(conn->wake[i]);
    }
    free(conn->name);
    conn->name = NULL;
}

void pg_conn_interrupt(struct pg_conn *conn)
{
    while (write(conn->wake[1], "", 1) < 0 && errno == EINTR)
        continue;
}
