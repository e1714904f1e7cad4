/* The sums of the boards against the results they come from (board_check.h): whatever was played,
 * linked, parted and deleted, they agree; what was changed by hand is named, and can be put right.
 */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "base/array.h"
#include "storage/check/board_check.h"
#include "tests/storage/persons.h"

enum { TURNS = 240, WHO = 6, KILLS = 40 };

static const int64_t day = INT64_C(86400000);
static const int64_t hour = INT64_C(3600000);

struct told {
    unsigned count;
    char first[1024];
};

static void note(void *arg, const char *line)
{
    struct told *told = arg;
    assert_null(strchr(line, '\n'));
    if (told->count++ == 0)
        snprintf(told->first, sizeof(told->first), "%s", line);
}

static struct told told;

static struct store_board_result check_boards(struct fixture *f, bool repair, int64_t now)
{
    struct store_board_result sums;
    const struct store_board_check asked = {.repair = repair,
                                            .periods = true,
                                            .timezone_minutes = f->timezone,
                                            .now = now,
                                            .differs = note,
                                            .arg = &told};
    told = (struct told){.count = 0};
    if (store_check_boards(f->path, &asked, &sums, &f->why) != STORE_OK)
        fail_msg("%s", f->why.text);
    assert_int_equal(told.count, sums.differ);
    return sums;
}

static void expect_right(struct fixture *f, int64_t now)
{
    struct store_board_result sums = check_boards(f, false, now);
    if (sums.differ != 0)
        fail_msg("%u differ, the first: %s", told.count, told.first);
    assert_true(sums.compared > 0);
}

static void expect_named(struct fixture *f, unsigned count, const char *part)
{
    struct store_board_result sums = check_boards(f, false, noon);
    if (sums.differ != count || (count > 0 && strstr(told.first, part) == NULL))
        fail_msg("%u differ, the first: %s", told.count, told.first);
}

/* -- whatever happens -- */

static unsigned chance_state;

static unsigned chance(unsigned below)
{
    chance_state = chance_state * 1103515245u + 12345u;
    return (chance_state >> 16) % below;
}

static struct store_identity somebody(unsigned i)
{
    static const char *const names[WHO] = {"ann", "bob", "cat", "dan", "eve", "fay"};
    return (struct store_identity){i % 2 != 0 ? "net" : "other", names[i], names[i], true, NULL};
}

static void play_some(struct fixture *f, int64_t id, int64_t at)
{
    static const char *const channels[] = {"#cards", "#more"};
    struct store_result results[4];
    unsigned count = 2 + chance(3);
    unsigned first = chance(WHO);
    for (unsigned i = 0; i < count; i++) {
        const struct store_identity who = somebody((first + i) % WHO);
        results[i] = got(&who, i, i == 0 ? (int32_t)chance(90) + 1 : 0);
        results[i].match_over = id % 3 == 0;
    }
    play(f, id, channels[chance(2)], at, chance(8) != 0, results, count);
}

static void link_or_part(struct fixture *f, int64_t at)
{
    const struct store_identity one = somebody(chance(WHO));
    const struct store_identity other = somebody(chance(WHO));
    if (chance(2) == 0)
        store_part(f->store, &one, at);
    else
        store_link(f->store, &one, &other, at);
}

/* Rounds, links and their ends over half a year, with and without results that are deleted. */
static void they_agree_whatever_happens(void **state)
{
    struct fixture *f = *state;
    for (unsigned seed = 1; seed <= 6; seed++) {
        int64_t at = noon;
        chance_state = seed;
        f->timezone = (int)seed * 45 - 120;
        must_open(f);
        for (int64_t turn = 1; turn <= TURNS; turn++) {
            at += (int64_t)chance(24) * hour;
            play_some(f, turn, at);
            if (chance(5) == 0)
                link_or_part(f, at);
            if (seed % 2 == 0 && chance(20) == 0)
                store_prune(f->store, at - 20 * day, at - 10 * day);
            if (chance(4) == 0)
                store_fold(f->store, at);
            commit(f);
            if (turn % 8 == 0)
                expect_right(f, at);
        }
        assert_int_equal(check_boards(f, false, at).pruned, seed % 2 == 0);
        close_store(f);
        unlink(f->path);
    }
}

/* A machine whose clock was a year ahead for a while, or a day, and was put right: what was played
 * meanwhile is of another day, and counts there alone. */
static void the_clock_was_set_back(void **state)
{
    struct fixture *f = *state;
    static const int64_t ahead[] = {1, 8, 40, 100, 400};
    struct store_result results[] = {got(&alice, 0, 10), got(&bea, 1, 0)};
    int64_t id = 0;
    must_open(f);
    play(f, ++id, "#cards", noon, true, results, 2);
    for (unsigned i = 0; i < ARRAY_SIZE(ahead); i++) {
        play(f, ++id, "#cards", noon + ahead[i] * day, true, results, 2);
        play(f, ++id, "#cards", noon, true, results, 2);
        commit(f);
        expect_right(f, noon);
        expect_right(f, noon + ahead[i] * day);
    }
}

/* By a clock that is a day behind, today is over, and its sums have gone: that is no difference. */
static void periods_that_are_over_are_not_missed(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {got(&alice, 0, 10), got(&bea, 1, 0)};
    must_open(f);
    play(f, 1, "#cards", noon, true, results, 2);
    play(f, 2, "#cards", noon + 400 * day, true, results, 2);
    commit(f);
    while (store_folds(f->store)) {
        store_fold(f->store, noon + 400 * day);
        commit(f);
    }
    assert_int_equal(raw_number(f, "SELECT count(DISTINCT start) FROM score WHERE span = 0"), 1);
    expect_right(f, noon);
    expect_right(f, noon + 400 * day);
}

/* -- changed by hand -- */

static void three_rounds(struct fixture *f)
{
    struct store_result results[] = {got(&alice, 0, 10), got(&bea, 1, 0), got(&carl, 2, 0)};
    must_open(f);
    for (int64_t id = 1; id <= 3; id++)
        play(f, id, "#cards", noon, true, results, 3);
    commit(f);
    close_store(f);
}

/* Each is named, put right, and then as it was. */
static void changed_rows_are_named_and_repaired(void **state)
{
    static const struct {
        const char *sql, *named;
        unsigned count;
    } changes[] = {
        {"UPDATE score SET points = 31 WHERE span = 4 AND scope = 1 AND points = 30",
         "Alice, #cards on net, all time: the board has 3 rounds (3 won), 3 matches (3 won), 31 "
         "points; the results give 3 rounds (3 won), 3 matches (3 won), 30 points",
         1},
        {"UPDATE score SET rounds = 2 WHERE span = 0 AND scope = 3 AND points = 0",
         "Bea, all networks, the day", 2},
        {"UPDATE score SET matches_won = 9 WHERE span = 1 AND scope = 2 AND points = 30",
         "Alice, net, the week", 1},
        {"DELETE FROM score WHERE span = 4 AND points = 30", "Alice, #cards on net, all time", 3},
        {"DELETE FROM score", "Alice, #cards on net, all time: the board has 0 rounds", 45},
        {"DELETE FROM score; DELETE FROM scope", "Alice, #cards on net, all time", 45},
        {"INSERT INTO person (id, name, name_key, verified) VALUES (9, 'Mallory', 'mallory', 1);"
         "INSERT INTO score VALUES (1, 4, 0, 9, 1, 1, 1, 1, 500)",
         "Mallory, #cards on net, all time: the board has 1 rounds (1 won), 1 matches (1 won), 500 "
         "points; the results give 0 rounds",
         1},
        {"UPDATE rating SET mu = mu + 0.00001 WHERE rule_set = '' AND person = 1",
         "Alice, rating, all rule sets, season 2026-1: it is ", 1},
        {"UPDATE rating SET rounds = 7 WHERE rule_set = 'classic'",
         "Alice, rating, classic, season 2026-1: it is ", 3},
        {"DELETE FROM rating",
         "Alice, rating, all rule sets, season 2026-1: it is none; the results give ", 6},
        {"UPDATE rating SET season = season - 1 WHERE person = 2 AND rule_set = ''",
         "Bea, rating, all rule sets, season 2025-4: it is ", 2},
        {"UPDATE result SET set_rating = set_rating + 2 WHERE round = 2 AND person = 1",
         "Alice, rating after round 2: it is ", 1},
        {"UPDATE result SET rating = NULL, rating_off = NULL, set_rating = NULL,"
         " set_rating_off = NULL WHERE round = 3",
         "Alice, rating after round 3: it is 0, 0 off; the results give ", 3},
        {"INSERT INTO rating VALUES (1, 'hyper', 8104, 25, 8, 3)",
         "Alice, rating, hyper, season 2026-1: it is 25.000000, sigma 8.000000, of 3 rounds; the "
         "results give "
         "none",
         1},
        {"UPDATE feat SET longest = 9 WHERE person = 1 AND rule_set = ''",
         "Alice, records, all rule sets: it is 3 rounds (3 won), streak 3, longest 9; the results "
         "give 3 rounds (3 won), streak 3, longest 3",
         1},
        {"UPDATE feat SET cards = 9 WHERE rule_set = 'classic'", "Alice, records, classic: ", 3},
        {"DELETE FROM feat", "Alice, records, all rule sets: it is none; the results give ", 6},
        {"UPDATE versus SET behind = 4 WHERE person = 2",
         "Bea, against Alice: it is 3 rounds, ahead in 0, behind in 4; the results give 3 rounds, "
         "ahead in 0, behind in 3",
         2},
        {"DELETE FROM versus", "Alice, against Bea: it is none; the results give 3 rounds", 6},
        {"INSERT INTO feat SELECT 3, 'flex', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1",
         "Carl, records, flex: it is 1 rounds (1 won), streak 1, longest 1; the results give none",
         1},
        {"UPDATE identity SET rounds = 7 WHERE account = 'c'",
         "c on net: counts 7 rounds, but there are 3 results", 1},
        {"UPDATE identity SET rounds = 0", "alice_acc on net: counts 0 rounds", 3},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
        three_rounds(f);
        expect_right(f, noon);
        raw(f, changes[i].sql);
        expect_named(f, changes[i].count, changes[i].named);
        expect_named(f, changes[i].count, changes[i].named); /* looking changes nothing */
        struct store_board_result sums = check_boards(f, true, noon);
        assert_int_equal(sums.differ, changes[i].count);
        assert_int_equal(sums.left, 0);
        expect_right(f, noon);
        must_open(f);
        assert_board(f, "Alice 30/3, Bea 0/3, Carl 0/3");
        close_store(f);
        unlink(f->path);
    }
}

/* A result that is changed makes its sums wrong. */
static void a_changed_result_is_named(void **state)
{
    struct fixture *f = *state;
    three_rounds(f);
    raw(f, "UPDATE result SET points = points + 5 WHERE round = 2 AND won = 1");
    expect_named(f, 15, "Alice, #cards on net, all time");
    raw(f, "UPDATE result SET points = points - 5 WHERE round = 2 AND won = 1");
    raw(f, "DELETE FROM result WHERE round = 3");
    expect_named(f, 66, "Alice, #cards on net, all time");
}

/* What belongs to nothing is named, and stays. */
static void rows_of_nothing_are_named(void **state)
{
    struct fixture *f = *state;
    three_rounds(f);
    raw(f, "DELETE FROM person WHERE name = 'Carl'");
    struct store_board_result sums = check_boards(f, true, noon);
    assert_non_null(strstr(told.first, " names a person that does not exist"));
    assert_true(sums.left > 0);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM identity"), 3);
}

/* Sums that outlive their results are right; but not such as are too small. */
static void old_sums_outlive_their_results(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {got(&alice, 0, 10), got(&bea, 1, 0)};
    must_open(f);
    play(f, 1, "#cards", noon - 100 * day, true, results, 2);
    play(f, 2, "#cards", noon - 99 * day, true, results, 2);
    play(f, 3, "#cards", noon, true, results, 2);
    store_prune(f->store, noon - 50 * day, 0);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM result"), 2);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM rated"), 1);
    assert_true(check_boards(f, false, noon).pruned);
    expect_right(f, noon);
    close_store(f);
    raw(f, "UPDATE score SET points = 9 WHERE span = 4 AND points = 30");
    expect_named(f, 3, "the results give at least 1 rounds (1 won), 1 matches (1 won), 10 points");
    raw(f, "UPDATE identity SET rounds = 0 WHERE account = 'b'");
    assert_int_equal(check_boards(f, true, noon).left, 0);
    assert_int_equal(raw_number(f, "SELECT sum(points) FROM score WHERE span = 4"), 30);
    assert_int_equal(raw_number(f, "SELECT min(rounds) FROM score WHERE span = 4"), 3);
    /* Windows that began later are exact. */
    raw(f, "UPDATE score SET points = 11 WHERE span = 1 AND points = 10");
    expect_named(f, 3,
                 "the week: the board has 1 rounds (1 won), 1 matches (1 won), 11 points; "
                 "the results give 1 rounds");
    /* So it is where the time was not noted, by an older version. */
    raw(f, "DELETE FROM setting; UPDATE score SET points = 10 WHERE points = 11");
    expect_right(f, noon);
    assert_true(check_boards(f, false, noon).pruned);
}

/* -- beside the daemon -- */

static void a_running_daemon_keeps_repairs_out(void **state)
{
    struct fixture *f = *state;
    struct store_board_result sums;
    struct store_board_check asked = {.repair = true, .now = noon};
    three_rounds(f);
    must_open(f);
    expect_right(f, noon);
    assert_int_equal(store_check_boards(f->path, &asked, &sums, &f->why), STORE_LOCKED);
    close_store(f);
    assert_int_equal(store_check_boards("/nonexistent/t.db", &asked, &sums, &f->why),
                     STORE_CANNOT_OPEN);
    asked.repair = false;
    raw(f, "PRAGMA user_version = 3");
    assert_int_equal(store_check_boards(f->path, &asked, &sums, &f->why), STORE_OLDER);
    raw(f, "PRAGMA user_version = 99");
    assert_int_equal(store_check_boards(f->path, &asked, &sums, &f->why), STORE_NEWER);
}

static long microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Killed at any moment, a repair has written everything or nothing. */
static void a_killed_repair_is_whole_or_nothing(void **state)
{
    struct fixture *f = *state;
    unsigned killed = 0;
    three_rounds(f);
    raw(f, "DELETE FROM score");
    long whole = microseconds();
    assert_int_equal(check_boards(f, true, noon).left, 0);
    whole = microseconds() - whole;
    for (unsigned i = 0; i < KILLS; i++) {
        long at = whole * i / (KILLS - 10);
        const struct timespec moment = {at / 1000000, at % 1000000 * 1000};
        raw(f, "DELETE FROM score");
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            check_boards(f, true, noon);
            _exit(0);
        }
        nanosleep(&moment, NULL);
        kill(child, SIGKILL);
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        killed += WIFSIGNALED(status);
        int64_t rows = raw_number(f, "SELECT count(*) FROM score");
        assert_true(rows == 0 || rows == 45);
    }
    print_message("%u of %d were killed\n", killed, KILLS);
    assert_true(killed > 0);
    assert_int_equal(check_boards(f, true, noon).left, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(they_agree_whatever_happens),
        TEST(the_clock_was_set_back),
        TEST(periods_that_are_over_are_not_missed),
        TEST(changed_rows_are_named_and_repaired),
        TEST(a_changed_result_is_named),
        TEST(rows_of_nothing_are_named),
        TEST(old_sums_outlive_their_results),
        TEST(a_running_daemon_keeps_repairs_out),
        TEST(a_killed_repair_is_whole_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
