#include "raw.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>

#include "base/array.h"

static bool run(sqlite3 *db, const char *sql)
{
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why) == SQLITE_OK)
        return true;
    fprintf(stderr, "raw: %s: %s\n", sql, why != NULL ? why : "?");
    sqlite3_free(why);
    return false;
}

enum { TABLES = 64, ACTIONS = 58 };

/* The next action of so many tables that play in turns, each for so many actions. */
static bool insert(sqlite3_stmt *stmt, unsigned long count, unsigned tables, unsigned actions)
{
    sqlite3_int64 row = (sqlite3_int64)count;
    sqlite3_bind_int64(stmt, 1, row % tables + row / ((sqlite3_int64)tables * actions) * tables);
    sqlite3_bind_int64(stmt, 2, row / tables % actions);
    sqlite3_bind_int64(stmt, 3, 1700000000000 + row);
    sqlite3_bind_text(stmt, 4, "P3 play R5", -1, SQLITE_STATIC);
    uint64_t hash = (uint64_t)count * UINT64_C(0x9e3779b97f4a7c15);
    sqlite3_bind_int64(stmt, 5, (sqlite3_int64)hash);
    sqlite3_bind_int64(stmt, 6, row > tables ? row - tables : 0);
    bool done = sqlite3_step(stmt) == SQLITE_DONE;
    return sqlite3_reset(stmt) == SQLITE_OK && done;
}

static bool commit_group(sqlite3 *db, sqlite3_stmt *stmt, unsigned long from, unsigned group)
{
    if (!run(db, "BEGIN IMMEDIATE"))
        return false;
    for (unsigned i = 0; i < group; i++) {
        if (!insert(stmt, from + i, TABLES, ACTIONS))
            return false;
    }
    return run(db, "COMMIT");
}

static const char journal_sql[] =
    "CREATE TABLE journal (id INTEGER PRIMARY KEY, before INTEGER NOT NULL, round INTEGER NOT NULL,"
    " seq INTEGER NOT NULL, at INTEGER NOT NULL, action TEXT NOT NULL, hash INTEGER NOT NULL)"
    " STRICT";
static const char insert_sql[] = "INSERT INTO journal (before, round, seq, at, action, hash)"
                                 " VALUES (?6, ?1, ?2, ?3, ?4, ?5)";

double raw_insert(const char *path, unsigned long rows, unsigned group, struct samples *commits)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    double took = 0;
    bool good = sqlite3_open(path, &db) == SQLITE_OK &&
                run(db, "PRAGMA page_size = 512; PRAGMA journal_mode = WAL;"
                        "PRAGMA wal_autocheckpoint = 8192; PRAGMA synchronous = FULL;") &&
                run(db, journal_sql) &&
                sqlite3_prepare_v2(db, insert_sql, -1, &stmt, NULL) == SQLITE_OK;
    double start = measure_now();
    for (unsigned long row = 0; good && row < rows; row += group) {
        double before = measure_now();
        good = commit_group(db, stmt, row, group);
        if (commits != NULL)
            samples_add(commits, measure_now() - before);
    }
    if (good)
        took = measure_now() - start;
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return took;
}

static bool scan(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
    size_t bytes = 0;
    if (code == SQLITE_OK) {
        while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
            for (int i = 0; i < sqlite3_column_count(stmt); i++) {
                bytes += sqlite3_column_type(stmt, i) == SQLITE_INTEGER
                             ? (size_t)sqlite3_column_int64(stmt, i) & 1
                             : (size_t)sqlite3_column_bytes(stmt, i);
            }
        }
    }
    if (code != SQLITE_DONE)
        fprintf(stderr, "raw: %s: %s\n", sql, sqlite3_errmsg(db));
    sqlite3_finalize(stmt);
    return code == SQLITE_DONE && bytes > 0;
}

double raw_scan(const char *path)
{
    sqlite3 *db = NULL;
    double start = measure_now();
    bool good =
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        scan(db, "SELECT * FROM game_table ORDER BY id") &&
        scan(db, "SELECT * FROM round WHERE ended_at IS NULL ORDER BY id") &&
        scan(db, "SELECT * FROM journal ORDER BY round, seq");
    double took = measure_now() - start;
    sqlite3_close(db);
    return good ? took : 0;
}

static bool copy_tables(sqlite3 *db, const char *talon)
{
    char *sql = sqlite3_mprintf("PRAGMA page_size = 512; ATTACH %Q AS talon;"
                                "CREATE TABLE game_table AS SELECT * FROM talon.game_table;"
                                "CREATE TABLE round AS SELECT * FROM talon.round;"
                                "DETACH talon; BEGIN",
                                talon);
    bool good = sql != NULL && run(db, sql);
    sqlite3_free(sql);
    return good;
}

bool raw_copy(const char *path, const char *talon, unsigned tables, unsigned actions)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_open(path, &db) == SQLITE_OK && copy_tables(db, talon) &&
                run(db, journal_sql) &&
                sqlite3_prepare_v2(db, insert_sql, -1, &stmt, NULL) == SQLITE_OK;
    for (unsigned long row = 0; good && row < (unsigned long)tables * actions; row++)
        good = insert(stmt, row, tables, actions);
    good = good && run(db, "COMMIT");
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return good;
}

/* Ten rounds an hour in each of 20 channels, by four of 20,000 people, on one network. */
static const char *const fill_sql[] = {
    "CREATE TEMP TABLE of (id INTEGER PRIMARY KEY, channel, at)",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
    " INSERT INTO temp.of SELECT i, i % 20, 1700000000000 + i * 18000 FROM n",
    "INSERT INTO round SELECT id, 1, 'net', '#room' || channel, 'classic',"
    " hex(randomblob(515)), 1, at, randomblob(32), randomblob(32), random(), at + 300000, 'won', 1,"
    " randomblob(457) FROM temp.of",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
    " INSERT INTO person (id, name, name_key, verified) SELECT i, 'Person' || i, 'person' || i, 1"
    " FROM n",
    "INSERT INTO identity (id, network, account, verified, person, account_key, name_key, seen_at,"
    " mark, name, rounds) SELECT id, 'net', name_key, 1, id, name_key, name_key, 1700000000000, '',"
    " name, 0 FROM person",
    "INSERT INTO result (round, seat, identity, points, won, match_over, match_won, place, person)"
    " SELECT o.id, s.value, 1 + (o.id * 7919 + s.value * 4999) % 20000,"
    " iif(s.value = 0, 90, 0), s.value = 0, 0, 0, iif(s.value = 0, 1, 2),"
    " 1 + (o.id * 7919 + s.value * 4999) % 20000 FROM temp.of o, json_each('[0, 1, 2, 3]') s",
    "INSERT INTO rated (round, season) SELECT id, 8104 FROM temp.of ORDER BY id",
    "UPDATE identity SET rounds = (SELECT count(*) FROM result WHERE identity = identity.id)",
    "INSERT INTO scope SELECT i + 1, 0, 'net', '#room' || i FROM"
    " (SELECT DISTINCT channel AS i FROM temp.of) ORDER BY i",
    "INSERT INTO scope VALUES (101, 1, 'net', ''), (102, 2, '', '')",
    "INSERT INTO score SELECT scope, 4, 0, identity, count(*), sum(won), 0, 0, sum(points)"
    " FROM (SELECT iif(k.value = 0, o.channel + 1, 100 + k.value) AS scope, r.identity, r.won,"
    " r.points FROM temp.of o JOIN result r ON r.round = o.id, json_each('[0, 1, 2]') k)"
    " GROUP BY 1, 4",
};

static bool fill(sqlite3 *db, const char *sql, unsigned rounds)
{
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK &&
                (sqlite3_bind_parameter_count(stmt) == 0 ||
                 sqlite3_bind_int64(stmt, 1, rounds) == SQLITE_OK) &&
                sqlite3_step(stmt) == SQLITE_DONE;
    if (!good)
        fprintf(stderr, "raw: %s: %s\n", sql, sqlite3_errmsg(db));
    sqlite3_finalize(stmt);
    return good;
}

bool raw_fill(const char *path, unsigned rounds)
{
    sqlite3 *db = NULL;
    bool good = sqlite3_open(path, &db) == SQLITE_OK &&
                run(db, "PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
                        "PRAGMA cache_size = -200000; BEGIN");
    for (size_t i = 0; good && i < ARRAY_SIZE(fill_sql); i++)
        good = fill(db, fill_sql[i], rounds);
    good = good && run(db, "COMMIT");
    sqlite3_close(db);
    return good;
}
