/* Two processes at the same rows of one PostgreSQL at the same moment: a store, and a connection
 * that does what another store would and is not done yet. */
#include "pg_relay.h"
#include "store_process.h"

#include "storage/forget.h"
#include "storage/postgresql/pg_conn.h"

struct race {
    struct store_process one;
    struct pg_conn other, watch;
};

static void race_begin(struct race *race, struct fixture *f)
{
    enter(&race->one, f, "one");
    f->store = race->one.store;
    store_set_owner(f->store, &(struct store_owner){on_committed, on_trouble, f});
    assert_true(pg_conn_init(&race->other, f->address, &f->why));
    assert_true(pg_conn_init(&race->watch, f->address, &f->why));
}

static void race_end(struct race *race)
{
    pg_conn_finish(&race->other);
    pg_conn_finish(&race->watch);
}

/* What the other one does; it is not committed. */
static void other_does(struct race *race, const char *const *texts)
{
    assert_true(sql_execute(&race->other.sql, "BEGIN"));
    for (; *texts != NULL; texts++)
        assert_true(sql_execute(&race->other.sql, *texts));
    assert_true(pg_conn_wait(&race->other));
}

static int64_t number_of(struct race *race, const char *text)
{
    int64_t number = 0;
    assert_true(sql_execute(&race->watch.sql, "BEGIN"));
    assert_true(sql_number(&race->watch.sql, text, &number));
    assert_true(sql_execute(&race->watch.sql, "ROLLBACK"));
    return number;
}

/* Commits what is gathered, and the other one's when that waits for it. */
static void commit_behind(struct race *race, struct fixture *f)
{
    uint64_t batch = store_commit(f->store);
    WAIT_UNTIL(f, number_of(race, "SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
    assert_true(pg_conn_commit(&race->other));
    WAIT_UNTIL(f, store_durable(f->store) >= batch);
    assert_int_equal(f->troubles, 0);
}

/* -- old rounds -- */

static void rows_deleted_by_two_at_once_go_once(void **state)
{
    static const char *const delete[] = {"DELETE FROM result WHERE round <= 300",
                                         "DELETE FROM round WHERE id <= 300", NULL};
    struct fixture *f = *state;
    struct race race;
    race_begin(&race, f);
    pg_server_run(f->address,
                  "INSERT INTO round (id, game_table, network, channel, rule_set, setup,"
                  " rules_version, started_at, secret, commitment, deal_hash, ended_at, outcome,"
                  " counts, archive) SELECT n, 1, 'net', '#cards', 'classic', '', 1, n,"
                  " decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 0, n, 'won',"
                  " 1, '' FROM generate_series(1, 700) n;"
                  "INSERT INTO result (round, seat, points, won, match_over, match_won)"
                  " SELECT n, 0, 0, 0, 0, 0 FROM generate_series(1, 700) n");
    other_does(&race, delete);
    store_prune(f->store, 1000, 0);
    commit_behind(&race, f);
    while (number_of(&race, "SELECT count(*) FROM round") > 0) {
        store_prune(f->store, 1000, 0);
        commit(f);
    }
    assert_int_equal(number_of(&race, "SELECT count(*) FROM result"), 0);
    race_end(&race);
}

/* -- people -- */

/* Another counts anew whom its person has met, while one of these becomes somebody else here. */
static void a_person_may_play_while_they_are_linked(void **state)
{
    static const char *const meet[] = {"INSERT INTO versus (person, other, rounds, ahead, behind)"
                                       " SELECT person, 77, 1, 0, 0 FROM identity"
                                       " WHERE account = 'carl'",
                                       NULL};
    const struct store_result results[] = {a_result(0, "carl", "Carl", 5, true),
                                           a_result(1, "dora", "Dora", 0, false)};
    struct fixture *f = *state;
    struct race race;
    race_begin(&race, f);
    play(f, 1, "#cards", noon, true, results, 2);
    commit(f);
    other_does(&race, meet);
    store_link(f->store, &results[0].who, &results[1].who, noon);
    commit_behind(&race, f);
    assert_int_equal(number_of(&race, "SELECT count(*) FROM person"), 1);
    race_end(&race);
}

static bool names(const struct store_identity *who, const char *text)
{
    (void)who, (void)text;
    return false;
}

static enum store_forgets setup_of(const struct store_identity *who, const char *text, char *out,
                                   size_t size)
{
    (void)who, (void)text, (void)out, (void)size;
    return STORE_NAMES_NOBODY;
}

/* What a round that ends elsewhere at that moment adds to their records goes with all else. */
static void a_person_may_play_while_they_are_forgotten(void **state)
{
    static const struct store_forget_texts texts = {NULL, names, setup_of, NULL};
    static const char *const end_round[] = {
        "SELECT id FROM person FOR NO KEY UPDATE",
        "INSERT INTO versus (person, other, rounds, ahead, behind)"
        " SELECT p.id, o.id, 1, 0, 0 FROM person p JOIN person o ON p.id <> o.id"
        " ON CONFLICT DO NOTHING",
        "INSERT INTO feat SELECT person, 'web', rounds, won, duels_won, duels_lost, bluffs, streak,"
        " longest, plays, lasted, fast_round, cards, cards_round FROM feat WHERE rule_set = ''",
        NULL};
    const struct store_result results[] = {a_result(0, "carl", "Carl", 5, true),
                                           a_result(1, "dora", "Dora", 0, false)};
    const struct store_traces traces = {
        .links = {.count = 1, .at = {{.network = "net", .account = "carl", .verified = true}}},
        .last = 1};
    struct fixture *f = *state;
    struct race race;
    race_begin(&race, f);
    play(f, 1, "#cards", noon, true, results, 1);
    play(f, 2, "#cards", noon, true, results + 1, 1);
    commit(f);
    other_does(&race, end_round);
    store_forget_person(f->store, &results[0].who, &texts, &traces);
    commit_behind(&race, f);
    assert_int_equal(number_of(&race, "SELECT count(*) FROM versus"), 0);
    assert_int_equal(number_of(&race, "SELECT count(*) FROM feat WHERE rule_set = 'web'"), 1);
    race_end(&race);
}

/* -- settings -- */

/* What is old is cleared away when nobody is at it. */
static void a_change_that_is_being_written_delays_no_renewal(void **state)
{
    static const char *const lock[] = {"SELECT key FROM setting_change FOR KEY SHARE", NULL};
    struct fixture *f = *state;
    struct race race;
    char waiting[120];
    race_begin(&race, f);
    pg_server_run(f->address,
                  "INSERT INTO setting_change (scope, key, value, process, at) VALUES ('daemon',"
                  " 'a', '1', 'other', CAST(extract(epoch FROM now()) * 1000 AS BIGINT))");
    race.other.idle = 20 * LIFE_MS;
    other_does(&race, lock);
    pg_server_run(f->address, "UPDATE setting_change SET at = 0");
    snprintf(waiting, sizeof(waiting),
             "SELECT count(*) FROM pg_stat_activity WHERE %d = ANY(pg_blocking_pids(pid))",
             PQbackendPID(race.other.pq));
    for (uint64_t until = milliseconds() + 2 * LIFE_MS; milliseconds() < until; turn(f))
        assert_int_equal(number_of(&race, waiting), 0);
    WAIT_UNTIL(f, store_lease_holds(f->store));
    assert_int_equal(number_of(&race, "SELECT count(*) FROM setting_change"), 1);
    assert_true(pg_conn_commit(&race.other));
    WAIT_UNTIL(f, number_of(&race, "SELECT count(*) FROM setting_change") == 0);
    race_end(&race);
}

/* And it is told once, however often it is read. */
static void a_change_whose_commit_takes_long_is_heard(void **state)
{
    enum { STALL_MS = 7000 };
    static const char *const change[] = {
        "INSERT INTO setting_change (scope, key, value, process, at) VALUES ('ban', 'a', 'on',"
        " 'other', CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT))",
        NULL};
    struct fixture *f = *state;
    struct race race;
    race_begin(&race, f);
    race.other.idle = 2 * STALL_MS;
    other_does(&race, change);
    for (uint64_t until = milliseconds() + STALL_MS; milliseconds() < until;)
        turn(f);
    assert_int_equal(race.one.setting_count, 0);
    assert_true(pg_conn_commit(&race.other));
    WAIT_UNTIL(f, strcmp(race.one.setting, "ban a on") == 0);
    for (uint64_t until = milliseconds() + STORE_SETTINGS_LAG; milliseconds() < until;)
        turn(f);
    assert_int_equal(race.one.setting_count, 1);
    race_end(&race);
}

/* This process sets what another has just set, and its own commit takes long: what it reads
 * meanwhile is older than its own value. */
static void an_older_change_does_not_undo_a_newer_one(void **state)
{
    static const char *const hold[] = {
        "INSERT INTO setting (scope, key, value) VALUES ('ban', 'a', 'old')", NULL};
    struct fixture *f = *state;
    struct race race;
    race_begin(&race, f);
    other_does(&race, hold);
    pg_server_run(f->address,
                  "INSERT INTO setting_change (scope, key, value, process, at) VALUES ('ban', 'a',"
                  " 'old', 'other', CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT))");
    store_put_setting(f->store, "ban", "a", "new");
    uint64_t batch = store_commit(f->store);
    for (uint64_t until = milliseconds() + STORE_SETTINGS_LAG; milliseconds() < until;)
        turn(f);
    assert_true(store_durable(f->store) < batch);
    assert_int_equal(race.one.setting_count, 0);
    assert_true(pg_conn_commit(&race.other));
    WAIT_UNTIL(f, store_durable(f->store) >= batch);
    for (uint64_t until = milliseconds() + STORE_SETTINGS_LAG; milliseconds() < until;)
        turn(f);
    assert_int_equal(race.one.setting_count, 0);
    assert_int_equal(number_of(&race, "SELECT count(*) FROM setting WHERE value = 'new'"), 1);
    race_end(&race);
}

/* What another process sets later than this one is told, also if it was read while this one set
 * something: then it is read again. */
static void a_newer_change_is_told_beside_own_ones(void **state)
{
    enum { TIMES = 20 };
    struct fixture *f = *state;
    struct race race;
    struct store_process two;
    race_begin(&race, f);
    enter(&two, f, "two");
    for (int i = 0; i < TIMES; i++) {
        char key[16], news[32];
        snprintf(key, sizeof(key), "k%d", i);
        snprintf(news, sizeof(news), "ban %s on", key);
        store_put_setting(two.store, "ban", key, "on");
        store_commit(two.store);
        while (strcmp(race.one.setting, news) != 0) {
            store_put_setting(f->store, "link", key, "mine"); /* never rests */
            uint64_t batch = store_commit(f->store);
            WAIT_UNTIL(f, store_durable(f->store) >= batch);
            for (uint64_t until = milliseconds() + 30; milliseconds() < until;)
                turn(f);
        }
    }
    assert_true(store_close(two.store));
    race_end(&race);
}

/* -- and the line breaks -- */

/* What is tried again at once is so on the next connection, and is no reason to end. */
static void the_line_may_break_behind_a_race(void **state)
{
    static const char *const meet[] = {
        "INSERT INTO person (id, name, name_key, verified) VALUES (77, 'New', 'new', 1)",
        "INSERT INTO identity (network, account, verified, person, account_key, name_key, seen_at)"
        " VALUES ('net', 'new', 1, 77, 'new', 'new', 0)",
        NULL};
    const struct store_result result = a_result(0, "new", "New", 10, true);
    struct fixture *f = *state;
    struct race race;
    char address[160];
    relay_start(f->address, address, sizeof(address));
    strcpy(f->address, address);
    race_begin(&race, f);
    other_does(&race, meet);
    play(f, 1, "#cards", noon, true, &result, 1);
    relay_act(RELAY_CUTS_ERROR, 1);
    commit_behind(&race, f);
    assert_int_equal(number_of(&race, "SELECT count(*) FROM person"), 1);
    race_end(&race);
    assert_true(store_close(f->store));
    f->store = NULL;
    relay_stop();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_deleted_by_two_at_once_go_once),
        TEST(a_person_may_play_while_they_are_linked),
        TEST(a_person_may_play_while_they_are_forgotten),
        TEST(a_change_that_is_being_written_delays_no_renewal),
        TEST(a_change_whose_commit_takes_long_is_heard),
        TEST(an_older_change_does_not_undo_a_newer_one),
        TEST(a_newer_change_is_told_beside_own_ones),
        TEST(the_line_may_break_behind_a_race),
    };
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
