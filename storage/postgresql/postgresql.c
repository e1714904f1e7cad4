#include "postgresql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "base/private.h"
#include "base/settings.h"
#include "pg_fleet.h"
#include "pg_journal.h"
#include "pg_ledger.h"
#include "pg_letters.h"
#include "pg_migrate.h"
#include "pg_persons.h"
#include "pg_store.h"
#include "storage/progress.h"
#include "storage/sql/sql_apply.h"
#include "storage/sql/sql_impl.h"

/* If other processes were in the way, apply() tries a batch again: at most TRIES times, with pauses
 * of at most REST_MAX ms. */
enum { TRIES = 10, REST_MAX = 32 };

/* After a passing error we try to start again, for START_PATIENCES times `patience`. The pauses
 * between two tries grow from the first to the longest. */
enum { START_PATIENCES = 2, START_REST_MS = 50, START_REST_MAX_MS = 800 };

/* -- writing -- */

static bool begin(struct sql_store *sq, uint64_t batch, unsigned count)
{
    struct pg_store *pg = (struct pg_store *)sq;
    return pg_conn_send(&pg->writes, "BEGIN") && ledger_fence(&pg->ledger, batch, count);
}

static bool commit(struct sql_store *sq)
{
    struct pg_store *pg = (struct pg_store *)sq;
    return pg_journal_send(pg) && pg_conn_commit(&pg->writes);
}

/* A lone process has nobody to wait for. */
static bool lock(struct sql_store *sq, const struct batch *first, unsigned count)
{
    struct pg_store *pg = (struct pg_store *)sq;
    return pg->ledger.alone || pg_persons_lock(pg, first, count);
}

static enum apply put_off(struct pg_store *pg, struct fault *why)
{
    struct pg_conn *conn = &pg->writes;
    bool refused = conn->failed && ledger_refused(&pg->ledger);
    bool never = conn->failed && conn->outcome == PG_NEVER;
    fault_set(why, "%s: %s", pg->sql.path,
              refused        ? "another talon has taken the place of this one"
              : conn->failed ? conn->why
                             : "out of memory");
    sql_reset_all(&pg->sql);
    pg_journal_forget(pg);
    sql_execute(&conn->sql, "ROLLBACK");
    if (conn->pq == NULL)
        return APPLY_LATER;
    return refused ? APPLY_TAKEN : never ? APPLY_NEVER : APPLY_LATER;
}

/* The database has lost a batch that was announced as durable. Gives up the process: a restart goes
 * on from what the database has. */
static enum apply refuse_behind(struct pg_store *pg, struct fault *why)
{
    fault_set(why, "%s: the database has lost changes that it had acknowledged", pg->sql.path);
    return APPLY_NEVER;
}

/* Whether a retry at once may work. The server let others go first (40001, 40P01) or lost a
 * prepared statement. A round ended that another process had played meanwhile (23514, W_ROUND_END).
 * What this process remembers was out of date (2201E, W_IDENTITY_SEEN; 23514 and 23503 for scopes).
 * Or two processes made rows of the same new person at the same moment, or one
 * linked a person while the other wrote. At the retry that is over. */
static bool may_pass(const struct pg_store *pg)
{
    const struct pg_conn *conn = &pg->writes;
    if (!conn->failed)
        return false;
    if (strncmp(conn->state, "40", 2) == 0 || conn->outcome == PG_ANEW)
        return conn->outcome != PG_LOST;
    return strcmp(conn->state, "23514") == 0 || strcmp(conn->state, "2201E") == 0 ||
           (!pg->ledger.alone &&
            (strcmp(conn->state, "23505") == 0 || strcmp(conn->state, "23503") == 0));
}

static enum apply try_batches(struct pg_store *pg, const struct batch *first, unsigned count,
                              struct fault *why, bool *again)
{
    uint64_t durable = pg->sql.written;
    enum found found = ledger_settle(&pg->ledger, &durable);
    *again = false;
    if (found == NONE || durable < pg->sql.written)
        return refuse_behind(pg, why);
    pg->sql.written = durable;
    if (found == FOUND && sql_write_group(&pg->sql, first, count))
        return APPLY_DONE;
    *again = may_pass(pg);
    return put_off(pg, why);
}

static enum apply apply(struct store *store, const struct batch *first, unsigned count,
                        struct fault *why)
{
    struct pg_store *pg = (struct pg_store *)store;
    for (unsigned tries = 1, rest = 1;; tries++, rest = rest < REST_MAX ? 2 * rest : rest) {
        bool again;
        enum apply applied = try_batches(pg, first, count, why, &again);
        if (!again || tries == TRIES)
            return applied;
        uv_sleep(rest);
    }
}

static bool give(struct sql_store *sq, const struct give_op *give)
{
    return ledger_give(&((struct pg_store *)sq)->ledger, give);
}

static bool forget_begin(struct sql_store *sq)
{
    (void)sq;
    return true;
}

static void forget_end(struct sql_store *sq, bool good)
{
    (void)sq, (void)good;
}

/* Numbers of tables and rounds are never used twice: the counter keeps the highest one. */
#define COUNTED(name)                                                                              \
    "WITH c AS (UPDATE counter SET last = ?1 WHERE name = '" name "' AND last < ?1) "

/* Notes a changed setting for other processes to read (pg_keeper.h). Not those of adapters
 * ("network:..."): only the next holder of the network needs them, and it reads them then. */
#define CHANGED(value, process)                                                                    \
    "WITH c AS (INSERT INTO setting_change (scope, key, value, process, at) SELECT "               \
    "CAST(?1 AS TEXT), CAST(?2 AS TEXT), " value ", CAST(" process " AS TEXT)"                     \
    ", CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"                               \
    " WHERE CAST(?1 AS TEXT) NOT LIKE 'network:%' ON CONFLICT (scope, key)"                        \
    " DO UPDATE SET value = excluded.value, process = excluded.process, at = excluded.at) "

static const char *const write_sql[WRITE_STMTS] = {
    /* If the table belongs to another network, the CASE gives NULL, and the row is refused. */
    [W_TABLE] = COUNTED("game_table") "INSERT INTO game_table (id, network, channel, state)"
                                      " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET"
                                      " network = CASE WHEN game_table.network = ?2 THEN ?2 END,"
                                      " channel = ?3, state = ?4",
    [W_ROUND] = COUNTED("round") "INSERT INTO round (" SQL_ROUND_COLUMNS ")"
                                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    /* If the round has ended, the journal does not have ?6 actions, or ?7 is not the scope of its
     * channel, the CASE gives NULL, and the row is refused. */
    [W_ROUND_END] = "UPDATE round SET ended_at = ?2, outcome = ?3, counts = ?4, archive = CASE"
                    " WHEN ended_at IS NULL"
                    " AND (SELECT count(*) FROM journal WHERE round = ?1) = ?6"
                    " AND EXISTS (SELECT 1 FROM scope s WHERE s.id = ?7 AND s.kind = 0"
                    " AND s.network = round.network AND s.channel = round.channel)"
                    " THEN CAST(?5 AS BYTEA) END WHERE id = ?1",
    /* ?6 is not negative: this process remembers the identity with so many rounds, as the only one
     * of the person ?5 (sql_known.h). If another process has changed that meanwhile, the logarithm
     * of 0 is an error. */
    [W_IDENTITY_SEEN] =
        "WITH v (id, at, mark, rounds, person, known, network, account, nick, verified) AS"
        " (VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)) UPDATE identity SET seen_at = v.at,"
        " rounds = identity.rounds + v.rounds + CASE WHEN v.known < 0"
        " OR (identity.rounds = v.known AND identity.person = v.person"
        " AND NOT EXISTS (SELECT 1 FROM identity j WHERE j.person = v.person AND j.id <> v.id)"
        " AND NOT EXISTS (SELECT 1 FROM person p WHERE p.id = v.person AND p.named = 1"
        " AND p.name = '') AND v.id = coalesce((SELECT q.id FROM identity q"
        " WHERE q.network = v.network AND q.account = v.nick AND q.verified = v.verified),"
        " (SELECT q.id FROM identity q WHERE q.network = v.network AND q.account = v.account"
        " AND q.verified = v.verified))) THEN 0"
        " ELSE CAST(ln(CAST(v.known - v.known AS DOUBLE PRECISION)) AS BIGINT) END,"
        " mark = CASE WHEN identity.mark = v.mark THEN v.mark ELSE '' END FROM v"
        " WHERE identity.id = v.id",
    [W_SETTING] = CHANGED("CAST(?3 AS TEXT)", "?4") "INSERT INTO setting (scope, key, value)"
                                                    " VALUES (?1, ?2, ?3) ON CONFLICT (scope, key)"
                                                    " DO UPDATE SET value = excluded.value",
    [W_SETTING_CLEAR] =
        CHANGED("CAST(NULL AS TEXT)", "?3") "DELETE FROM setting WHERE scope = ?1 AND key = ?2",
};

static const struct sql_kind pg_kind = {
    .write_sql = write_sql,
    .begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .last_table = "SELECT last FROM counter WHERE name = 'game_table'",
    .last_round = "SELECT last FROM counter WHERE name = 'round'",
    .begin = begin,
    .commit = commit,
    .lock = lock,
    .packs = true,
    .append = pg_journal_append,
    .has = pg_journal_has,
    .expect = pg_journal_expect,
    .pack = pg_journal_pack,
    .drop = pg_journal_drop,
    .actions_open = pg_journal_open,
    .actions_of = pg_journal_actions,
    .actions_close = pg_journal_close,
    .give = give,
    .letter = pg_letters_write,
    .forget_begin = forget_begin,
    .forget_end = forget_end,
};

/* -- opening and closing -- */

static void close_all(struct pg_store *pg)
{
    sql_finalize_all(&pg->sql);
    pg_journal_finish(pg);
    ledger_finish(&pg->ledger);
    keeper_finish(&pg->keeper);
    pg_conn_finish(&pg->reads);
    pg_conn_finish(&pg->writes);
    archive_finish(&pg->sql.archive);
    free(pg->address);
    if (pg->password != NULL)
        private_wipe(pg->password, strlen(pg->password));
    free(pg->password);
    free(pg);
}

static void interrupt(struct store *store)
{
    struct pg_store *pg = (struct pg_store *)store;
    atomic_store(&pg->sql.interrupted, true);
    pg_conn_interrupt(&pg->reads);
}

static void destroy(struct store *store)
{
    struct pg_store *pg = (struct pg_store *)store;
    keeper_stop(&pg->keeper);
    if (store->posted) /* the keeper posted it after the writer thread had ended, so nothing else
                          removes it */
        loop_unpost(store->loop, &store->post);
    ledger_leave(&pg->ledger, &store->leases);
    store_finish(store);
    close_all(pg);
}

/* -- leases -- */

static void wake(struct store *store)
{
    keeper_wake(&((struct pg_store *)store)->keeper);
}

static bool is_shared(const struct store *store)
{
    return !((const struct pg_store *)store)->ledger.alone;
}

static const struct lease_impl pg_leases = {wake, pg_fleet_list, is_shared, pg_fleet_turn};

static const struct store_impl pg_impl = {
    SQL_IMPL, .apply = apply, .leases = &pg_leases, .interrupt = interrupt, .destroy = destroy,
};

static enum store_error refuse_server(const struct pg_store *pg, enum store_error error,
                                      const char *what, struct fault *why)
{
    fault_set(why, "%s: %s", pg->writes.name, what);
    return error;
}

/* Makes the process a member. If others are in the way, tries for the life of a lease, because one
 * that has died runs out by then. */
static enum store_error enter_fleet(struct pg_store *pg, struct fault *why)
{
    static const struct timespec pause = {.tv_nsec = 50000000};
    uint64_t until = uv_hrtime() + (pg->ledger.life + UINT64_C(1000)) * 1000000;
    enum found found = ledger_enter(&pg->ledger);
    while (found == NONE && uv_hrtime() < until) {
        nanosleep(&pause, NULL);
        ledger_unstick(&pg->ledger);
        found = ledger_enter(&pg->ledger);
    }
    return found == FOUND  ? STORE_OK
           : found == NONE ? refuse_server(pg, STORE_LOCKED, "another talon is using it", why)
                           : refuse_server(pg, STORE_FAILED, pg->writes.why, why);
}

static bool prepare(struct pg_store *pg)
{
    return sql_prepare_writer(&pg->sql) && sql_prepare_reader(&pg->sql) && pg_journal_init(pg) &&
           sql_bind_text(pg->sql.write[W_SETTING], 4, pg->ledger.process) &&
           sql_bind_text(pg->sql.write[W_SETTING_CLEAR], 3, pg->ledger.process);
}

/* Only UTF8 has room for all languages that people write in. With another encoding the server would
 * refuse their texts in the middle of play. */
static bool is_for_all_letters(const struct pg_store *pg, struct fault *why)
{
    const char *encoding = PQparameterStatus(pg->writes.pq, "server_encoding");
    if (encoding == NULL || strcmp(encoding, "UTF8") == 0)
        return true;
    char what[160];
    snprintf(what, sizeof(what),
             "its encoding is %s, but must be UTF8: create it again (createdb --encoding=UTF8 "
             "--locale=C --template=template0)",
             encoding);
    refuse_server(pg, STORE_FAILED, what, why);
    return false;
}

#define POOLER                                                                                     \
    "a pooler stands before the server: it must keep a session for each connection (pgbouncer:"    \
    " pool_mode = session), else moves take longer, questions fail now and then, and a process"    \
    " that hangs keeps others waiting; better give the server's own address"

/* Warns if a pooler stands before the server. Then the process number that libpq was given is not
 * that of the process that answers our queries. */
static void warn_of_pooler(struct pg_store *pg)
{
    struct pg_conn *conn = &pg->reads;
    int64_t process = 0;
    if (sql_execute(&conn->sql, "BEGIN") &&
        sql_number(&conn->sql, "SELECT pg_backend_pid()", &process) &&
        process != PQbackendPID(conn->pq))
        log_warn(pg->sql.log, "%s: " POOLER, conn->name);
    sql_execute(&conn->sql, "ROLLBACK");
}

static enum store_error reach_server(struct pg_store *pg, struct pg_conn *conn, struct fault *why)
{
    return pg_conn_connect(conn) ? STORE_OK : refuse_server(pg, STORE_CANNOT_OPEN, conn->why, why);
}

/* One try of the start. May be repeated: each step does nothing if an earlier try has done it. */
static enum store_error come_in(struct pg_store *pg, struct pg_conn **conn, struct fault *why)
{
    *conn = &pg->writes;
    sql_execute(&pg->writes.sql, "ROLLBACK"); /* an earlier try may have left something */
    enum store_error error = reach_server(pg, *conn, why);
    if (error == STORE_OK)
        error = pg_migrate(*conn, pg_migrations, pg_migration_count, why);
    if (error == STORE_OK)
        error = enter_fleet(pg, why);
    if (error != STORE_OK)
        return error;
    *conn = &pg->reads;
    return reach_server(pg, *conn, why);
}

static enum store_error open_all(struct pg_store *pg, struct fault *why)
{
    /* No retries yet: if there is no server, or it refuses the login, the user hears it at once. */
    enum store_error error = reach_server(pg, &pg->writes, why);
    if (error != STORE_OK)
        return error;
    if (!is_for_all_letters(pg, why))
        return STORE_FAILED;
    uint64_t until = uv_hrtime() + START_PATIENCES * UINT64_C(1000000) * pg->writes.patience;
    struct pg_conn *conn = NULL;
    unsigned rest = START_REST_MS;
    while ((error = come_in(pg, &conn, why)) == STORE_FAILED || error == STORE_CANNOT_OPEN) {
        if (!pg_outcome_passes(conn->state) || uv_hrtime() > until)
            return error;
        log_warn(pg->sql.log, "%s: trying the start again: %s", conn->name, conn->why);
        uv_sleep(rest);
        rest = rest < START_REST_MAX_MS ? 2 * rest : rest;
        if (why != NULL)
            why->text[0] = '\0';
    }
    if (error == STORE_OK && !prepare(pg))
        error = refuse_server(pg, STORE_NO_MEMORY, "out of memory", why);
    if (error == STORE_OK)
        warn_of_pooler(pg);
    return error;
}

/* Sets how long a lease lives, and how long a transaction may stand still: only a third of a life,
 * because a process that stops inside one keeps its locks meanwhile. */
static void init_lives(struct pg_store *pg, const struct postgresql_setup *setup)
{
    unsigned life = setup->alone ? ALONE_LIFE_MS : LEASE_LIFE_MS;
    unsigned renew = setup->alone ? ALONE_RENEW_MS : LEASE_RENEW_MS;
    life = setup->lease_life != 0 ? setup->lease_life : life;
    renew = setup->lease_renew != 0 ? setup->lease_renew : renew;
    pg->ledger = (struct ledger){
        .conn = &pg->writes, .life = life, .alone = setup->alone, .name = pg->process};
    pg->keeper.life = life;
    pg->keeper.renew = renew < life / 3 ? renew : life / 3;
    pg->keeper.alone = setup->alone;
    pg->keeper.process = pg->ledger.process;
    if (!setup->alone)
        pg->writes.idle = life / 3;
}

/* Sets up what needs no server. */
static enum store_error init_store(struct pg_store *pg, const struct postgresql_setup *setup,
                                   struct fault *why)
{
    pg->sql.kind = &pg_kind;
    pg->sql.log = setup->log;
    pg->sql.base.crashes.fd = -1;
    atomic_init(&pg->sql.interrupted, false);
    pg->address = strdup(setup->address);
    pg->password = setup->password != NULL ? strdup(setup->password) : NULL;
    if (pg->address == NULL || (setup->password != NULL && pg->password == NULL))
        return STORE_NO_MEMORY;
    if (!pg_conn_init(&pg->writes, pg->address, why) || !pg_conn_init(&pg->reads, pg->address, why))
        return STORE_CANNOT_OPEN;
    pg->writes.patience = pg->reads.patience =
        setup->patience != 0 ? setup->patience : PG_PATIENCE_MS;
    pg->writes.generic = true;
    pg->sql.path = pg->writes.name;
    pg->sql.writer = &pg->writes.sql;
    pg->sql.reader = &pg->reads.sql;
    snprintf(pg->process, sizeof(pg->process), "%s", setup->process != NULL ? setup->process : "");
    init_lives(pg, setup);
    if (!keeper_init(&pg->keeper, pg->address, pg->writes.patience, why))
        return STORE_CANNOT_OPEN;
    pg->writes.password = pg->reads.password = pg->keeper.conn.password = pg->password;
    return ledger_init(&pg->ledger) ? STORE_OK
                                    : refuse_server(pg, STORE_NO_MEMORY, "out of memory", why);
}

enum store_error store_open_postgresql(struct store **store, const struct postgresql_setup *setup,
                                       struct fault *why)
{
    *store = NULL;
    struct pg_store *pg = calloc(1, sizeof(*pg));
    if (pg == NULL)
        return STORE_NO_MEMORY;
    pg->writes.wake[0] = pg->writes.wake[1] = pg->reads.wake[0] = pg->reads.wake[1] = -1;
    pg->keeper.conn.wake[0] = pg->keeper.conn.wake[1] = -1;
    progress_begin();
    enum store_error error = init_store(pg, setup, why);
    if (error == STORE_OK)
        error = open_all(pg, why);
    progress_end();
    if (error == STORE_OK &&
        !store_init(&pg->sql.base, &pg_impl, setup->timezone_minutes, setup->loop, setup->log))
        error = refuse_server(pg, STORE_NO_MEMORY, "no thread for the writer", why);
    else if (error == STORE_OK && !keeper_start(&pg->keeper, &pg->sql.base, pg->ledger.entered)) {
        store_close(&pg->sql.base);
        return refuse_server(pg, STORE_NO_MEMORY, "no thread for its leases", why);
    }
    if (error != STORE_OK) {
        ledger_leave(&pg->ledger, NULL);
        close_all(pg);
        return error;
    }
    atomic_store(&pg->sql.base.folding, true);
    *store = &pg->sql.base;
    return STORE_OK;
}

/* -- addresses -- */

static bool has_password(const PQconninfoOption *options)
{
    for (; options->keyword != NULL; options++) {
        if (strcmp(options->keyword, "password") == 0 && options->val != NULL)
            return *options->val != '\0';
    }
    return false;
}

/* The value of an option in the address; NULL: none. */
static const char *value_of(const PQconninfoOption *options, const char *keyword)
{
    while (options->keyword != NULL && strcmp(options->keyword, keyword) != 0)
        options++;
    return options->keyword != NULL && options->val != NULL && *options->val != '\0' ? options->val
                                                                                     : NULL;
}

static bool is_one_of(const char *value, const char *const *values)
{
    while (*values != NULL && strcmp(*values, value) != 0)
        values++;
    return *values != NULL;
}

/* Whether there is a file where libpq looks for certificate authorities if the address names
 * none. */
static bool has_usual_authorities(void)
{
    char path[4096];
    struct fault why = {0};
    const char *named = getenv("PGSSLROOTCERT");
    const char *home = getenv("HOME");
    snprintf(path, sizeof(path), "%s/.postgresql/root.crt", home != NULL ? home : "");
    return (named != NULL && *named != '\0') || settings_file(path, &why);
}

/* Finds errors in the TLS options that libpq would find only when it connects. Returns what is
 * wrong, or NULL. */
static const char *refused_tls(const PQconninfoOption *options)
{
    static const char *const modes[] = {"disable",   "allow",       "prefer", "require",
                                        "verify-ca", "verify-full", NULL};
    struct fault why = {0};
    const char *mode = value_of(options, "sslmode");
    const char *authorities = value_of(options, "sslrootcert");
    bool verifies = mode != NULL && strncmp(mode, "verify-", 7) == 0;
    if (mode != NULL && !is_one_of(mode, modes))
        return "sslmode must be disable, allow, prefer, require, verify-ca or verify-full";
    if (authorities != NULL && strcmp(authorities, "system") != 0 &&
        !settings_file(authorities, &why)) {
        return "cannot read the file of sslrootcert: give the path of the certificates of the "
               "authorities";
    }
    if (verifies && authorities == NULL && !has_usual_authorities()) {
        return "sslmode verifies the server, but no authorities are given: add &sslrootcert=/PATH, "
               "such as /etc/ssl/certs/ca-certificates.crt";
    }
    return NULL;
}

const char *store_postgresql_refused(const char *address)
{
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    const char *refused = options == NULL ? "this is not the address of a PostgreSQL server"
                          : has_password(options)
                              ? "it contains the password: put the password into a file, and the "
                                "file's name into database_password"
                              : refused_tls(options);
    PQconninfoFree(options);
    return refused;
}

bool store_postgresql_name(const char *address, char *name, size_t size)
{
    struct pg_conn conn;
    if (!pg_conn_init(&conn, address, NULL))
        return false;
    snprintf(name, size, "%s", conn.name);
    pg_conn_finish(&conn);
    return true;
}
