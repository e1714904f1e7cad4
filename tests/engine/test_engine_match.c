/* Rounds added up: what scenarios leave out of match.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/match.h"

static struct rules rules;

static struct game round_won(unsigned players, unsigned winner, unsigned dealer)
{
    struct game game = {.players = (uint8_t)players,
                        .dealer = (uint8_t)dealer,
                        .phase = PHASE_ROUND_OVER,
                        .winner = (uint8_t)winner};
    for (unsigned seat = 0; seat < players; seat++) {
        if (seat != winner)
            game.hand[seat] = rules.of_kind[KIND_WILD]; /* 4 x 50 */
    }
    return game;
}

static void use(const char *score)
{
    struct switches switches;
    ruleset_defaults(ruleset_find("classic"), &switches);
    assert_true(switches_parse(&switches, SWITCH_SCORE, score));
    assert_int_equal(rules_init(&rules, ruleset_find("classic"), &switches, 0), RULES_OK);
}

/* */
static void points_add_up(void **state)
{
    struct match match;
    (void)state;
    use("points_500");
    match_init(&match, 3);
    assert_int_equal(match.dealer, SEAT_NONE);
    struct game game = round_won(3, 1, 2);
    match_add_round(&match, &rules, &game);
    assert_int_equal(match.total[1], 400);
    assert_int_equal(match.dealer, 0);
    assert_false(match.over);
    match_add_round(&match, &rules, &game);
    assert_int_equal(match.total[1], 800);
    assert_true(match.over);
    assert_int_equal(match.winners, 1 << 1);
    assert_int_equal(match.rounds, 2);
}

/* a void round counts for nothing; the deal moves on */
static void void_rounds_count_nothing(void **state)
{
    struct match match;
    (void)state;
    use("single_round");
    match_init(&match, 2);
    struct game game = round_won(2, SEAT_NONE, 0);
    match_add_round(&match, &rules, &game);
    assert_false(match.over);
    assert_int_equal(match.rounds, 0);
    assert_int_equal(match.total[0] + match.total[1], 0);
    assert_int_equal(match.dealer, 1);
    match_pass_deal(&match, match.dealer); /* of a round that nobody can read any more */
    assert_int_equal(match.dealer, 0);
}

/* one round, its points recorded all the same */
static void a_single_round_is_a_match(void **state)
{
    struct match match;
    (void)state;
    use("single_round");
    match_init(&match, 2);
    struct game game = round_won(2, 0, 0);
    match_add_round(&match, &rules, &game);
    assert_true(match.over);
    assert_int_equal(match.winners, 1);
    assert_int_equal(match.gained[0], 200);
}

/* ties share; who has left does not win */
static void the_lowest_total_wins(void **state)
{
    struct match match;
    (void)state;
    use("lowest_500");
    match_init(&match, 4);
    match.total[0] = 100;
    match.total[1] = 400;
    match.total[2] = 100;
    struct game game = round_won(4, 2, 0);
    game.hand[0] = game.hand[3] = cards_none();
    game.left = 1 << 3;
    match_add_round(&match, &rules, &game);
    assert_int_equal(match.total[1], 600);
    assert_true(match.over);
    assert_int_equal(match.winners, 1 << 0 | 1 << 2);
}

static void expect_places(const struct game *game, const char *due)
{
    uint8_t places[PLAYERS_MAX];
    char text[PLAYERS_MAX + 1] = "";
    match_places(&rules, game, places);
    for (unsigned seat = 0; seat < game->players; seat++)
        text[seat] = (char)('0' + places[seat]);
    assert_string_equal(text, due);
}

/* As far as the rules of the round set them apart. */
static void places_follow_the_rules(void **state)
{
    (void)state;
    use("points_500");
    struct game game = round_won(4, 2, 0);
    game.in_round = 0xf;
    game.hand[0] = cards_none(); /* cheap or not is of no account */
    expect_places(&game, "2212");
    game.in_round = 1 << 0 | 1 << 2; /* two are out, or have left */
    expect_places(&game, "2313");
    game.in_round = 1 << 1 | 1 << 2 | 1 << 3; /* HR-16: one is behind the winner */
    game.place[0] = 2;
    expect_places(&game, "2313");
    use("lowest_500");
    game = round_won(4, 2, 0);
    game.in_round = 0xf;
    expect_places(&game, "2212");
    game.hand[3] = rules.of_kind[KIND_NUMBER];
    game.hand[0] = cards_none(); /* blocked, and nothing but a power card */
    expect_places(&game, "2314");
    game.in_round = 0xe; /* no card, because he left */
    expect_places(&game, "4213");
}

static void seats_come_and_go(void **state)
{
    struct match match;
    (void)state;
    match_init(&match, 3);
    match.dealer = 2;
    match.total[0] = 1;
    match.total[1] = 2;
    match.total[2] = 3;
    assert_true(match_add_seat(&match));
    assert_int_equal(match.players, 4);
    match_remove_seat(&match, 0); /* the deal stays with whoever had it */
    assert_int_equal(match.dealer, 1);
    assert_int_equal(match.total[0], 2);
    assert_int_equal(match.total[2], 0);
    match_remove_seat(&match, 1); /* he had it: it goes on */
    assert_int_equal(match.dealer, 1);
    match_remove_seat(&match, 1);
    assert_int_equal(match.dealer, 0);
    assert_int_equal(match.players, 1);
    while (match_add_seat(&match))
        continue;
    assert_int_equal(match.players, PLAYERS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_add_up),
        cmocka_unit_test(void_rounds_count_nothing),
        cmocka_unit_test(a_single_round_is_a_match),
        cmocka_unit_test(the_lowest_total_wins),
        cmocka_unit_test(places_follow_the_rules),
        cmocka_unit_test(seats_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
