/* fixture_sqlite.h: the same with a database, and what others can do to it. */
#ifndef TALON_TESTS_STORAGE_FIXTURE_SQLITE_H
#define TALON_TESTS_STORAGE_FIXTURE_SQLITE_H

#include <fcntl.h>

#include <sqlite3.h>

#include "fixture.h"
#include "storage/sqlite.h"
#include "storage/sqlite_base.h"

static inline int setup(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, true);
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
    sqlite3 *db = open_raw(f);
    char *error = NULL;
    sqlite3_exec(db, sql, NULL, NULL, &error);
    if (error)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

static inline int64_t raw_number(const struct fixture *f, const char *sql)
{
    sqlite3 *db = open_raw(f);
    int64_t number;
    assert_true(sqlite_number(db, sql, &number));
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
    if (!strstr(f->why, why))
        fail_msg("\"%s\" is not in \"%s\"", why, f->why);
    assert_null(strchr(f->why, '\n')); /* one clear line */
}

/* Enough pages that damage can be anywhere. */
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
