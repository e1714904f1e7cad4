/* Databases of every schema that ever was, as their talons left them: opened by this one, they have
 * what they had, and play goes on. */
#include "storage/archive.h"
#include "storage/sqlite/migrate.h"
#include "storage/sqlite/sqlite_ratings.h"
#include "tests/storage/database_fixture.h"

enum {
    NEWEST_OLD = 10, /* the last schema before this talon's */
    BEFORE_SEASONS = 9,
    RATINGS_SINCE = 6,
    ENDED = 2,
    RUNNING = 3,
    ACTIONS = 40,
    HIDDEN_SINCE = 8,
    JOURNAL_MAX = 4 /* the last schema with the old one */
};

static sqlite3_stmt *statement(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    return stmt;
}

static void run(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = statement(db, sql);
    assert_true(sqlite_run(stmt));
    sqlite3_finalize(stmt);
}

static void put_round(sqlite3 *db, int64_t id)
{
    struct store_round round = a_round(id);
    sqlite3_stmt *stmt = statement(
        db, "INSERT INTO round (id, game_table, network, channel, rule_set, setup, rules_version,"
            " started_at, secret, commitment, deal_hash)"
            " VALUES (?1, 7, 'net', '#cards', 'classic', ?2, 3, ?3, ?4, ?5, ?6)");
    bind_int(stmt, 1, id);
    bind_text(stmt, 2, round.setup);
    bind_int(stmt, 3, round.started_at);
    sqlite3_bind_blob(stmt, 4, round.secret, sizeof(round.secret), SQLITE_STATIC);
    sqlite3_bind_blob(stmt, 5, round.commitment, sizeof(round.commitment), SQLITE_STATIC);
    bind_int(stmt, 6, (int64_t)round.deal_hash);
    assert_true(sqlite_run(stmt));
    sqlite3_finalize(stmt);
}

static void put_end(sqlite3 *db, int64_t id)
{
    struct archive archive = {0};
    const uint8_t *bytes = NULL;
    size_t size = 0;
    archive_init(&archive);
    for (uint32_t seq = 1; seq <= ACTIONS; seq++) {
        char text[16];
        struct store_action action = an_action(id, seq, text);
        archive_add(&archive, &action);
    }
    assert_true(archive_close(&archive, id, &bytes, &size));
    sqlite3_stmt *stmt =
        statement(db, "UPDATE round SET ended_at = ?2, outcome = 'won', counts = 1,"
                      " archive = ?3 WHERE id = ?1");
    bind_int(stmt, 1, id);
    bind_int(stmt, 2, noon);
    sqlite3_bind_blob64(stmt, 3, bytes, size, SQLITE_STATIC);
    assert_true(sqlite_run(stmt));
    sqlite3_finalize(stmt);
    archive_finish(&archive);
    stmt = statement(
        db, "INSERT INTO result (round, seat, identity, points, won, match_over, match_won)"
            " VALUES (?1, 0, 1, 50, 1, 0, 0), (?1, 1, 2, 0, 0, 0, 0)");
    bind_int(stmt, 1, id);
    assert_true(sqlite_run(stmt));
    sqlite3_finalize(stmt);
}

static void put_actions(sqlite3 *db, int64_t id)
{
    sqlite3_stmt *stmt = statement(db, "INSERT INTO journal VALUES (?1, ?2, ?3, ?4, ?5)");
    for (uint32_t seq = 1; seq <= ACTIONS; seq++) {
        char text[16];
        struct store_action action = an_action(id, seq, text);
        bind_int(stmt, 1, id);
        bind_int(stmt, 2, seq);
        bind_int(stmt, 3, action.at);
        bind_text(stmt, 4, action.text);
        bind_int(stmt, 5, (int64_t)action.hash);
        assert_true(sqlite_run(stmt));
    }
    sqlite3_finalize(stmt);
}

/* In the journal that grows at its end, the rows of two rounds in turns. */
static void chain_actions(sqlite3 *db)
{
    sqlite3_stmt *stmt = statement(db, "INSERT INTO journal VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    for (int64_t row = 1; row <= 2 * ACTIONS; row++) {
        char text[16];
        struct store_action action = an_action(RUNNING + row % 2, (uint32_t)((row + 1) / 2), text);
        bind_int(stmt, 1, row);
        bind_int(stmt, 2, row > 2 ? row - 2 : 0);
        bind_int(stmt, 3, action.round);
        bind_int(stmt, 4, action.seq);
        bind_int(stmt, 5, action.at);
        bind_text(stmt, 6, action.text);
        bind_int(stmt, 7, (int64_t)action.hash);
        assert_true(sqlite_run(stmt));
    }
    sqlite3_finalize(stmt);
}

/* What was played before there were ratings is rated: two rounds that Alice won, twice 1000 to
 * begin with. */
static void expect_rated(const struct fixture *f, unsigned rounds)
{
    struct rating_seat seats[2] = {{.rating = rating_new(), .place = 1},
                                   {.rating = rating_new(), .place = 2}};
    for (unsigned i = 0; i < rounds; i++)
        assert_true(rating_round(seats, 2));
    assert_int_equal(f->ratings.count, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_string_equal(f->ratings.at[i].set, i == 0 ? "" : "classic");
        assert_true(f->ratings.at[i].rating.mu == seats[0].rating.mu);
        assert_true(f->ratings.at[i].rating.sigma == seats[0].rating.sigma);
        assert_int_equal(f->ratings.at[i].rating.rounds, rounds);
    }
}

/* As the rounds made them. */
static void put_seasons(sqlite3 *db)
{
    run(db, "UPDATE rated SET season = 8104");
    assert_true(sqlite_ratings_replay(db) && sqlite_ratings_keep(db));
}

/* Two rounds that are over and two that run, of Alice and Bob; Alice's other account is linked,
 * where that could be. */
static sqlite3 *make_old(const struct fixture *f, int version)
{
    struct fault why = {0};
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, store_migrations, (unsigned)version, &why),
                     STORE_OK);
    run(db, "INSERT INTO game_table VALUES (7, 'net', '#cards', '{}')");
    run(db, "INSERT INTO person (id, name, name_key, verified)"
            " VALUES (1, 'Alice', 'alice', 1), (2, 'Bob', 'bob', 1)");
    run(db, "INSERT INTO identity"
            " (id, network, account, verified, person, account_key, name_key, seen_at) VALUES"
            " (1, 'net', 'alice', 1, 1, 'alice', 'alice', 5), (2, 'net', 'bob', 1, 2, 'bob', "
            "'bob', 5)");
    run(db, "INSERT INTO scope VALUES (1, 0, 'net', '#cards')");
    run(db, "INSERT INTO score VALUES (1, 4, 0, 1, 2, 2, 0, 0, 100), (1, 4, 0, 2, 2, 0, 0, 0, 0)");
    if (version >= 2) {
        run(db, "INSERT INTO identity"
                " (id, network, account, verified, person, account_key, name_key, seen_at)"
                " VALUES (3, 'net', 'alicia', 1, 1, 'alicia', 'alicia', 4)");
        run(db, "INSERT INTO link VALUES (1, 5, 3, 1)");
    }
    if (version >= 4) {
        run(db, "INSERT INTO person (id, name, name_key, verified, named)"
                " VALUES (3, '', '', 1, 1)");
    }
    if (version >= 4) {
        run(db, "UPDATE identity SET rounds = 2 * (id < 3), name ="
                " CASE id WHEN 1 THEN 'Alice' WHEN 2 THEN 'Bob' ELSE 'alicia' END");
    }
    if (version >= HIDDEN_SINCE) {
        run(db, "INSERT INTO person (id, name, name_key, verified, named, hidden)"
                " VALUES (4, 'Dan', 'dan', 1, 0, 1)");
    }
    for (int64_t id = 1; id <= RUNNING + 1; id++)
        put_round(db, id);
    for (int64_t id = 1; id <= ENDED; id++)
        put_end(db, id);
    if (version >= RATINGS_SINCE) {
        run(db, "UPDATE result SET place = iif(won, 1, 2), person = identity");
        run(db, "INSERT INTO rated (round) VALUES (1), (2)");
        if (version <= BEFORE_SEASONS)
            run(db, "INSERT INTO rating VALUES (1, '', 30, 7, 9), (1, 'classic', 31, 6, 9)");
        else
            put_seasons(db);
    }
    if (version <= JOURNAL_MAX) {
        put_actions(db, RUNNING + 1);
        put_actions(db, RUNNING);
    } else {
        chain_actions(db);
    }
    return db;
}

static void expect_proof(struct fixture *f, int64_t round, bool ended, unsigned count)
{
    struct proven p;
    if (prove(f, round, &p) != STORE_OK)
        fail_msg("%s", f->why.text);
    assert_int_equal(p.ended, ended);
    assert_int_equal(p.count, count);
}

struct seen {
    unsigned rounds, actions, gaps;
    uint32_t seq;
};

static bool see_round(void *arg, const struct store_round *round)
{
    struct seen *seen = arg;
    assert_false(round->damaged);
    seen->rounds++;
    seen->seq = 0;
    return true;
}

static bool see_action(void *arg, const struct store_action *action)
{
    struct seen *seen = arg;
    seen->actions++;
    seen->gaps += action->seq != ++seen->seq;
    seen->seq = action->seq;
    return true;
}

static void expect_running(struct fixture *f, unsigned actions, unsigned gaps)
{
    struct seen seen = {0};
    assert_true(store_load_rounds(f->store, see_round, see_action, &seen));
    assert_int_equal(seen.rounds, 2);
    assert_int_equal(seen.actions, actions);
    assert_int_equal(seen.gaps, gaps);
}

static void every_schema_is_brought_up_to_date(void **state)
{
    struct fixture *f = *state;
    for (int version = 1; version <= NEWEST_OLD; version++) {
        char copy[200];
        sqlite3_close(make_old(f, version));
        must_open(f);
        snprintf(copy, sizeof(copy), "%s.v%d", f->path, version);
        assert_int_equal(access(copy, F_OK), 0);
        expect_running(f, 2 * ACTIONS, 0);
        for (int64_t id = 1; id <= RUNNING + 1; id++)
            expect_proof(f, id, id <= ENDED, ACTIONS);
        append(f, RUNNING, ACTIONS + 1, ACTIONS + 1);
        commit(f);
        end(f, RUNNING + 1);
        expect_proof(f, RUNNING + 1, true, ACTIONS);
        end(f, RUNNING);
        expect_proof(f, RUNNING, true, ACTIONS + 1);
        assert_true(ask_stats(f, "#cards", version >= 2 ? "alicia" : "alice", noon));
        expect_row(&f->rows[STORE_ALL], "Alice", 1, 100, 2, 2);
        expect_rated(f, ENDED);
        if (version >= 4) { /* who was forgotten hides; from version 8 on that is written there */
            assert_int_equal(raw_number(f, "SELECT max(id) FROM person WHERE hidden = 1"),
                             version < HIDDEN_SINCE ? 3 : 4);
        }
        assert_int_equal(raw_number(f, "SELECT longest FROM feat WHERE person = 1"
                                       " AND rule_set = 'classic'"),
                         ENDED);
        assert_int_equal(raw_number(f, "SELECT behind FROM versus WHERE person = 2 AND other = 1"),
                         ENDED);
        close_store(f);
        unlink(f->path);
    }
    must_open(f);
}

/* Where results were deleted nobody can go through them any more: ratings stay as they are. */
static void ratings_outlive_results_that_were_deleted(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = make_old(f, BEFORE_SEASONS);
    run(db, "INSERT INTO setting VALUES ('store', 'results_before', '5')");
    sqlite3_close(db);
    must_open(f);
    assert_true(ask_stats(f, "#cards", "alice", noon));
    assert_int_equal(f->ratings.count, 2);
    assert_int_equal(f->ratings.at[0].season, store_season(2026, 1));
    assert_true(f->ratings.at[0].rating.mu == 30 && f->ratings.at[1].rating.sigma == 6);
    assert_int_equal(f->ratings.at[1].rating.rounds, 9);
}

/* Up to there only rounds that had rated somebody were noted: the others are, too, in their order.
 */
static void rounds_that_rated_nobody_are_noted(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = make_old(f, BEFORE_SEASONS);
    run(db, "UPDATE result SET identity = NULL, person = NULL, place = NULL"
            " WHERE round = 1 AND seat = 1");
    run(db, "UPDATE round SET ended_at = ended_at - 1 WHERE id = 1");
    run(db, "DELETE FROM rated WHERE round = 1");
    run(db, "INSERT INTO rated (person, source, stays) VALUES (1, 8, 0)");
    sqlite3_close(db);
    must_open(f);
    assert_true(ask_stats(f, "#cards", "alice", noon));
    expect_rated(f, 1);
    close_store(f);
    assert_int_equal(raw_number(f, "SELECT id FROM rated WHERE round = 1"), 1);
    assert_int_equal(raw_number(f, "SELECT id FROM rated WHERE round = 2"), 2);
    assert_int_equal(raw_number(f, "SELECT id FROM rated WHERE source = 8"), 3);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM rated WHERE round IS NOT NULL"
                                   " AND season <> 8104"),
                     0);
    must_open(f);
}

/* What was lost before stays lost, and nothing else is. */
static void a_gap_stays_where_it_was(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = make_old(f, JOURNAL_MAX);
    run(db, "DELETE FROM journal WHERE round = 3 AND seq = 20");
    sqlite3_close(db);
    must_open(f);
    expect_running(f, 2 * ACTIONS - 1, 1);
    end(f, RUNNING + 1);
    expect_proof(f, RUNNING + 1, true, ACTIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_schema_is_brought_up_to_date),
        TEST(ratings_outlive_results_that_were_deleted),
        TEST(rounds_that_rated_nobody_are_noted),
        TEST(a_gap_stays_where_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
