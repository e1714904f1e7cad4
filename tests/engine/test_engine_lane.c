/* The fast lane (engine/move/lane.h), which serves where nobody listens, in states to which random
 * rounds come too seldom: it must come to what the steps come to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/move/check.h"
#include "engine/move/plays.h"
#include "engine/position.h"

static struct rules rules;

/* Seat 0 holds two cards and is to move, with that switch. */
static void lay(struct game *game, enum switch_id id, uint16_t value)
{
    struct switches switches;
    ruleset_defaults(ruleset_find("classic"), &switches);
    switches.value[id] = value;
    assert_int_equal(rules_init(&rules, ruleset_find("classic"), &switches, 4), RULES_OK);
    position_init(game, 4);
    for (unsigned card = 0; card < rules.deck.size; card++) {
        if (card < 2 || (card >= 50 && card < 71))
            cards_add(&game->hand[card < 2 ? 0 : 1 + (card - 50) / 7], card);
        else if (card != 2)
            game->pile[game->pile_count++] = (uint8_t)card;
    }
    game->discard[game->discard_count++] = 2;
    game->colour = rules.deck.face[rules.deck.face_of[2]].colour;
    position_seal(&rules, game);
    assert_null(game_broken(&rules, game));
}

/* Plays card 0 with that word or without, both ways; gives who may be caught then. */
static uint32_t exposed_by(const struct game *game, bool uno)
{
    struct game heard = *game, silent = *game;
    struct chance_seeded chance;
    struct events events;
    struct action action = action_make(ACTION_PLAY, 0);
    action.face = rules.deck.face_of[0];
    action.uno = uno;
    chance_init_seed(&chance, 1);
    assert_int_equal(game_apply(&rules, &heard, &action, &chance.base, &events), REFUSED_NOT);
    assert_int_equal(game_apply(&rules, &silent, &action, &chance.base, NULL), REFUSED_NOT);
    assert_memory_equal(&heard, &silent, sizeof(heard));
    return silent.exposed;
}

/* the word with the play, earlier in the same turn, never, or where nobody needs it. */
static void the_lane_knows_uno(void **state)
{
    (void)state;
    struct game game;
    struct chance_seeded chance;
    struct action uno = action_make(ACTION_UNO, 0);
    chance_init_seed(&chance, 1);
    lay(&game, SWITCH_AUTO_UNO, 0);
    assert_int_equal(exposed_by(&game, false), 1);
    assert_int_equal(exposed_by(&game, true), 0);
    assert_int_equal(game_apply(&rules, &game, &uno, &chance.base, NULL), REFUSED_NOT);
    assert_int_equal(exposed_by(&game, false), 0);
    lay(&game, SWITCH_AUTO_UNO, 1);
    assert_int_equal(exposed_by(&game, false), 0);
}

/* seat 0 draws that card, both ways; gives who may be caught then. */
static uint32_t exposed_by_draw(const struct game *game, uint16_t exposed, bool playable)
{
    struct game heard = *game, silent;
    struct chance_seeded chance;
    struct events events;
    struct action draw = action_make(ACTION_DRAW, 0);
    unsigned at = 0, top = game->pile_count - 1u;
    while (cards_has(cards_matching(&rules, game), game->pile[at]) != playable)
        at++;
    heard.pile[at] = game->pile[top];
    heard.pile[top] = game->pile[at];
    heard.exposed = exposed;
    silent = heard;
    chance_init_seed(&chance, 1);
    assert_int_equal(game_apply(&rules, &heard, &draw, &chance.base, &events), REFUSED_NOT);
    assert_int_equal(game_apply(&rules, &silent, &draw, &chance.base, NULL), REFUSED_NOT);
    assert_int_equal(silent.phase, playable ? PHASE_DRAWN : PHASE_TURN);
    assert_memory_equal(&heard, &silent, sizeof(heard));
    return silent.exposed;
}

/* a draw closes the window, or leaves it open while the drawn card may be played. */
static void the_lane_knows_the_window(void **state)
{
    (void)state;
    struct game game;
    lay(&game, SWITCH_UNO_WINDOW, WINDOW_BEGINS);
    assert_int_equal(exposed_by_draw(&game, 1u << 2, true), 0);
    assert_int_equal(exposed_by_draw(&game, 1u << 2, false), 0);
    lay(&game, SWITCH_UNO_WINDOW, WINDOW_PLAYED);
    assert_int_equal(exposed_by_draw(&game, 1u << 2, true), 1u << 2);
    assert_int_equal(exposed_by_draw(&game, 1u << 2 | 1u << 0, true), 1u << 2); /* */
    assert_int_equal(exposed_by_draw(&game, 1u << 2, false), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_lane_knows_uno),
                                       cmocka_unit_test(the_lane_knows_the_window)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
