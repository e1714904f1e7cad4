/* Records, streaks and head to head as people read them, and records that fall. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/show/round_news.h"
#include "storage/query.h"
#include "tests/bot/controls.h"

/* Lays one of these cards first, so that it takes a turn more. */
static void lay(unsigned seat, const char *cards)
{
    controls_give(seat, cards);
    scene_press(&scene, seat == ALICE ? "alice" : "bob", "play R7");
}

static void play(unsigned seat, const char *cards)
{
    controls_deal_again();
    lay(seat, cards);
    controls_win(seat);
}

/* -- records that fall -- */

static const char few[] = "R7 R8";

static void a_record_that_falls_is_told_once(void **state)
{
    (void)state;
    play(ALICE, few);
    assert_not_said(&scene, "A record here");
    play(ALICE, few);
    assert_not_said(&scene, "A record here: alice has won 2");
    controls_deal_again();
    controls_win(BOB); /* by one turn, where she took two */
    scene_wait(&scene, "#table: A record here: bob has won in 0:");
    controls_deal_again();
    controls_win(BOB);
    assert_not_said(&scene, "in a row");
    controls_deal_again();
    controls_win(BOB);
    scene_wait(&scene, "A record here: bob has won 3 rounds in a row.");
    controls_deal_again();
    controls_win(BOB);
    assert_not_said(&scene, "in a row"); /* it is his own by now */
}

/* Each place is told in its own language, with numbers and the pair as that has them. */
static void a_record_falls_in_french(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "oper", NULL, true);
    play(ALICE, few);
    controls_deal_again();
    controls_give(BOB, "R7");
    /* both in one turn: the watch over what is told reads plays in English alone */
    script_command(scene.adapter, "#table", "bob", "play R7", 0);
    script_command(scene.adapter, "#table", "oper", "set channel language fr", 0);
    const char *line = scene_wait(&scene, "Record d'ici : bob gagne en 0:");
    assert_non_null(strstr(line, " (tours : 1)."));
    assert_not_said(&scene, "A record here");
}

static void a_channel_can_do_without(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "oper", NULL, true);
    play(ALICE, few);
    play(BOB, few);
    scene_command(&scene, "oper", "set channel records");
    assert_said(&scene, "records that fall are told. Values: on, off.");
    scene_command(&scene, "oper", "set channel records off");
    assert_said(&scene, "oper sets for this channel: records that fall are not told.");
    play(BOB, "R7 R8 R9 R0 G1 G2 G3 G4 G5 G6");
    assert_not_said(&scene, "A record here");
    scene_command(&scene, "oper", "set channel records on");
    play(ALICE, "R7 R8 R9 R0 G1 G2 G3 G4 G5 G6 G7");
    scene_wait(&scene, "A record here: alice has won after holding 10 cards.");
}

static void so_many_ends_wait(void **state)
{
    (void)state;
    controls_deal_again();
    const struct game before = *controls_game();
    controls_game()->phase = PHASE_ROUND_OVER;
    controls_game()->winner = SEAT_NONE;
    assert_false(round_news_wait(scene_table(&scene)));
    controls_game()->winner = ALICE;
    for (unsigned i = 0; i < ROUND_NEWS_MAX; i++)
        assert_true(round_news_wait(scene_table(&scene)));
    assert_false(round_news_wait(scene_table(&scene)));
    *controls_game() = before;
    scene_command(&scene, "alice", "order"); /* and the next turn of the loop takes them off */
    scene_type(&scene, "carol", "!lang en");
    scene_settle(&scene);
    controls_win(ALICE);
    assert_null(scene.host.show->round_news);
}

/* -- questions -- */

static void one_person_has_records(void **state)
{
    (void)state;
    play(ALICE, "R7 R8 R9 R0 G1 G2 G3 G4 G5 G6");
    play(ALICE, few);
    controls_deal_again();
    controls_win(BOB);
    scene_command(&scene, "carol", "stats alice");
    scene_wait(&scene, "Longest streak 2 (now 0). Fastest win: turns 2, time 0:");
    assert_not_said(&scene, "Rounds won: classic"); /* those of the channel are told */
    assert_said(&scene, "Largest hand that still won: cards 9.");
    assert_not_said(&scene, "challenges won");
    scene_command(&scene, "carol", "top streak");
    scene_wait(&scene, "Longest winning streaks, this channel (rounds in a row; the running one): "
                       "1. alice 2 (0), 2. bob 1 (1).");
    scene_command(&scene, "carol", "top streak hyper overall");
    scene_wait(&scene, "Longest winning streaks in hyper, everywhere (rounds in a row; the running "
                       "one): nobody yet.");
    scene_command(&scene, "carol", "top streak week");
    assert_said(&scene, "For example: ");
    scene_command(&scene, "alice", "versus bob");
    scene_wait(&scene, "alice and bob at one table: rounds 3; alice ahead in 2, bob in 1.");
    scene_command(&scene, "bob", "versus");
    scene_wait(&scene, "bob against (ahead, behind; rounds): alice 1-2 (3)");
    scene_command(&scene, "alice", "versus nobody");
    scene_wait(&scene, "Nobody of that name has finished a round with you yet.");
    scene_command(&scene, "carol", "versus");
    scene_wait(&scene, "Nobody has finished a round with you yet.");
}

/* Everything of it in French, asked for in French words. */
static void all_of_it_is_in_french(void **state)
{
    (void)state;
    int season = store_season_at(scene.store, clock_now());
    char said[160];
    play(ALICE, few);
    play(BOB, few);
    scene_command(&scene, "carol", "lang fr");
    scene_command(&scene, "bob", "lang fr");
    scene_command(&scene, "carol", "statistiques alice");
    scene_wait(&scene, "Plus longue série 1 (en cours 0). Victoire "
                       "la plus rapide\u00a0: tours 2, temps 0:");
    scene_command(&scene, "carol", "palmares serie");
    scene_wait(
        &scene,
        "Plus longues séries de victoires, dans ce salon (manches de suite\u00a0; la série en "
        "cours)\u00a0: 1. bob 1 (1), 2. alice 1 (0).");
    snprintf(said, sizeof(said), ", saison %d-%d", store_season_year(season),
             store_season_quarter(season));
    scene_command(&scene, "carol", "palmares cote saison %d-%d", store_season_year(season),
                  store_season_quarter(season));
    scene_wait(&scene, said);
    scene_command(&scene, "bob", "duel alice");
    scene_wait(
        &scene,
        "bob et alice à une même table\u00a0: manches 2\u00a0; bob devant dans 1, alice dans 1.");
    scene_command(&scene, "bob", "duel");
    scene_wait(&scene, "bob contre (devant, derrière\u00a0; manches)\u00a0: alice 1-1 (2)");
    scene_command(&scene, "bob", "duel personne");
    scene_wait(&scene, "Personne de ce nom n'a encore terminé de manche avec vous.");
}

/* What hides is there for themselves alone, and no record of theirs is told. */
static void who_hides_shows_no_records(void **state)
{
    (void)state;
    play(ALICE, few);
    play(BOB, few);
    scene_command(&scene, "bob", "hide");
    controls_deal_again();
    controls_win(BOB); /* by one turn, where it took her two */
    scene_command(&scene, "carol", "stats bob");
    scene_wait(&scene, "bob: points ");
    assert_not_said(&scene, "Longest streak");
    scene_command(&scene, "bob", "stats");
    scene_wait(&scene, "Longest streak 2 (now 2).");
    scene_command(&scene, "alice", "versus bob");
    scene_wait(&scene, "Nobody of that name has finished a round with you yet.");
    scene_command(&scene, "alice", "versus");
    scene_wait(&scene, "Nobody has finished a round with you yet.");
    scene_command(&scene, "bob", "versus alice");
    scene_wait(&scene, "bob and alice at one table: rounds 3; bob ahead in 2, alice in 1.");
    scene_command(&scene, "carol", "top streak");
    scene_wait(&scene, "the running one): 1. alice 1 (0).");
    assert_not_said(&scene, "A record here");
}

/* who was right about a wild +4. */
static void bluffs_and_challenges_count(void **state)
{
    (void)state;
    controls_deal_again();
    controls_give(ALICE, "R7 R8 W4");
    scene_command(&scene, "alice", "play w+4 blue");
    scene_press(&scene, "bob", "accept");
    controls_win(ALICE);
    controls_deal_again();
    controls_give(ALICE, "R7 R8 W4");
    scene_command(&scene, "alice", "play w+4 blue");
    scene_press(&scene, "bob", "challenge");
    controls_win(ALICE);
    controls_deal_again();
    controls_give(BOB, "G7 G8 W4");
    scene_command(&scene, "bob", "play w+4 blue");
    scene_press(&scene, "alice", "accept"); /* which was no bluff */
    controls_win(ALICE);
    scene_command(&scene, "carol", "stats alice");
    scene_wait(&scene, "Wild +4 challenges won 0, lost 1. Bluffs that held 1.");
    scene_command(&scene, "carol", "stats bob");
    scene_wait(&scene, "Wild +4 challenges won 1, lost 0.");
    assert_not_said(&scene, "Bluffs that held");
}

/* Of hands of another size no turns and no cards count. */
static void other_hands_are_no_records(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "set hand_size 3");
    scene_press(&scene, "alice", "start");
    scene_press(&scene, "alice", "hand");
    scene_press(&scene, "bob", "hand");
    controls_win(ALICE);
    scene_command(&scene, "carol", "stats alice");
    scene_wait(&scene, "Longest streak 1 (now 1).");
    assert_not_said(&scene, "Fastest");
    assert_not_said(&scene, "Largest");
}

/* -- seasons -- */

static void a_season_has_a_board(void **state)
{
    (void)state;
    char typed[80];
    char said[120];
    play(ALICE, few);
    int season = store_season_at(scene.store, clock_now());
    int year = store_season_year(season);
    int quarter = store_season_quarter(season);
    static const char *const parts[] = {"-", "-q", "t"};
    for (unsigned i = 0; i < ARRAY_SIZE(parts); i++) {
        snprintf(typed, sizeof(typed), "top rating season %d%s%d", year, parts[i], quarter);
        scene_command(&scene, "carol", "%s", typed);
        snprintf(said, sizeof(said),
                 "Best by rating, this channel, season %d-%d (rating; "
                 "rounds): alice still new (",
                 year, quarter);
        scene_wait(&scene, said);
    }
    scene_command(&scene, "carol", "top classic 2001-2 overall");
    scene_wait(&scene, "Best by rating in classic, everywhere, season 2001-2 (rating; "
                       "rounds): nobody yet.");
    static const char *const wrong[] = {"top rating season 2026-5", "top 2026-0", "top 20261",
                                        "top day 2026-1", "top streak 2026-1"};
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        char who[16];
        snprintf(who, sizeof(who), "guest%u", i);
        scene_command(&scene, who, "%s", wrong[i]);
        assert_said(&scene, "For example: ");
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_record_that_falls_is_told_once), TEST(a_record_falls_in_french),
        TEST(a_channel_can_do_without),         TEST(so_many_ends_wait),
        TEST(one_person_has_records),           TEST(all_of_it_is_in_french),
        TEST(who_hides_shows_no_records),       TEST(bluffs_and_challenges_count),
        TEST(other_hands_are_no_records),       TEST(a_season_has_a_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
