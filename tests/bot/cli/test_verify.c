/* talon verify on a database that was really played: proven, until one thing in it is changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/array.h"
#include "tests/bot/program.h"
#include "tests/bot/scene.h"
#include "tests/storage/journal_sql.h"

enum { PATIENCE = 60000 }; /* milliseconds, for who else writes */

static struct scene scene;
static long rounds;

static int verify(const char *path, const char *round)
{
    return program_run("verify --db '%s' %s", path, round);
}

static long number(const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, PATIENCE);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    long value = (long)sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return value;
}

static bool change(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, PATIENCE);
    bool changed = journal_sql_run(db, sql) > 0;
    sqlite3_close(db);
    return changed;
}

/* A match of three people to 200, and a round that is still running when the daemon ends. */
static int set_up(void **state)
{
    (void)state;
    static const char *const names[] = {"alice", "bob", "carol"};
    struct actor actors[3];
    unsigned chance = 2;
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    for (unsigned i = 0; i < 3; i++) {
        scene_join(&scene, names[i]);
        scene_do(&scene, names[i], i == 0 ? "!new" : "!join");
        actors[i] = (struct actor){.name = names[i], .forgets = 20};
    }
    scene_do(&scene, "alice", "!set score points_500");
    scene_do(&scene, "alice", "!set target 200");
    scene_type(&scene, "alice", "!start");
    scene_mark(&scene);
    scene_play(&scene, actors, 3, " wins the match!", 10000);
    scene_do(&scene, "alice", "!start");
    for (unsigned i = 0; i < 12; i++) {
        for (unsigned n = 0; n < 3; n++)
            actor_step(&scene, &actors[n], &chance);
        scene_settle(&scene);
    }
    assert_non_null(scene_table(&scene)->round);
    rounds = number("SELECT max(id) FROM round");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char copy[120];
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    unlink(copy);
    scene_finish(&scene);
    return 0;
}

/* Beside the running daemon; the secret of the running round is not shown. */
static void every_round_is_proven(void **state)
{
    (void)state;
    assert_true(rounds >= 3);
    for (long id = 1; id <= rounds; id++) {
        char round[24];
        char proven[60];
        snprintf(round, sizeof(round), "%ld", id);
        snprintf(proven, sizeof(proven), "round %ld is proven", id);
        assert_int_equal(verify(scene.path, round), 0);
        assert_non_null(strstr(program_said, proven));
        assert_int_equal(strstr(program_said, "secret ") != NULL, id < rounds);
        assert_int_equal(strstr(program_said, "still running") != NULL, id == rounds);
    }
}

/* The secret and the commitment that the program shows are those that the channel was told. */
static void it_shows_what_the_channel_was_told(void **state)
{
    (void)state;
    assert_int_equal(verify(scene.path, "1"), 0);
    char end[80];
    char *told = strstr(program_said, "\nbound by s0=");
    assert_non_null(told);
    snprintf(end, sizeof(end), "%.25s", told + 10);
    scene.mark = 0;
    assert_said(&scene, end);
    char *secret = strstr(program_said, "\nsecret s1=");
    assert_non_null(secret);
    uint8_t bytes[FAIR_SIZE];
    char bond[BOND_TEXT];
    secret[11 + 64] = '\0';
    assert_true(hash_read_hex(secret + 11, bytes)); /* what the channel was told comes of it */
    assert_true(fair_commitment(bytes, bytes));
    bond_write(bytes, bond);
    assert_string_equal(end + 3, bond);
}

/* To whom the points went is no matter of the shuffle; but if not to who sat there, it is told. */
static void a_result_of_somebody_else_is_told(void **state)
{
    (void)state;
    char copy[120];
    char vacuum[200];
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    snprintf(vacuum, sizeof(vacuum), "VACUUM INTO '%s'", copy);
    unlink(copy);
    change(scene.path, vacuum);
    assert_int_equal(verify(copy, "1"), 0);
    assert_null(strstr(program_said, ": dealt to"));
    assert_true(change(copy, "UPDATE identity SET account = 'mallory' WHERE account = 'alice'"));
    assert_int_equal(verify(copy, "1"), 0);
    assert_non_null(strstr(program_said, " alice, result for nick "));
    assert_non_null(strstr(program_said, " mallory\n"));
}

static void wrong_questions_are_refused(void **state)
{
    (void)state;
    char none[24];
    snprintf(none, sizeof(none), "%ld", rounds + 1);
    assert_int_equal(verify(scene.path, none), 1);
    assert_int_equal(verify("/nonexistent/talon.db", "1"), 1);
    assert_int_equal(verify(scene.path, "x"), EX_USAGE);
    assert_int_equal(verify(scene.path, "0"), EX_USAGE);
    assert_int_equal(verify(scene.path, ""), EX_USAGE);
}

/* One change, in a copy; round 1 is finished (its actions are an archive), the last one runs. */
static void a_changed_byte_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *sql; /* of the finished round, and of the running one */
        bool running;
    } changes[] = {
        {"UPDATE round SET secret = zeroblob(32) WHERE id = 1", false},
        {"UPDATE round SET commitment = CAST(substr(commitment, 2) || x'00' AS BLOB) WHERE id = 1",
         false},
        {"UPDATE round SET setup = replace(setup, 'dealer', 'dealer ') WHERE id = 1", false},
        {"UPDATE round SET setup = replace(setup, 'person.alice', 'person.alicia') WHERE id = 1",
         false},
        {"UPDATE round SET setup = replace(setup, 'target.200', 'target.201') WHERE id = 1", false},
        {"UPDATE round SET setup = replace(setup, 'target.200', 'target.0200') WHERE id = 1",
         false},
        {"UPDATE round SET setup = replace(setup, 'round.1', 'round.2') WHERE id = 1", false},
        {"UPDATE round SET setup = replace(setup, 'shuffle 1', 'shuffle 2') WHERE id = 1", false},
        {"UPDATE round SET setup = replace(setup, 'person.carol', 'person.carol,cut.bob.x') WHERE "
         "id = 1",
         false},
        {"UPDATE round SET setup = replace(setup, 'end ', 'end 0') WHERE id = 1", false},
        {"UPDATE round SET setup = replace(setup, 'told ', 'told 0') WHERE id = 1", false},
        {"UPDATE round SET deal_hash = deal_hash + 1 WHERE id = 1", false},
        {"UPDATE round SET rules_version = rules_version + 1 WHERE id = 1", false},
        {"UPDATE round SET rule_set = 'hyper' WHERE id = 1", false},
        {"UPDATE round SET outcome = 'blocked' WHERE id = 1", false},
        {"UPDATE round SET outcome = 'stopped' WHERE id = 1", false},
        {"UPDATE result SET points = points + 1 WHERE round = 1 AND won = 1", false},
        {"UPDATE result SET points = 5 WHERE round = 1 AND won = 0", false},
        {"UPDATE result SET won = 1 - won WHERE round = 1", false},
        {"UPDATE result SET place = 3 WHERE round = 1 AND won = 0", false},
        {"UPDATE result SET place = 2 WHERE round = 1 AND won = 1", false},
        {"UPDATE result SET won = 0 WHERE round = 1", false},
        {"UPDATE result SET plays = plays + 1 WHERE round = 1 AND seat = 1", false},
        {"UPDATE result SET cards = cards + 1 WHERE round = 1 AND seat = 0", false},
        {"UPDATE result SET duels_won = duels_won + 1 WHERE round = 1 AND seat = 2", false},
        {"UPDATE result SET duels_lost = 9, bluffs = bluffs + 1 WHERE round = 1 AND won = 1",
         false},
        {"DELETE FROM result WHERE round = 1 AND seat = 2", false},
        {"DELETE FROM result WHERE round = 1", false},
        {"UPDATE result SET seat = 7 WHERE round = 1 AND seat = 2", false},
        {"INSERT INTO result (round, seat, points, won, match_over, match_won)"
         " VALUES (1, 3, 0, 0, 0, 0)",
         false},
        {"INSERT INTO result (round, seat, points, won, match_over, match_won)"
         " SELECT id, 0, 9, 1, 0, 0 FROM round WHERE ended_at "
         "IS NULL",
         true},
        {"UPDATE round SET archive = CAST(substr(archive, 1, 60) || x'55' || substr(archive, 62) "
         "AS BLOB) "
         "WHERE id = 1",
         false},
        {"UPDATE round SET archive = (SELECT archive FROM round WHERE id = 2) WHERE id = 1", false},
        {"UPDATE journal SET action = substr(action, 1, 2) || ' keep' WHERE seq = 1", true},
        {"UPDATE journal SET action = replace(action, 'P1', 'P2') WHERE seq = 2 AND action LIKE "
         "'P1%'",
         true},
        {"UPDATE journal SET action = replace(action, 'P2', 'P3') WHERE seq = 2 AND action LIKE "
         "'P2%'",
         true},
        {"UPDATE journal SET action = replace(action, 'P3', 'P1') WHERE seq = 2 AND action LIKE "
         "'P3%'",
         true},
        {"UPDATE journal SET hash = hash + 1 WHERE seq = 3", true},
        {"DELETE FROM journal WHERE seq = 2", true},
        {"DELETE FROM journal WHERE seq = 1", true},
        {"UPDATE round SET secret = zeroblob(32) WHERE ended_at IS NULL", true},
    };
    char copy[120];
    char last[24];
    char vacuum[200];
    unsigned made = 0;
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    snprintf(last, sizeof(last), "%ld", rounds);
    snprintf(vacuum, sizeof(vacuum), "VACUUM INTO '%s'", copy);
    for (unsigned i = 0; i < ARRAY_SIZE(changes); i++) {
        unlink(copy);
        change(scene.path, vacuum);
        assert_int_equal(verify(copy, changes[i].running ? last : "1"), 0);
        if (!change(copy, changes[i].sql))
            continue; /* a seat that did not act there */
        made++;
        if (verify(copy, changes[i].running ? last : "1") != 1)
            fail_msg("not found: %s\n%s", changes[i].sql, program_said);
        assert_int_equal(verify(copy, changes[i].running ? "1" : last), 0); /* others stand */
    }
    assert_int_equal(made, ARRAY_SIZE(changes) - 2); /* one seat acted */
}

static void copy_to(const char *copy)
{
    char vacuum[200];
    snprintf(vacuum, sizeof(vacuum), "VACUUM INTO '%s'", copy);
    unlink(copy);
    change(scene.path, vacuum);
}

__attribute__((format(printf, 1, 2))) static void expect_said(const char *format, ...)
{
    char line[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    if (strstr(program_said, line) == NULL)
        fail_msg("\"%s\" is not in: %s", line, program_said);
}

/* All at once, beside the daemon: each that is not as it was is named, the others are proven. */
static void all_are_proven_at_once(void **state)
{
    (void)state;
    char copy[120];
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    assert_int_equal(verify(scene.path, "--all"), 0);
    expect_said("proven: %ld rounds (1 of them unfinished); not proven: %ld; replay deleted: %ld\n",
                rounds, 0L, 0L);
    copy_to(copy);
    assert_true(change(copy, "UPDATE round SET deal_hash = deal_hash + 1 WHERE id = 1"));
    assert_true(change(copy, "UPDATE round SET archive = x'54' WHERE id = 2"));
    assert_int_equal(verify(copy, "--all"), 1);
    expect_said("round 1 is NOT proven: the deal differs (move 0)\n");
    expect_said("round 2: its archive is damaged\n");
    expect_said("proven: %ld rounds (1 of them unfinished); not proven: %ld; replay deleted: %ld\n",
                rounds - 2, 2L, 0L);
    assert_true(change(copy, "UPDATE round SET setup = '', archive = x'' WHERE id < 3"));
    assert_int_equal(verify(copy, "--all"), 0);
    expect_said("proven: %ld rounds (1 of them unfinished); not proven: %ld; replay deleted: %ld\n",
                rounds - 2, 0L, 2L);
}

static void what_cannot_be_used_is_told_apart(void **state)
{
    (void)state;
    char copy[120];
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    assert_int_equal(verify("/nonexistent/talon.db", "--all"), 2);
    copy_to(copy);
    change(copy, "PRAGMA user_version = 99");
    assert_int_equal(verify(copy, "--all"), 2);
    assert_int_equal(verify(scene.path, "--all 1"), EX_USAGE);
}

/* check-db tells a database that is whole from boards that are right. */
static void boards_are_checked(void **state)
{
    (void)state;
    char copy[120];
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    assert_int_equal(program_run("check-db --db '%s' --timezone UTC", scene.path), 0);
    assert_non_null(strstr(program_said, " has no damage: "));
    assert_non_null(strstr(program_said, "the leaderboards match the results: "));
    assert_int_equal(program_run("check-db --db '%s' --repair", scene.path),
                     EX_TEMPFAIL); /* the daemon runs */
    assert_non_null(strstr(program_said, "systemctl stop talon"));
    assert_int_equal(program_run("check-db --db '%s' --timezone Paris", scene.path), EX_USAGE);
    copy_to(copy);
    assert_true(change(copy, "UPDATE score SET points = points + 1 WHERE span = 4"));
    assert_int_equal(program_run("check-db --db '%s'", copy), 1);
    assert_non_null(strstr(program_said, " all time: the board has "));
    assert_non_null(strstr(program_said, "the leaderboards do NOT match the results: "));
    assert_int_equal(program_run("check-db --db '%s' --repair", copy), 0);
    assert_int_equal(program_run("check-db --db '%s'", copy), 0);
    assert_non_null(strstr(program_said, "the leaderboards match the results: "));
    snprintf(copy, sizeof(copy), "%s.copy-lock", scene.path);
    unlink(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_round_is_proven),
        cmocka_unit_test(it_shows_what_the_channel_was_told),
        cmocka_unit_test(a_result_of_somebody_else_is_told),
        cmocka_unit_test(wrong_questions_are_refused),
        cmocka_unit_test(a_changed_byte_is_found),
        cmocka_unit_test(all_are_proven_at_once),
        cmocka_unit_test(what_cannot_be_used_is_told_apart),
        cmocka_unit_test(boards_are_checked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
