/* database_fixture.h: store_fixture.h for a store with a database, with what other programs may do
 * to that. raw() and raw_number() also work on a server. */
#ifndef TALON_TESTS_STORAGE_DATABASE_FIXTURE_H
#define TALON_TESTS_STORAGE_DATABASE_FIXTURE_H

#include <fcntl.h>
#include <time.h>

#include <sqlite3.h>

#include "storage/check/prove.h"
#include "storage/sqlite/sqlite.h"
#include "storage/sqlite/sqlite_base.h"
#include "store_fixture.h"
#include "tests/storage/journal_sql.h"

static inline int setup(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, SQLITE);
    return 0;
}

static inline void close_store(struct fixture *f)
{
    assert_true(store_close(f->store));
    f->store = NULL;
}

/* Another program's connection. */
static inline sqlite3 *open_raw(const struct fixture *f)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    return db;
}

static inline void raw(const struct fixture *f, const char *sql)
{
#ifdef TALON_POSTGRESQL
    if (f->kind == POSTGRESQL) {
        pg_server_run(f->address, sql);
        return;
    }
#endif
    sqlite3 *db = open_raw(f);
    journal_sql_run(db, sql);
    sqlite3_close(db);
}

static inline int64_t raw_number(const struct fixture *f, const char *sql)
{
#ifdef TALON_POSTGRESQL
    if (f->kind == POSTGRESQL)
        return pg_server_number(f->address, sql);
#endif
    sqlite3 *db = open_raw(f);
    int64_t number = journal_sql_number(db, sql);
    sqlite3_close(db);
    return number;
}

static inline void write_file(const struct fixture *f, long offset, const void *bytes, size_t size)
{
    int fd = open(f->path, O_RDWR | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, size, offset), size);
    close(fd);
}

static inline void expect_refused(struct fixture *f, enum store_error error, const char *why)
{
    assert_int_equal(try_open(f), error);
    assert_null(f->store);
    if (!strstr(f->why.text, why))
        fail_msg("\"%s\" is not in \"%s\"", why, f->why.text);
    assert_null(strchr(f->why.text, '\n')); /* one clear line */
}

/* Fills enough pages that damage can be anywhere. */
static inline void fill(struct fixture *f, int64_t rounds)
{
    struct store_result results[] = {a_result(0, "alice", "Alice", 1, true),
                                     a_result(1, "bob", "Bob", 0, false)};
    for (int64_t id = 1; id <= rounds; id++)
        play(f, id, "#cards", noon, true, results, 2);
    struct store_round running = a_round(rounds + 1);
    store_begin_round(f->store, &running);
    append(f, rounds + 1, 1, 500);
    commit(f);
}

/* Waits until the database has been read, and says what is known of it. */
static inline enum store_whole wait_known(struct fixture *f)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    while (store_whole(f->store) == STORE_READ)
        nanosleep(&pause, NULL);
    return store_whole(f->store);
}

/* -- what is kept of a round -- */

struct proven {
    unsigned count, calls;
    bool ended;
    char outcome[16];
};

static inline void on_proof(void *arg, const struct store_proof *proof)
{
    struct proven *p = arg;
    struct store_round same = a_round(proof->round.id);
    assert_string_equal(proof->round.setup, same.setup);
    assert_memory_equal(proof->round.secret, same.secret, sizeof(same.secret));
    assert_memory_equal(proof->round.commitment, same.commitment, sizeof(same.commitment));
    assert_true(proof->round.deal_hash == same.deal_hash);
    p->calls++;
    p->count = proof->action_count;
    p->ended = proof->ended;
    snprintf(p->outcome, sizeof(p->outcome), "%s", proof->outcome ? proof->outcome : "-");
    for (unsigned i = 0; i < proof->action_count; i++) {
        char text[16];
        struct store_action action = an_action(same.id, i + 1, text);
        assert_string_equal(proof->actions[i].text, action.text);
        assert_int_equal(proof->actions[i].seq, i + 1);
        assert_int_equal(proof->actions[i].round, same.id);
        assert_int_equal(proof->actions[i].at, action.at);
        assert_true(proof->actions[i].hash == action.hash);
    }
}

static inline enum store_error prove(struct fixture *f, int64_t round, struct proven *p)
{
    memset(p, 0, sizeof(*p));
    return store_prove(f->path, round, on_proof, p, &f->why);
}

/* Ends a round that nobody won, and waits until that is durable. */
static inline void end(struct fixture *f, int64_t round)
{
    store_end_round(f->store, &(struct store_round_end){
                                  .round = round, .ended_at = noon, .outcome = "stopped"});
    commit(f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
