/* How often the store on PostgreSQL waits for its server: that is what a commit costs where the
 * server is far away (sql.h, pg_pipeline.h). Counted, not timed. And what else comes of a long way.
 */
#include "base/array.h"
#include "tests/storage/store_fixture.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>

#include "storage/postgresql/pg_store.h"

static struct pg_store *pg(struct fixture *f)
{
    return (struct pg_store *)f->store;
}

/* Commits what is gathered. How often that has waited. */
static unsigned commit_in(struct fixture *f)
{
    uint64_t before = pg(f)->writes.flights;
    commit(f);
    assert_null(pg(f)->writes.answers); /* nothing is left of what was asked ahead */
    assert_int_equal(pg(f)->writes.answer_count, 0);
    return (unsigned)(pg(f)->writes.flights - before);
}

static void begin(struct fixture *f, int64_t id)
{
    struct store_round round = a_round(id);
    store_begin_round(f->store, &round);
}

static void end(struct fixture *f, int64_t id, const struct store_result *results, unsigned count,
                bool counts)
{
    store_end_round(f->store, &(struct store_round_end){.round = id,
                                                        .ended_at = noon,
                                                        .outcome = "won",
                                                        .counts = counts,
                                                        .results = results,
                                                        .result_count = count});
}

/* Who have all accounts of their own; the first one has won. */
static void seat(struct store_result *results, unsigned count, char names[][8])
{
    for (unsigned i = 0; i < count; i++) {
        snprintf(names[i], sizeof(names[i]), "p%u", i);
        results[i] = a_result(i, names[i], names[i], 10, i == 0);
    }
}

/* Plays one round, and counts the flights of its end. */
static unsigned play_in(struct fixture *f, int64_t id, const struct store_result *results,
                        unsigned count, bool counts)
{
    begin(f, id);
    append(f, id, 1, 5);
    commit(f);
    append(f, id, 6, 6);
    end(f, id, results, count, counts);
    return commit_in(f);
}

/* Lets the store forget whom it remembers: `who` shows themselves, as before. */
static void forget_people(struct fixture *f, const struct store_identity *who)
{
    store_put_hidden(f->store, who, false, noon);
    commit(f);
}

static void writes_alone_take_one_flight(void **state)
{
    struct fixture *f = *state;
    store_put_setting(f->store, "daemon", "a", "1");
    assert_int_equal(commit_in(f), 1);
    begin(f, 1);
    assert_int_equal(commit_in(f), 1);
    append(f, 1, 1, 200);
    assert_int_equal(commit_in(f), 1);
}

/* However many play, once they are known. */
static void the_end_of_a_round_takes_one_flight(void **state)
{
    static const unsigned counts[] = {1, 2, 4, 10};
    struct store_result results[10];
    char names[10][8];
    struct fixture *f = *state;
    seat(results, 10, names);
    play_in(f, 1, results, 10, true);
    assert_int_equal(play_in(f, 2, results, 10, false), 1);
    forget_people(f, &results[0].who);
    assert_int_equal(play_in(f, 20, results, 10, false), 2);
    for (unsigned i = 0; i < ARRAY_SIZE(counts); i++)
        assert_int_equal(play_in(f, 3 + i, results, counts[i], true), 1);
    assert_int_equal(play_in(f, 10, results, 10, false), 1);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 10);
    expect_row(&f->rows[0], "p0", 1, 50, 5, 5);
}

/* The first end in another season, of another rule set or under another name reads. */
static void what_is_remembered_must_fit(void **state)
{
    struct store_result results[4];
    char names[4][8];
    struct fixture *f = *state;
    struct store_round round = a_round(4);
    seat(results, 4, names);
    play_in(f, 1, results, 4, true);
    play_in(f, 2, results, 4, true);
    assert_int_equal(play_in(f, 3, results, 4, true), 1);
    round.set = "flex";
    store_begin_round(f->store, &round);
    append(f, 4, 1, 6);
    commit(f);
    end(f, 4, results, 4, true);
    assert_int_equal(commit_in(f), 2);
    assert_int_equal(play_in(f, 5, results, 4, true), 2);
    results[1].who.name = "Renamed";
    assert_int_equal(play_in(f, 6, results, 4, true), 2);
    begin(f, 7);
    append(f, 7, 1, 6);
    commit(f);
    store_end_round(f->store, &(struct store_round_end){.round = 7,
                                                        .ended_at = noon + 100 * INT64_C(86400000),
                                                        .outcome = "won",
                                                        .counts = true,
                                                        .results = results,
                                                        .result_count = 4});
    assert_int_equal(commit_in(f), 2);
    assert_int_equal(pg_server_number(f->address, "SELECT count(DISTINCT season) FROM rating"), 2);
}

/* Another process changes the same people, rounds and channels. Nothing old is written. */
static void what_others_changed_is_read_again(void **state)
{
    static const char *const changes[] = {
        /* their last round ended elsewhere */
        "UPDATE identity SET rounds = rounds + 1 WHERE account = 'p1';"
        "UPDATE feat SET rounds = rounds + 100 WHERE person = (SELECT person FROM identity"
        " WHERE account = 'p1') AND rule_set = ''",
        /* linked elsewhere */
        "INSERT INTO identity (network, account, verified, person, account_key, name_key, seen_at)"
        " SELECT 'other', 'p1', 1, person, 'p1', 'p1', 0 FROM identity WHERE account = 'p1'",
        /* forgotten elsewhere */
        "UPDATE person SET named = 1, name = '' WHERE id = (SELECT person FROM identity"
        " WHERE account = 'p2')",
        /* the channel has another scope by now */
        "UPDATE scope SET channel = 'gone' WHERE kind = 0",
    };
    struct store_result results[4];
    char names[4][8];
    struct fixture *f = *state;
    int64_t id = 3;
    seat(results, 4, names);
    play_in(f, 1, results, 4, true);
    play_in(f, 2, results, 4, true);
    for (unsigned i = 0; i < ARRAY_SIZE(changes); i++, id += 2) {
        pg_server_run(f->address, changes[i]);
        assert_true(play_in(f, id, results, 4, true) > 1);
        assert_int_equal(f->troubles, 0);
        play_in(f, id + 1, results, 4, true);
    }
    id--;
    assert_int_equal(pg_server_number(f->address, "SELECT rounds FROM feat WHERE rule_set = ''"
                                                  " AND person = (SELECT person FROM identity"
                                                  " WHERE account = 'p1' AND network <> 'other')"),
                     100 + id);
    assert_int_equal(pg_server_number(f->address, "SELECT rounds FROM identity"
                                                  " WHERE account = 'p1' AND network <> 'other'"),
                     1 + id);
    assert_int_equal(pg_server_number(f->address, "SELECT rounds FROM feat WHERE rule_set = ''"
                                                  " AND person = (SELECT person FROM identity"
                                                  " WHERE account = 'p2')"),
                     6); /* a forgotten person has no further records */
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM scope WHERE kind = 0"), 2);
    assert_int_equal(pg_server_number(f->address, "SELECT max(s.rounds) FROM score s JOIN scope c"
                                                  " ON c.id = s.scope AND c.channel <> 'gone'"
                                                  " AND c.kind = 0"),
                     2);
}

/* A round that ended elsewhere does not end twice. */
static void a_round_that_ended_elsewhere_is_left(void **state)
{
    struct store_result results[4];
    char names[4][8];
    struct fixture *f = *state;
    seat(results, 4, names);
    play_in(f, 1, results, 4, true);
    play_in(f, 2, results, 4, true);
    begin(f, 3);
    append(f, 3, 1, 5);
    commit(f);
    pg_server_run(f->address, "UPDATE round SET ended_at = 1, outcome = 'won', counts = 0,"
                              " archive = '\\x00' WHERE id = 3");
    end(f, 3, results, 4, true);
    commit(f);
    assert_int_equal(f->troubles, 0);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM result WHERE round = 3"),
                     0);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(rounds) FROM identity"), 8);
}

/* Two more for all who have never played; three for a channel where nobody has. */
static void newcomers_take_two_more_flights(void **state)
{
    struct store_result results[10];
    char names[10][8];
    struct fixture *f = *state;
    seat(results, 10, names);
    play_in(f, 1, results, 1, true);
    assert_int_equal(play_in(f, 2, results, 4, true), 4);
    assert_int_equal(play_in(f, 3, results, 10, true), 4);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 10);
}

/* Nobody won, and nothing happened: the round is as if it had never been. */
static void a_deserted_round_takes_two_flights(void **state)
{
    struct fixture *f = *state;
    struct store_result result = a_result(0, "alice", "Alice", 0, false);
    play_in(f, 1, &result, 1, true);
    begin(f, 2);
    commit(f);
    end(f, 2, &result, 1, false);
    assert_int_equal(commit_in(f), 2);
    begin(f, 3);
    append(f, 3, 1, 1);
    commit(f);
    end(f, 3, &result, 1, false);
    assert_int_equal(commit_in(f), 1);
}

/* Who was asked for when a round ended that was left may be another person when the next one ends.
 */
static void early_answers_that_nobody_took_are_forgotten(void **state)
{
    struct fixture *f = *state;
    const struct store_result alice = a_result(0, "alice", "Alice", 1, true),
                              bob = a_result(0, "bob", "Bob", 2, true);
    struct store_result bea[] = {a_result(0, "bea", "Bea", 0, false),
                                 a_result(1, "carl", "Carl", 0, false)};
    play_in(f, 1, &alice, 1, true);
    play_in(f, 2, &bob, 1, true);
    store_link(f->store, &bea[0].who, &alice.who, noon);
    commit(f);
    begin(f, 3);
    end(f, 3, bea, 1, false);
    store_link(f->store, &alice.who, &bob.who, noon);
    bea[0] = a_result(0, "bea", "Bea", 4, true);
    play(f, 4, "#cards", noon, true, bea, 2);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    assert_int_equal(f->rows[0].points, 7);
}

/* Of rounds that end together with the same people, each needs what the one before it has left. The
 * first one reads, for a name was changed. */
static void rounds_of_the_same_people_take_two_flights(void **state)
{
    enum { ROUNDS = 5 };
    struct store_result results[4];
    char names[4][8];
    struct fixture *f = *state;
    seat(results, 4, names);
    play_in(f, 1, results, 4, true);
    store_put_name(f->store, &results[3].who, "Somebody", noon);
    commit(f);
    for (int64_t id = 2; id < 2 + ROUNDS; id++)
        begin(f, id);
    commit(f);
    for (int64_t id = 2; id < 2 + ROUNDS; id++) {
        append(f, id, 1, 3);
        end(f, id, results, 4, true);
    }
    assert_int_equal(commit_in(f), 2);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 4);
    expect_row(&f->rows[0], "p0", 1, 60, 6, 6);
}

/* However many rounds end, if nobody plays in two of them. */
static void rounds_that_end_together_take_two_flights(void **state)
{
    enum { ROUNDS = 5, EACH = 3 };
    struct store_result results[ROUNDS * EACH];
    char names[ROUNDS * EACH][8];
    struct fixture *f = *state;
    seat(results, ROUNDS * EACH, names);
    play_in(f, 1, results, ROUNDS * EACH, false);
    forget_people(f, &results[0].who);
    for (int64_t id = 2; id < 2 + ROUNDS; id++)
        begin(f, id);
    append(f, 2, 1, 3);
    play(f, 20, "#cards", noon, true, results, 2); /* makes the scopes */
    commit(f);
    for (int64_t id = 2; id < 2 + ROUNDS; id++) {
        append(f, id, id == 2 ? 4 : 1, 5);
        end(f, id, &results[(id - 2) * EACH], EACH, true);
    }
    assert_int_equal(commit_in(f), 2);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 20), ROUNDS * EACH);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(rounds) FROM score WHERE scope ="
                                                  " (SELECT id FROM scope WHERE kind = 2)"
                                                  " AND span = 4"),
                     ROUNDS * EACH + 2);
}

/* Another process has played the round meanwhile: its actions are in the archive, too. */
static void actions_of_another_process_are_archived(void **state)
{
    struct store_result result = a_result(0, "alice", "Alice", 10, true);
    struct fixture *f = *state;
    begin(f, 1);
    append(f, 1, 1, 5);
    commit(f);
    pg_server_run(f->address, "INSERT INTO journal VALUES (1, 6, 1000, 'draw', 7)");
    end(f, 1, &result, 1, true);
    commit(f);
    assert_int_equal(pg_server_number(f->address, "SELECT get_byte(archive, 3) & 127 FROM round"),
                     6);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM journal"), 0);
}

/* One account on several seats, new and known, with marks and without: whoever is found twice is
 * made once. */
static void one_account_on_several_seats_is_made_once(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {
        a_result(0, "alice", "Alice", 10, true), a_result(1, "alice", "Alice", 1, false),
        a_result(2, "bob", "Alice", 2, false),   a_result(3, "nick", "nick", 3, false),
        a_result(4, "nick", "nick", 4, false),   a_result(5, "nick", "nick", 5, false),
    };
    results[3].who.verified = results[4].who.verified = results[5].who.verified = false;
    results[4].who.mark = "here";
    results[5].who.mark = "there";
    for (int64_t id = 1; id <= 3; id++)
        play_in(f, id, results, 6, true);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM identity"), 3);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM person"), 3);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(rounds) FROM identity"), 18);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 6, 3, 0); /* bob's; who holds two seats earns nothing */
}

/* More than meet at once, and than may be asked ahead: the rest is asked in its turn. */
static void what_is_sent_early_is_bounded(void **state)
{
    enum { MANY = PG_PIPELINE_MAX + 20 };
    static struct store_result results[MANY];
    static char names[MANY][8];
    struct fixture *f = *state;
    seat(results, MANY, names);
    play_in(f, 1, results, MANY, false);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM result"), MANY);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM identity"), MANY);
    forget_people(f, &results[0].who);
    assert_true(play_in(f, 2, results, MANY, true) > 3);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(rounds) FROM identity"), 2 * MANY);
}

/* A connection that breaks while nothing is written is found broken by the last batch of all. */
static void the_last_batch_may_find_it_broken(void **state)
{
    struct fixture *f = *state;
    store_put_setting(f->store, "daemon", "a", "1");
    commit(f);
    pg_server_signal_clients(SIGTERM);
    while (pg_server_number(f->address, "SELECT count(*) FROM pg_stat_activity WHERE backend_type"
                                        " = 'client backend' AND application_name = 'talon'") > 1)
        poll(NULL, 0, 5); /* the one that keeps the process comes again */
    store_put_setting(f->store, "daemon", "b", "2");
    assert_true(store_close(f->store));
    f->store = NULL;
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM setting"), 2);
}

/* -- several processes, the same people -- */

enum { ROUNDS_EACH = 60, PROCESSES = 3 };

#define THEIRS "test_pg_pipeline" /* the server knows their connections by this name */

struct process {
    const char *address;
    unsigned number;
};

/* Every second one sees them in another order. */
static void *play_many(void *arg)
{
    struct process *process = arg;
    struct fixture f;
    struct store_result results[4];
    char names[4][8];
    fixture_init(&f, MEMORY);
    f.kind = POSTGRESQL;
    snprintf(f.address, sizeof(f.address), "%s application_name=" THEIRS, process->address);
    must_open(&f);
    seat(results, 4, names);
    for (unsigned i = 0; i < 4 && process->number % 2 == 1; i++)
        results[i].who.account = results[i].who.name = names[3 - i];
    for (unsigned i = 0; i < ROUNDS_EACH; i++)
        play_in(&f, 1 + i * PROCESSES + process->number, results, 4, true);
    fixture_finish(&f);
    return NULL;
}

static int64_t deadlocks(struct fixture *f)
{
    return pg_server_number(f->address, "SELECT deadlocks FROM pg_stat_database"
                                        " WHERE datname = current_database()");
}

/* Waits until no process of the server serves the stores of play_many(). */
static void await_their_end(struct fixture *f)
{
    for (unsigned tries = 0;
         pg_server_number(f->address, "SELECT count(*) FROM pg_stat_activity WHERE"
                                      " application_name = '" THEIRS "'") > 0;
         tries++) {
        assert_true(tries < 4000);
        poll(NULL, 0, 5);
    }
}

static void the_same_people_may_play_everywhere(void **state)
{
    struct fixture *f = *state;
    struct store_result results[4];
    char names[4][8];
    struct process processes[PROCESSES];
    pthread_t threads[PROCESSES];
    seat(results, 4, names);
    play_in(f, 100000, results, 4, true); /* else each would make them */
    int64_t deadlocked = deadlocks(f);
    for (unsigned i = 0; i < PROCESSES; i++) {
        processes[i] = (struct process){f->address, i};
        assert_int_equal(pthread_create(&threads[i], NULL, play_many, &processes[i]), 0);
    }
    for (unsigned i = 0; i < PROCESSES; i++)
        pthread_join(threads[i], NULL);
    /* There was no deadlock. A process of the server reports its deadlocks when it ends, so wait
     * for that first. */
    await_their_end(f);
    assert_int_equal(deadlocks(f), deadlocked);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(rounds) FROM rating WHERE person = 1"
                                                  " AND rule_set = ''"),
                     1 + PROCESSES * ROUNDS_EACH);
    assert_int_equal(
        pg_server_number(f->address, "SELECT sum(rounds) FROM feat WHERE rule_set = ''"),
        4 * (1 + PROCESSES * ROUNDS_EACH));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_postgresql, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(writes_alone_take_one_flight),
        TEST(the_end_of_a_round_takes_one_flight),
        TEST(what_is_remembered_must_fit),
        TEST(what_others_changed_is_read_again),
        TEST(a_round_that_ended_elsewhere_is_left),
        TEST(newcomers_take_two_more_flights),
        TEST(a_deserted_round_takes_two_flights),
        TEST(early_answers_that_nobody_took_are_forgotten),
        TEST(rounds_of_the_same_people_take_two_flights),
        TEST(rounds_that_end_together_take_two_flights),
        TEST(actions_of_another_process_are_archived),
        TEST(one_account_on_several_seats_is_made_once),
        TEST(what_is_sent_early_is_bounded),
        TEST(the_last_batch_may_find_it_broken),
        TEST(the_same_people_may_play_everywhere),
    };
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
