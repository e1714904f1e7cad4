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

static void fail(struct pg_link *link, const char *state, const char *what)
{
    if (link->failed) /* the first error is the cause of those behind it */
        return;
    link->failed = true;
    snprintf(link->state, sizeof(link->state), "%s", state != NULL ? state : "");
    link->outcome = pg_outcome(link->state);
    snprintf(link->why, sizeof(link->why), "%.*s%s%s%s", (int)strcspn(what, "\n"), what,
             *link->state != '\0' ? " (" : "", link->state, *link->state != '\0' ? ")" : "");
}

void pg_link_drop(struct pg_link *link)
{
    PQfinish(link->conn);
    link->conn = NULL;
    link->first = link->count = 0;
    link->session++;
    pg_ahead_forget(link, NULL);
}

/* The connection is of no more use: what became of the last transaction nobody knows. */
static bool lose(struct pg_link *link, const char *what)
{
    fail(link, NULL, what);
    pg_link_drop(link);
    return false;
}

static bool lose_it(struct pg_link *link)
{
    return lose(link, PQerrorMessage(link->conn));
}

/* -- waiting -- */

static uint64_t deadline_in(unsigned milliseconds)
{
    return uv_hrtime() + milliseconds * UINT64_C(1000000);
}

static uint64_t deadline_of(const struct pg_link *link)
{
    return deadline_in(link->hurry != 0 ? link->hurry : link->patience);
}

/* Waits until the socket may be read from, or written to. False: too long, or interrupted. */
static bool wait_socket(struct pg_link *link, short events, uint64_t deadline)
{
    struct pollfd polled[] = {{.fd = PQsocket(link->conn), .events = events},
                              {.fd = link->wake[0], .events = POLLIN}};
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

static bool give_up(struct pg_link *link)
{
    link->timeouts++;
    return lose(link, "no answer in time");
}

/* Sends what is to be sent and takes what comes, until something can be read without waiting. */
static bool wait_result(struct pg_link *link, uint64_t deadline)
{
    for (;;) {
        int unsent = PQflush(link->conn);
        if (unsent < 0 || PQconsumeInput(link->conn) == 0)
            return lose_it(link);
        if (PQisBusy(link->conn) == 0)
            return true;
        if (!wait_socket(link, unsent > 0 ? POLLIN | POLLOUT : POLLIN, deadline))
            return give_up(link);
    }
}

/* -- answers -- */

static void not_prepared(const struct pg_pending *pending)
{
    if (pending->stmt != NULL && pending->kind == PG_PREPARES)
        pg_stmt_unprepared(pending->stmt);
}

static void take(struct pg_link *link, const struct pg_pending *pending, PGresult *result)
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
    case PGRES_PIPELINE_ABORTED: /* of an error before it */
        not_prepared(pending);
        break;
    default:
        not_prepared(pending);
        fail(link, PQresultErrorField(result, PG_DIAG_SQLSTATE),
             PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) != NULL
                 ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY)
                 : PQresultErrorMessage(result));
        break;
    }
    PQclear(result);
}

/* Takes the answer to what was sent first. Each is followed by an empty one, but for that to a
 * sync. */
static bool take_first(struct pg_link *link, uint64_t deadline)
{
    struct pg_pending pending = link->pending[link->first];
    bool over = false;
    for (unsigned answers = 0; !over; answers++) {
        if (!wait_result(link, deadline))
            return false;
        PGresult *result = PQgetResult(link->conn);
        if (result != NULL)
            take(link, &pending, result);
        else if (answers == 0)
            return lose(link, "an answer is missing");
        if (PQstatus(link->conn) != CONNECTION_OK)
            return lose_it(link);
        over = result == NULL || pending.kind == PG_SYNCS;
    }
    link->first = (link->first + 1) % PG_PENDING_MAX;
    link->count--;
    return true;
}

static void note(struct pg_link *link, struct pg_pending pending)
{
    link->pending[(link->first + link->count) % PG_PENDING_MAX] = pending;
    link->count++;
}

/* Waits for all. The server counts how long a transaction lies idle only behind a sync: a process
 * that stands still with less than that keeps its locks until another ends it (pg_ledger.h). */
static bool sync_up(struct pg_link *link)
{
    uint64_t deadline = deadline_of(link);
    if (PQpipelineSync(link->conn) == 0)
        return lose_it(link);
    note(link, (struct pg_pending){.kind = PG_SYNCS});
    link->flights++;
    while (link->count > 0) {
        if (!take_first(link, deadline))
            return false;
    }
    return true;
}

bool pg_link_wait(struct pg_link *link)
{
    return link->conn != NULL && (link->count == 0 || sync_up(link)) && !link->failed;
}

bool pg_link_expect(struct pg_link *link, struct pg_pending pending)
{
    note(link, pending);
    return link->count < PG_PENDING_MAX - 1 || pg_link_wait(link);
}

bool pg_link_send(struct pg_link *link, const char *text)
{
    if (link->conn == NULL || link->failed)
        return false;
    if (PQsendQueryParams(link->conn, text, 0, NULL, NULL, NULL, NULL, 0) == 0)
        return lose_it(link);
    return pg_link_expect(link, (struct pg_pending){.kind = PG_RUNS});
}

/* What was sent of statements that nobody waits for any more belongs to nobody. */
static void disown(struct pg_link *link)
{
    for (unsigned i = 0; i < link->count; i++) {
        struct pg_pending *pending = &link->pending[(link->first + i) % PG_PENDING_MAX];
        not_prepared(pending);
        pending->stmt = NULL;
        pending->answer = NULL;
    }
    pg_ahead_forget(link, NULL);
}

static bool roll_back(struct pg_link *link)
{
    if (link->conn == NULL)
        return false;
    disown(link);
    if (link->failed && (link->outcome == PG_LOST || link->outcome == PG_ANEW)) {
        pg_link_drop(link);
        return false;
    }
    if (!link->failed)
        return pg_link_send(link, "ROLLBACK") && sync_up(link) && !link->failed;
    if (!sync_up(link)) /* behind an error nothing is heard until then */
        return false;
    link->failed = false;
    return PQtransactionStatus(link->conn) == PQTRANS_IDLE ||
           (pg_link_send(link, "ROLLBACK") && sync_up(link) && !link->failed);
}

void pg_link_unasked(struct sql *sql)
{
    struct pg_link *link = (struct pg_link *)sql;
    for (unsigned i = 0; i < link->count; i++)
        link->pending[(link->first + i) % PG_PENDING_MAX].answer = NULL;
    pg_ahead_forget(link, NULL);
}

bool pg_link_commit(struct pg_link *link)
{
    bool good = pg_link_send(link, "COMMIT") && sync_up(link) && !link->failed;
    if (good) /* else at its ROLLBACK */
        pg_ahead_forget(link, NULL);
    return good;
}

bool pg_link_script(struct pg_link *link, const char *text)
{
    if (!pg_link_connect(link) || !sync_up(link))
        return false;
    if (PQexitPipelineMode(link->conn) == 0 || PQsendQuery(link->conn, text) == 0)
        return lose_it(link);
    const struct pg_pending nobody = {.stmt = NULL, .kind = PG_RUNS};
    uint64_t deadline = deadline_of(link);
    PGresult *result = NULL;
    do {
        if (!wait_result(link, deadline))
            return false;
        result = PQgetResult(link->conn);
        if (result != NULL)
            take(link, &nobody, result);
    } while (result != NULL);
    if (PQstatus(link->conn) != CONNECTION_OK || PQenterPipelineMode(link->conn) == 0)
        return lose_it(link);
    return !link->failed;
}

/* -- connecting -- */

/* What is not durable is not said: a server or role that has it otherwise is overruled, and so it
 * is with bytes, which pg_stmt.c reads in one form. And a process that stands still keeps no lock.
 */
static const char session_sql[] = "SET client_min_messages = warning;"
                                  "SET lock_timeout = '2s';"
                                  "SET bytea_output = 'hex';"
                                  "SET idle_in_transaction_session_timeout = %u;"
                                  "SELECT set_config('synchronous_commit', 'on', false)"
                                  " WHERE current_setting('synchronous_commit') = 'off'";

/* The server's remarks are not for standard error. */
static void ignore(void *arg, const PGresult *result)
{
    (void)arg, (void)result;
}

/* A list whose items are separated by commas, begun with the item `first` (0: as it is). To be
 * freed; NULL: memory is out. */
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

static unsigned items(const char *list)
{
    unsigned count = 1;
    for (; *list != '\0'; list++)
        count += *list == ',';
    return count;
}

/* One port is that of all hosts. */
static bool is_list(const PQconninfoOption *option, unsigned hosts)
{
    return (strcmp(option->keyword, "host") == 0 || strcmp(option->keyword, "hostaddr") == 0 ||
            strcmp(option->keyword, "port") == 0) &&
           items(option->val) == hosts;
}

enum { OPTIONS_MAX = 64 };

/* The values are those of `options`, which may be replaced. */
static bool start_with(struct pg_link *link, PQconninfoOption *options)
{
    const char *keys[OPTIONS_MAX + 4] = {NULL}, *values[OPTIONS_MAX + 4] = {NULL};
    char *own[OPTIONS_MAX] = {NULL};
    unsigned count = 0;
    if (link->password != NULL)
        keys[count] = "password", values[count++] = link->password;
    keys[count] = "fallback_application_name", values[count++] = "talon";
    keys[count] = "client_encoding", values[count++] = "UTF8";
    for (unsigned i = 0; i < OPTIONS_MAX && options[i].keyword != NULL; i++) {
        if (options[i].val == NULL || strcmp(options[i].keyword, "client_encoding") == 0 ||
            (link->password != NULL && strcmp(options[i].keyword, "password") == 0))
            continue;
        if (is_list(&options[i], link->hosts))
            own[i] = begun_with(options[i].val, link->timeouts % link->hosts);
        keys[count] = options[i].keyword;
        values[count++] = own[i] != NULL ? own[i] : options[i].val;
    }
    link->conn = PQconnectStartParams(keys, values, 0);
    for (unsigned i = 0; i < OPTIONS_MAX; i++)
        free(own[i]);
    return link->conn != NULL;
}

static bool start(struct pg_link *link)
{
    PQconninfoOption *options = PQconninfoParse(link->address, NULL);
    bool started = options != NULL && start_with(link, options);
    PQconninfoFree(options);
    if (!started) {
        fail(link, NULL, "out of memory");
        return false;
    }
    PQsetNoticeReceiver(link->conn, ignore, NULL);
    return PQstatus(link->conn) != CONNECTION_BAD || lose_it(link);
}

static bool connect_once(struct pg_link *link)
{
    uint64_t deadline = deadline_in(link->patience);
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    link->failed = false;
    if (!start(link))
        return false;
    while (status != PGRES_POLLING_OK) {
        if (!wait_socket(link, status == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return give_up(link);
        status = PQconnectPoll(link->conn);
        if (status == PGRES_POLLING_FAILED && PQconnectionNeedsPassword(link->conn) != 0) {
            return lose(link, "the server wants a password: set database_password, or use a "
                              "password file of libpq");
        }
        if (status == PGRES_POLLING_FAILED)
            return lose_it(link);
    }
    if (PQsetnonblocking(link->conn, 1) != 0 || PQenterPipelineMode(link->conn) == 0)
        return lose_it(link);
    char session[sizeof(session_sql) + 16];
    snprintf(session, sizeof(session), session_sql, link->idle);
    if (pg_link_script(link, session))
        return true;
    pg_link_drop(link);
    return false;
}

bool pg_link_connect(struct pg_link *link)
{
    unsigned silent = 0;
    while (link->conn == NULL && silent < link->hosts) {
        unsigned before = link->timeouts;
        if (!connect_once(link) && link->timeouts == before)
            return false;
        silent++;
    }
    return link->conn != NULL;
}

/* -- of sql.h -- */

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

bool pg_link_execute(struct sql *sql, const char *text)
{
    struct pg_link *link = (struct pg_link *)sql;
    if (begins(text, "ROLLBACK"))
        return roll_back(link);
    if (!begins(text, "BEGIN"))
        return pg_link_send(link, text);
    /* Of a connection that lay idle only its use shows that it has broken. */
    for (unsigned tries = 0; tries < 2; tries++) {
        if (link->failed)
            roll_back(link);
        if (!pg_link_connect(link))
            return false;
        if (pg_link_send(link, text) && pg_link_wait(link))
            return true;
        if (link->conn != NULL)
            return false;
    }
    return false;
}

const char *pg_link_trouble(struct sql *sql)
{
    return ((struct pg_link *)sql)->why;
}

/* -- making -- */

static const char *option(const PQconninfoOption *options, const char *keyword)
{
    for (; options->keyword != NULL; options++) {
        if (strcmp(options->keyword, keyword) == 0)
            return options->val != NULL ? options->val : "";
    }
    return "";
}

/* What it is called in a log: where, and which database. */
static char *name_of(const PQconninfoOption *options)
{
    enum { NAME_MAX_BYTES = 200 };
    char *name = malloc(NAME_MAX_BYTES);
    const char *port = option(options, "port");
    if (name != NULL) {
        snprintf(name, NAME_MAX_BYTES, "postgresql://%s%s%s/%s", option(options, "host"),
                 *port != '\0' ? ":" : "", port, option(options, "dbname"));
    }
    return name;
}

static bool make_wake(struct pg_link *link)
{
    if (pipe(link->wake) != 0) {
        link->wake[0] = link->wake[1] = -1;
        return false;
    }
    return fcntl(link->wake[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(link->wake[1], F_SETFD, FD_CLOEXEC) == 0;
}

bool pg_link_init(struct pg_link *link, const char *address, char *why, size_t why_size)
{
    char *trouble = NULL;
    *link = (struct pg_link){.sql = {&pg_sql},
                             .address = address,
                             .patience = PG_PATIENCE_MS,
                             .idle = PG_IDLE_MS,
                             .session = 1,
                             .wake = {-1, -1}};
    uv_random(NULL, NULL, &link->own, sizeof(link->own), 0, NULL);
    PQconninfoOption *options = PQconninfoParse(address, &trouble);
    if (options == NULL) { /* the address itself may hold a password: it is not repeated */
        if (why != NULL && why_size > 0)
            snprintf(why, why_size, "this is not the address of a PostgreSQL server");
        PQfreemem(trouble);
        return false;
    }
    link->name = name_of(options);
    link->hosts = items(*option(options, "hostaddr") != '\0' ? option(options, "hostaddr")
                                                             : option(options, "host"));
    PQconninfoFree(options);
    if (link->name != NULL && make_wake(link))
        return true;
    if (why != NULL && why_size > 0) {
        snprintf(why, why_size, "%s: %s", link->name != NULL ? link->name : "postgresql",
                 strerror(errno));
    }
    pg_link_finish(link);
    return false;
}

void pg_link_finish(struct pg_link *link)
{
    pg_link_drop(link);
    for (int i = 0; i < 2; i++) {
        if (link->wake[i] >= 0)
            close(link->wake[i]);
    }
    free(link->name);
    link->name = NULL;
}

void pg_link_interrupt(struct pg_link *link)
{
    while (write(link->wake[1], "", 1) < 0 && errno == EINTR)
        continue;
}
