/* Computer players where rounds hardly ever lead: positions that are laid card by card, budgets
 * that are left to the player, and the bounds of what it adds up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "engine/move/check.h"
#include "engine/notation.h"
#include "engine/player/guess.h"
#include "engine/player/search.h"
#include "engine/player/value_weights.h"
#include "engine/position.h"

static struct rules rules;
static struct game game;
static struct cards left; /* that lie nowhere yet */
static struct chance_seeded chance;

/* A table of that set, with one switch. */
static void lay(const char *set, unsigned players, enum switch_id id, uint16_t value)
{
    struct switches switches;
    ruleset_defaults(ruleset_find(set), &switches);
    switches.value[id] = value;
    assert_int_equal(rules_init(&rules, ruleset_find(set), &switches, players), RULES_OK);
    position_init(&game, players);
    left = cards_none();
    for (unsigned card = 0; card < rules.deck.size; card++)
        cards_add(&left, card);
    chance_init_seed(&chance, 7);
}

static unsigned take(const char *code)
{
    unsigned face = face_parse(&rules.deck, code, strlen(code));
    assert_int_not_equal(face, FACE_NONE);
    unsigned card = cards_first(cards_and(left, rules.of_face[face]));
    cards_remove(&left, card);
    return card;
}

/* Turns a card up; what lies nowhere goes to the pile, or under it. */
static void seal(unsigned top, bool shown)
{
    cards_remove(&left, top);
    for (; !cards_empty(left); cards_remove(&left, cards_first(left))) {
        if (shown)
            game.discard[game.discard_count++] = (uint8_t)cards_first(left);
        else
            game.pile[game.pile_count++] = (uint8_t)cards_first(left);
    }
    game.discard[game.discard_count++] = (uint8_t)top;
    game.colour = rules.deck.face[rules.deck.face_of[top]].colour;
    position_seal(&rules, &game);
    assert_null(game_broken(&rules, &game));
}

/* All levels answer lawfully; gives what the last of them does. */
static struct action ask(void)
{
    static const struct player_budget budget = {.nodes = 200};
    struct action action = action_make(ACTION_PASS, 0);
    struct view view;
    view_of(&rules, &game, 0, &view);
    for (unsigned n = 0; player_at(n) != NULL; n++) {
        struct game tried = game;
        player_at(n)->choose(&rules, &view, &chance.base, &budget, &action);
        assert_int_equal(game_apply(&rules, &tried, &action, &chance.base, NULL), REFUSED_NOT);
    }
    return action;
}

/* HR-7: a penalty brings the colour without which the wild +4 just drawn could be played. */
static void a_card_may_be_drawn_in_vain(void **state)
{
    struct guess guess;
    struct game guessed;
    struct view view;
    (void)state;
    lay("classic", 2, SWITCH_NO_BLUFF, 1);
    cards_add(&game.hand[0], take("B1"));
    cards_add(&game.hand[0], take("R2"));
    cards_add(&game.hand[1], take("G1"));
    game.drawn = (uint8_t)take("W4");
    cards_add(&game.hand[0], game.drawn);
    game.phase = PHASE_DRAWN;
    seal(take("R9"), false);
    assert_int_equal(ask().kind, ACTION_KEEP);
    view_of(&rules, &game, 0, &view);
    assert_true(cards_empty(cards_or(view.legal.normal, view.legal.flex)));
    guess_init(&guess, &rules, &view, NULL);
    guess_game(&guess, &chance.base, &guessed);
    assert_int_equal(guessed.drawn, game.drawn);
}

/* Of no colour is there a card that is not seen. */
static void nothing_may_be_unseen(void **state)
{
    (void)state;
    lay("classic", 2, SWITCH_DEALER, 0);
    cards_add(&game.hand[0], take("R1"));
    cards_add(&game.hand[0], take("B2"));
    cards_add(&game.hand[1], take("W"));
    seal(take("R9"), true);
    ask();
}

/* More choices than the search compares: seven sevens, each for seven to swap hands with (HR-4),
 * and both sides of the other cards. */
static void there_may_be_many_choices(void **state)
{
    (void)state;
    lay("flex", 8, SWITCH_SEVEN_ZERO, 1);
    unsigned top = DECK_MAX, other = 0;
    for (unsigned card = 0; card < rules.deck.size; card++) {
        const struct card *printed = &rules.deck.face[rules.deck.face_of[card]];
        bool seven = printed->kind == KIND_NUMBER && printed->value == 7;
        if (seven && top == DECK_MAX)
            top = card;
        else if (other < 7 && printed->kind == KIND_NUMBER && !seven)
            cards_add(&game.hand[++other], card);
        else
            cards_add(&game.hand[0], card);
    }
    left = cards_none();
    cards_add(&left, top);
    seal(top, false);
    ask();
}

/* Its own budget is as many nodes as it takes; a flag that is not raised changes nothing, and who
 * may see all cards needs no guess. */
static void a_player_has_its_own_budget(void **state)
{
    const atomic_bool stop = false;
    const struct player_budget budgets[] = {{.nodes = 0}, {.nodes = 0, .stop = &stop}};
    struct action action[4];
    struct view view;
    (void)state;
    lay("classic", 2, SWITCH_DEALER, 0);
    static const char *const hand[] = {"R1", "R2", "Rskip", "B9", "W", "G4"};
    for (unsigned i = 0; i < ARRAY_SIZE(hand); i++)
        cards_add(&game.hand[0], take(hand[i]));
    cards_add(&game.hand[1], take("G1"));
    cards_add(&game.hand[1], take("G2"));
    seal(take("R9"), false);
    view_of(&rules, &game, 0, &view);
    for (unsigned i = 0; i < 4; i++) {
        const struct player_budget *budget = i < 2 ? &budgets[i] : NULL;
        chance_init_seed(&chance, 7);
        uint32_t nodes =
            search_choose(&rules, &view, i < 3 ? NULL : &game, &chance.base, budget, &action[i]);
        assert_in_range(nodes, 10000, 30000);
        struct game tried = game;
        assert_int_equal(game_apply(&rules, &tried, &action[i], &chance.base, NULL), REFUSED_NOT);
    }
    assert_memory_equal(&action[0], &action[1], sizeof(action[0]));
    assert_memory_equal(&action[0], &action[2], sizeof(action[0]));
}

/* HR-3: of who jumps in out of turn the plays before tell nothing any more. */
static void a_jump_in_is_no_choice(void **state)
{
    static struct memory memory;
    struct action action;
    (void)state;
    lay("classic", 2, SWITCH_JUMP_IN, JUMP_IN_EXACT);
    cards_add(&game.hand[0], take("R1"));
    cards_add(&game.hand[0], take("G1"));
    cards_add(&game.hand[1], take("R9"));
    cards_add(&game.hand[1], take("G2"));
    cards_add(&game.hand[1], take("B2"));
    seal(take("R9"), false);
    memory_begin(&memory, &game);
    memory.plays[1] = 1;
    struct game before = game;
    action = action_make(ACTION_PLAY, 1);
    action.face = (uint8_t)face_parse(&rules.deck, "R9", 2);
    assert_int_equal(game_apply(&rules, &game, &action, &chance.base, NULL), REFUSED_NOT);
    memory_note(&memory, &rules, &before, &action, &game);
    assert_int_equal(memory.plays[1], 0);
}

/* The largest of what `count` weights from the n-th on can add, or, with -1, its negative. */
static int most(unsigned first, unsigned count, int sign)
{
    int best = INT16_MIN;
    for (unsigned i = first; i < first + count; i++)
        best = sign * value_weights[i] > best ? sign * value_weights[i] : best;
    return best;
}

/* value.c shifts by a sum of them: none may come near what its offset allows. Hands of one bucket
 * share its weights. */
static void weights_are_bounded(void **state)
{
    static const uint8_t counts[4][2] = {{0, 2}, {2, 1}, {3, 2}, {5, 11}};
    (void)state;
    for (int sign = -1; sign < 2; sign += 2) {
        for (unsigned b = 0; b < 4; b++) {
            for (unsigned distance = 0; distance < 4; distance++) {
                unsigned near = distance < 2 ? distance : 2;
                int sum = most(VALUE_COUNT + counts[b][0], counts[b][1], sign) +
                          most(VALUE_PLACE + distance * 4 + b, 1, sign) +
                          most(VALUE_WILDS + b * 4, 4, sign) +
                          most(VALUE_OPEN + near * 12 + b * 3, 3, sign) +
                          most(VALUE_COLOURS + b * 5, 5, sign) +
                          most(VALUE_ACTIONS + b * 4, 4, sign) + most(VALUE_PHASE, 6, sign) +
                          most(VALUE_POWER, 3, sign);
                assert_in_range(1024 + sign * sum, 1, 2400);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_may_be_drawn_in_vain),
        cmocka_unit_test(nothing_may_be_unseen),
        cmocka_unit_test(there_may_be_many_choices),
        cmocka_unit_test(a_player_has_its_own_budget),
        cmocka_unit_test(a_jump_in_is_no_choice),
        cmocka_unit_test(weights_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
