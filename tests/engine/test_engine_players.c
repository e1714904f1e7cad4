/* Computer players: always a legal action, from the view alone; thought pays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/player/player.h"

enum { ROUNDS = 400 };

static const char *const mixes[][4] = {
    {NULL},
    {"stack", "any", "deflect", "on"},
    {"multi_play", "same_number", "seven_zero", "on"},
    {"force_play", "always", "draw_until_playable", "on"},
    {"no_finish", "action_and_wild", "no_bluff", "on"},
    {"jump_in", "exact", "flex_wd4_challenge", "on"},
};

static void play(const struct rules *rules, const struct player_impl *const *seats,
                 unsigned players, uint64_t seed, unsigned *wins)
{
    struct chance_seeded chance;
    struct game game;
    chance_init_seed(&chance, seed);
    game_deal(rules, &game, players, SEAT_NONE, &chance.base, NULL);
    while (game.phase != PHASE_ROUND_OVER) {
        struct view view;
        view_of(rules, &game, game.turn, &view);
        struct action action;
        seats[game.turn]->choose(rules, &view, &chance.base, NULL, &action);
        assert_int_equal(action.seat, game.turn);
        assert_int_equal(game_apply(rules, &game, &action, &chance.base, NULL), REFUSED_NOT);
    }
    if (game.winner != SEAT_NONE)
        wins[game.winner]++;
}

static void test_legal(void **state)
{
    (void)state;
    assert_null(player_find("nobody"));
    for (unsigned p = 0; player_at(p) != NULL; p++) {
        const struct player_impl *seats[4];
        for (unsigned seat = 0; seat < 4; seat++)
            seats[seat] = player_at(p);
        assert_ptr_equal(player_find(player_at(p)->name), player_at(p));
        for (unsigned n = 0; ruleset_at(n) != NULL; n++)
            for (unsigned mix = 0; mix < sizeof mixes / sizeof mixes[0]; mix++) {
                struct switches switches;
                struct rules rules;
                unsigned wins[4] = {0};
                ruleset_defaults(ruleset_at(n), &switches);
                for (unsigned i = 0; i < 4 && mixes[mix][0] != NULL; i += 2)
                    assert_true(
                        switches_parse(&switches, switch_find(mixes[mix][i]), mixes[mix][i + 1]));
                assert_int_equal(rules_init(&rules, ruleset_at(n), &switches, 4), RULES_OK);
                for (unsigned seed = 0; seed < ROUNDS / 8; seed++)
                    play(&rules, seats, 4, seed, wins);
            }
    }
}

static void test_greedy_beats_random(void **state)
{
    const struct player_impl *seats[2] = {player_find("random"), player_find("greedy")};
    struct rules rules;
    unsigned wins[2] = {0};
    (void)state;
    assert_int_equal(rules_init(&rules, ruleset_find("classic"), NULL, 2), RULES_OK);
    for (unsigned seed = 0; seed < ROUNDS * 5; seed++)
        play(&rules, seats, 2, seed, wins);
    assert_true(wins[1] > wins[0] + ROUNDS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_legal),
                                       cmocka_unit_test(test_greedy_beats_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
