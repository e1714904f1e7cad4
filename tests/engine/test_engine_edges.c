/* What no lawful round comes to: broken states, values out of bounds, text that is none, sources of
 * chance that must be asked twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "engine/match.h"
#include "engine/move/check.h"
#include "engine/notation.h"
#include "engine/view.h"

static struct rules rules;
static struct game dealt;

static void use(const char *set)
{
    struct chance_seeded chance;
    assert_int_equal(rules_init(&rules, ruleset_find(set), NULL, 4), RULES_OK);
    chance_init_seed(&chance, 5);
    game_deal(&rules, &dealt, 4, 1, &chance.base, NULL);
    assert_int_equal(dealt.dealer, 1);
    assert_null(game_broken(&rules, &dealt));
}

static void broken(const struct game *game, const char *why)
{
    const char *got = game_broken(&rules, game);
    assert_non_null(got);
    assert_string_equal(got, why);
}

/* The seat's whole hand. */
static void to_pile(struct game *game, unsigned seat)
{
    for (struct cards hand = game->hand[seat]; !cards_empty(hand);
         cards_remove(&hand, cards_first(hand)))
        game->pile[game->pile_count++] = (uint8_t)cards_first(hand);
    game->hand[seat] = cards_none();
    game->hand_count[seat] = 0;
}

static uint32_t others(const struct game *game)
{
    return (uint16_t)(game->in_round & ~(1u << game->turn));
}

/* 14.6, 1 */
static void broken_cards_are_found(void **state)
{
    (void)state;
    struct game game;
    use("classic");
    game = dealt;
    cards_add(&game.hand[0], cards_first(game.hand[1]));
    game.hand_count[0]++;
    broken(&game, "a card is in two hands");
    game = dealt;
    game.hand_count[0]++;
    broken(&game, "the count of a hand is wrong");
    for (unsigned word = 0; word < 2; word++) {
        game = dealt;
        game.discarded.low.bits[word] ^= 1;
        broken(&game, "the set of discarded cards is wrong");
    }
    game = dealt;
    game.pile_count--;
    broken(&game, "cards are missing or double");
    game = dealt;
    game.pile[0] = game.pile[1];
    broken(&game, "cards are missing or double");
    game = dealt;
    game.top_face ^= 1;
    broken(&game, "the top is not the last card of the discard pile");
    game = dealt;
    game.pile[game.pile_count++] = game.discard[0];
    game.discard_count = 0;
    game.discarded = cards_none();
    broken(&game, "the top is not the last card of the discard pile");
}

/* 14.6, 2 */
static void broken_phases_are_found(void **state)
{
    (void)state;
    struct game game;
    use("classic");
    game = dealt;
    game.turn = 4;
    broken(&game, "nobody in the round is to act");
    game = dealt;
    game.in_round = (uint16_t)(game.in_round & ~(1u << game.turn));
    broken(&game, "nobody in the round is to act");
    game = dealt;
    game.in_round = (uint16_t)(1u << game.turn);
    broken(&game, "a round goes on with one player");
    game = dealt;
    game.colour = COLOUR_NONE;
    broken(&game, "no colour in force");
    game = dealt;
    game.colour = COLOUR_PURPLE;
    broken(&game, "a colour that the set does not have");
    game = dealt;
    game.phase = PHASE_DRAWN;
    game.drawn = game.pile[0];
    broken(&game, "the drawn card is not held");
    game.drawn = DECK_MAX;
    broken(&game, "the drawn card is not held");
    game = dealt;
    game.drawn = (uint8_t)cards_first(game.hand[game.turn]);
    broken(&game, "a drawn card outside its choice");
    game = dealt;
    game.phase = PHASE_CHALLENGE;
    game.offender = SEAT_NONE;
    broken(&game, "a challenge without an offender");
    game.offender = game.turn;
    broken(&game, "a challenge without an offender");
    game = dealt;
    game.phase = PHASE_DRAWN;
    game.drawn = (uint8_t)cards_first(game.hand[game.turn]);
    game.pending = 2;
    broken(&game, "a sum is pending outside a turn");
    use("web");
    game = dealt;
    game.phase = PHASE_TARGET; /* W-3 */
    broken(&game, "a choice without anybody to choose");
    game.eligible = (uint16_t)(1u << game.turn);
    broken(&game, "a choice of somebody who cannot be chosen");
    game.eligible = 1u << 7;
    broken(&game, "a choice of somebody who cannot be chosen");
    game = dealt;
    game.eligible = others(&game);
    broken(&game, "somebody may be chosen outside the choice");
}

/* 14.6, 3 to 6 */
static void broken_marks_are_found(void **state)
{
    (void)state;
    struct game game;
    use("hyper");
    game = dealt;
    game.exposed = 1u << 7;
    broken(&game, "somebody outside the round is exposed");
    game = dealt;
    game.exposed = 3;
    broken(&game, "two players are exposed");
    game = dealt;
    game.exposed = 1;
    broken(&game, "an exposed player does not hold one card");
    game = dealt;
    game.hyper = game.colour == COLOUR_RED ? COLOUR_BLUE : COLOUR_RED;
    broken(&game, "Hyper Speed is not the colour in force");
    game = dealt;
    to_pile(&game, 0);
    broken(&game, "an empty hand is still in the round");
    use("web");
    game = dealt;
    game.phase = PHASE_TARGET;
    game.eligible = others(&game);
    unsigned other = game.turn == 0 ? 1 : 0; /* who chooses may have none (HR-16), no other */
    to_pile(&game, other);
    broken(&game, "an empty hand is still in the round");
    game = dealt;
    game.phase = PHASE_TARGET;
    game.eligible = others(&game);
    to_pile(&game, game.turn);
    assert_null(game_broken(&rules, &game));
    use("flex");
    game = dealt;
    game.power_red = game.in_round;
    broken(&game, "all power cards are red");
}

static void numbers_of_switches_are_checked(void **state)
{
    static const struct {
        enum switch_id id;
        const char *text;
        bool good;
    } rows[] = {
        {SWITCH_UNO_PENALTY, "progressive 2,3", true},
        {SWITCH_UNO_PENALTY, "progressive x", false},
        {SWITCH_UNO_PENALTY, "progressive 9999,1", false},
        {SWITCH_UNO_PENALTY, "progressive 2", false},
        {SWITCH_UNO_PENALTY, "progressive 2,x", false},
        {SWITCH_UNO_PENALTY, "progressive 2,9999", false},
        {SWITCH_UNO_PENALTY, "progressive 2,3x", false},
        {SWITCH_UNO_PENALTY, "fixed 3", true},
        {SWITCH_UNO_PENALTY, "fixed x", false},
        {SWITCH_UNO_PENALTY, "9999", false},
        {SWITCH_UNO_PENALTY, "3x", false},
        {SWITCH_DEFLECT, "yes", true},
        {SWITCH_DEFLECT, "true", true},
        {SWITCH_DEFLECT, "no", true},
        {SWITCH_DEFLECT, "false", true},
        {SWITCH_DEFLECT, "maybe", false},
        {SWITCH_STACK, "yes", false},
        {SWITCH_TARGET, "500", true},
        {SWITCH_TARGET, "500x", false},
        {SWITCH_TARGET, "-1", false},
        {SWITCH_TARGET, "65535", false},
        {SWITCH_TARGET, "99999999999", false},
    };
    (void)state;
    struct switches switches;
    ruleset_defaults(ruleset_find("classic"), &switches);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct switches before = switches;
        assert_int_equal(switches_parse(&switches, rows[i].id, rows[i].text), rows[i].good);
        if (!rows[i].good)
            assert_memory_equal(&switches, &before, sizeof(before));
    }
}

/* What a program could put there past switches_parse(). */
static void bounds_of_switches_are_checked(void **state)
{
    (void)state;
    struct switches switches;
    struct rules other;
    char text[64];
    const struct ruleset *set = ruleset_find("classic");
    const struct {
        enum switch_id id;
        uint16_t value;
    } rows[] = {{SWITCH_UNO_PENALTY, 0xff},
                {SWITCH_UNO_PENALTY, 0xff00},
                {SWITCH_HAND_SIZE, 0},
                {SWITCH_STACK, 99},
                {SWITCH_MERCY, 113}};
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        ruleset_defaults(set, &switches);
        switches.value[rows[i].id] = rows[i].value;
        assert_int_equal(rules_init(&other, set, &switches, 4), RULES_VALUE);
    }
    ruleset_defaults(set, &switches);
    switches.value[SWITCH_STACK] = 99;
    assert_int_not_equal(switches_format(&switches, SWITCH_STACK, text, sizeof(text)), 0);
    assert_string_equal(text, "?");
    assert_int_equal(switches_format(&switches, SWITCH_HAND_SIZE, text, 1), 0);
    switches.value[SWITCH_UNO_PENALTY] = 2 | 3 << 8;
    assert_int_not_equal(switches_format(&switches, SWITCH_UNO_PENALTY, text, sizeof(text)), 0);
    assert_string_equal(text, "progressive 2,3");
    assert_string_equal(refusal_name(REFUSED_COUNT), refusal_name(REFUSED_MALFORMED));
    assert_string_equal(rules_error_name((enum rules_error)99), rules_error_name(RULES_VALUE));
}

static void names_beyond_the_last_are_empty(void **state)
{
    (void)state;
    char text[ACTION_TEXT];
    use("skull");
    assert_int_equal(colour_letter(COLOUR_COUNT), '-');
    assert_string_equal(colour_name(COLOUR_COUNT), "");
    assert_string_equal(kind_name(KIND_NUMBER), "number");
    assert_string_equal(kind_name(KIND_COUNT), "");
    assert_string_equal(phase_name(99), "");
    assert_int_equal(face_parse(&rules.deck, "", 0), FACE_NONE);
    const char *const none[] = {"", "P", "P1000", "x1", "P0", "P1x", "P1/", "P21"};
    for (unsigned i = 0; i < ARRAY_SIZE(none); i++)
        assert_int_equal(seat_parse(none[i], strlen(none[i])), SEAT_NONE);
    struct action action = action_make(ACTION_PLAY, 2);
    action.face = FACE_NONE;
    action.more_count = 9;
    memset(action.more, FACE_NONE, sizeof(action.more));
    action.proclaim = action.flex = action.uno = true;
    action.target = 9;
    action.colour = COLOUR_PURPLE;
    assert_true(action_format(&rules, &action, text) < ACTION_TEXT);
    action = action_make(ACTION_KIND_COUNT, 0);
    action_format(&rules, &action, text);
    assert_string_equal(text, "P1 ?");
}

static void bad_actions_are_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "P1",
                                      "Q1 draw",
                                      "P1 play",
                                      "P1 play ?",
                                      "P1 play R5 target",
                                      "P1 play R5 target P2 target P3",
                                      "P1 play R5 target Q",
                                      "P1 play R1 + R1 + R1 + R1 + R1 + R1 + R1 + R1 + R1",
                                      "P1 play R5 +",
                                      "P1 play R5 sideways",
                                      "P1 dance",
                                      "P1 draw more",
                                      "P1 colour",
                                      "P1 target"};
    struct action action;
    (void)state;
    use("classic");
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++)
        assert_non_null(action_parse(&rules, bad[i], strlen(bad[i]), &action));
    assert_null(action_parse(&rules, "  P1\tplay \t R5 ", 15, &action));
    assert_null(action_parse(&rules, "P1 play WS blue proclaim", 24, &action));
    assert_int_equal(action.face, FACE_NONE); /* another set's */
}

struct words {
    struct chance base;
    uint32_t word; /* of every further call */
};

static void refill(struct chance *chance)
{
    struct words *words = (struct words *)chance;
    for (unsigned i = 0; i < CHANCE_WORDS; i++)
        chance->words[i] = words->word;
    chance->at = 0;
}

/* Words that would make some picks likelier than others are thrown away. */
static void biased_words_are_dropped(void **state)
{
    (void)state;
    struct words words = {.base = {.refill = refill, .at = CHANCE_WORDS}, .word = UINT32_MAX};
    uint32_t pick = 7;
    words.base.at = CHANCE_WORDS - 1;
    words.base.words[CHANCE_WORDS - 1] = 0; /* 0 of 3 leaves a remainder below 2^32 mod 3 */
    assert_false(chance_below_at_once(&words.base, 3, &pick));
    assert_int_equal(pick, 7);
    assert_int_equal(chance_below(&words.base, 3), 2);
    words.base.at = CHANCE_WORDS;
    assert_false(chance_below_at_once(&words.base, 3, &pick));
    uint32_t three[3];
    words.word = 1431655766; /* times 6 it leaves 4, the least that is not thrown away */
    words.base.at = CHANCE_WORDS - 1;
    words.base.words[CHANCE_WORDS - 1] = 0;
    chance_below_three(&words.base, 3, three);
    assert_int_equal(words.base.at, 1);
    assert_int_equal(three[0], 1);
    words.base.words[words.base.at] = UINT32_MAX;
    assert_true(chance_below_at_once(&words.base, 3, &pick));
    assert_int_equal(pick, 2);
}

static void expect(enum refusal refusal, struct game *game, struct action action)
{
    struct game before = *game;
    struct chance_seeded chance;
    chance_init_seed(&chance, 1);
    assert_int_equal(game_apply(&rules, game, &action, &chance.base, NULL), refusal);
    if (refusal != REFUSED_NOT)
        assert_memory_equal(&before, game, sizeof(before));
}

static void missing_fields_are_refused(void **state)
{
    (void)state;
    struct game game;
    struct action action;
    use("skull");
    game = dealt;
    game.phase = PHASE_COLOUR;
    game.colour = COLOUR_NONE;
    action = action_make(ACTION_COLOUR, game.turn);
    expect(REFUSED_COLOUR_NEEDED, &game, action); /* */
    action.colour = COLOUR_YELLOW;
    expect(REFUSED_COLOUR_UNKNOWN, &game, action);
    action = action_make(ACTION_PLAY, dealt.turn);
    action.face = rules.deck.face_of[cards_first(dealt.hand[dealt.turn])];
    action.colour = COLOUR_COUNT;
    game = dealt;
    expect(REFUSED_COLOUR_UNKNOWN, &game, action);
    game = dealt; /* R-57, with nobody listening */
    game.turn_actions = (uint16_t)(rules_switch(&rules, SWITCH_ROUND_LIMIT) - 1);
    if (game.phase == PHASE_TURN)
        expect(REFUSED_NOT, &game, action_make(ACTION_DRAW, game.turn));
    assert_int_equal(game.phase, PHASE_ROUND_OVER);
    use("web");
    game = dealt;
    game.phase = PHASE_TARGET;
    game.eligible = others(&game);
    action = action_make(ACTION_TARGET, game.turn);
    expect(REFUSED_TARGET_NEEDED, &game, action); /* W-3 */
    action.target = 9;
    expect(REFUSED_TARGET, &game, action);
    action.target = game.turn;
    expect(REFUSED_TARGET, &game, action);
    action = action_make(ACTION_DRAW, game.turn);
    action.more_count = 9;
    expect(REFUSED_MALFORMED, &game, action);
    use("flex"); /* F-13 */
    game = dealt;
    cards_add(&game.hand[game.turn], cards_first(rules.of_kind[KIND_WILD_TARGET2]));
    action = action_make(ACTION_PLAY, game.turn);
    action.face = rules.deck.face_of[cards_first(rules.of_kind[KIND_WILD_TARGET2])];
    action.colour = COLOUR_RED;
    action.flex = true;
    action.target = PLAYERS_MAX;
    expect(REFUSED_TARGET, &game, action);
}

/* Seats that see nothing, and seats that are alone. */
static void seats_may_see_nothing_or_be_alone(void **state)
{
    (void)state;
    struct view view;
    struct legal legal;
    struct game game;
    use("classic");
    view_of(&rules, &dealt, SEAT_NONE, &view);
    assert_int_equal(view.seat, SEAT_NONE);
    assert_true(cards_empty(view.hand));
    game = dealt;
    game.in_round = 1u << 2;
    assert_int_equal(game_next(&game, 2), 2);
    game.in_round = 0;
    assert_int_equal(game_next(&game, 2), 2);
    game.in_round = 1u << 2;
    assert_false(rules_has_colour(&rules, COLOUR_NONE));
    game_legal(&rules, &game, 1, &legal); /* out of the round */
    assert_false(legal.draw);
    game_legal(&rules, &game, 9, &legal);
    assert_false(legal.draw);
    game.phase = PHASE_ROUND_OVER;
    game_legal(&rules, &game, 2, &legal);
    assert_false(legal.draw);
    assert_null(game_broken(&rules, &game)); /* of a round that is over only the cards count */
}

static void seats_of_a_match_go(void **state)
{
    (void)state;
    struct match match;
    match_init(&match, 2);
    match_remove_seat(&match, 5);
    assert_int_equal(match.players, 2);
    match_remove_seat(&match, 0); /* before the first deal nobody has it */
    assert_int_equal(match.dealer, SEAT_NONE);
    match.dealer = 0;
    match_remove_seat(&match, 0);
    assert_int_equal(match.players, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_cards_are_found),
        cmocka_unit_test(broken_phases_are_found),
        cmocka_unit_test(broken_marks_are_found),
        cmocka_unit_test(numbers_of_switches_are_checked),
        cmocka_unit_test(bounds_of_switches_are_checked),
        cmocka_unit_test(names_beyond_the_last_are_empty),
        cmocka_unit_test(bad_actions_are_refused),
        cmocka_unit_test(biased_words_are_dropped),
        cmocka_unit_test(missing_fields_are_refused),
        cmocka_unit_test(seats_may_see_nothing_or_be_alone),
        cmocka_unit_test(seats_of_a_match_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
