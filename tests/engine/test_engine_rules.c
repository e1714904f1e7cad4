/* Chance, decks, switches and the checks of rules_init(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "engine/move/check.h"
#include "engine/ruleset.h"

static void chance_is_fixed(void **state)
{
    struct chance_seeded a, b;
    unsigned buckets[7] = {0};
    (void)state;
    chance_init_seed(&a, 42);
    chance_init_seed(&b, 42);
    for (unsigned i = 0; i < 1000; i++)
        assert_int_equal(chance_word(&a.base), chance_word(&b.base));
    for (unsigned i = 0; i < 70000; i++) {
        unsigned pick = chance_below(&a.base, 7);
        assert_in_range(pick, 0, 6);
        buckets[pick]++;
    }
    for (unsigned i = 0; i < 7; i++)
        assert_in_range(buckets[i], 9500, 10500);
    assert_int_equal(chance_below(&a.base, 1), 0);
}

/* The first words of seed 0: stored rounds of simulations depend on them on every machine. */
static void chance_has_known_words(void **state)
{
    struct chance_seeded chance;
    (void)state;
    chance_init_seed(&chance, 0);
    uint32_t high = chance_word(&chance.base), low = chance_word(&chance.base);
    assert_true(((uint64_t)high << 32 | low) == UINT64_C(0x53175d61490b23df));
}

static void cards_are_walked(void **state)
{
    struct cards set = cards_none();
    const unsigned members[] = {0, 5, 63, 64, 100, 111, 127, 128, 150, 191, 192, 223};
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(members); i++)
        cards_add(&set, members[i]);
    assert_int_equal(cards_count(set), ARRAY_SIZE(members));
    for (unsigned i = 0; i < ARRAY_SIZE(members); i++) {
        assert_true(cards_has(set, members[i]));
        assert_int_equal(cards_nth(set, i), members[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(members); i++) {
        assert_int_equal(cards_first(set), members[i]);
        cards_remove(&set, cards_first(set));
    }
    assert_true(cards_empty(set));
    const struct half half = {{~UINT64_C(0), ~UINT64_C(0)}};
    assert_int_equal(cards_count((struct cards){half, half}), 256);
    assert_int_equal(cards_count(cards_of(false, (struct cards){half, half})), 128);
    assert_true(cards_equal(cards_none(), cards_of(false, (struct cards){half_none(), half})));
    assert_false(cards_equal(cards_none(), (struct cards){half_none(), half}));
}

/* RULES.md 11: sizes, colours, points of the six decks. */
static void decks_are_those_of_the_sheets(void **state)
{
    static const struct {
        const char *name;
        unsigned size, wilds, points;
    } decks[] = {{"classic", 108, 8, 360 + 480 + 400}, {"hyper", 112, 12, 360 + 480 + 600},
                 {"skull", 112, 12, 360 + 480 + 600},  {"web", 112, 12, 360 + 480 + 600},
                 {"flex", 104, 16, 288 + 480 + 800},   {"minion", 112, 12, 360 + 480 + 600}};
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        struct rules rules;
        unsigned points = 0;
        assert_int_equal(rules_init(&rules, ruleset_find(decks[i].name), NULL, 0), RULES_OK);
        assert_string_equal(ruleset_name(ruleset_at(i)), decks[i].name);
        assert_int_equal(rules.deck.size, decks[i].size);
        assert_int_equal(cards_count(rules.wilds), decks[i].wilds);
        for (unsigned colour = 0; colour < 4; colour++) {
            assert_int_equal(cards_count(rules.of_colour[rules.colours[colour]]),
                             (decks[i].size - decks[i].wilds) / 4);
        }
        for (unsigned card = 0; card < rules.deck.size; card++)
            points += rules.deck.face[rules.deck.face_of[card]].points;
        assert_int_equal(points, decks[i].points);
    }
    assert_null(ruleset_at(6));
    assert_null(ruleset_find("flip"));
}

/* HR-21: every face twice as often as soon as one deck has too few seats, and not before. */
static void two_decks_are_shuffled_together(void **state)
{
    (void)state;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        static struct rules one, two;
        struct switches switches;
        const struct ruleset *set = ruleset_at(n);
        ruleset_defaults(set, &switches);
        assert_int_equal(rules_init(&one, set, &switches, 0), RULES_OK);
        const unsigned most = one.players_max;
        assert_int_equal(rules_init(&two, set, &switches, most + 1), RULES_PLAYERS);
        switches.value[SWITCH_TWO_DECKS] = true;
        assert_int_equal(rules_init(&two, set, &switches, most), RULES_OK);
        assert_int_equal(two.decks, 1);
        assert_int_equal(two.deck.size, one.deck.size);
        assert_int_equal(rules_init(&two, set, &switches, most + 1), RULES_OK);
        assert_int_equal(two.decks, 2);
        assert_int_equal(two.deck.size, 2 * one.deck.size);
        assert_int_equal(two.power_cards, 2 * one.power_cards);
        for (unsigned face = 0; face < one.deck.faces; face++) {
            assert_int_equal(two.deck.copies[face], 2 * one.deck.copies[face]);
            assert_int_equal(cards_count(two.of_face[face]), two.deck.copies[face]);
        }
        assert_int_equal(rules_init(&two, set, &switches, 2 * most), RULES_OK);
        assert_int_equal(rules_init(&two, set, &switches, 2 * most + 1), RULES_PLAYERS);
    }
}

/* who leaves takes no deck away; the number of players at the deal decided. */
static void the_second_deck_stays(void **state)
{
    (void)state;
    struct rules rules;
    struct game game;
    struct switches switches;
    struct chance_seeded chance;
    const struct ruleset *set = ruleset_find("classic");
    ruleset_defaults(set, &switches);
    switches.value[SWITCH_TWO_DECKS] = true;
    assert_int_equal(rules_init(&rules, set, &switches, 11), RULES_OK);
    chance_init_seed(&chance, 78);
    game_deal(&rules, &game, 11, 0, &chance.base, NULL);
    for (unsigned seat = 4; seat < 11; seat++) {
        const struct action action = action_make(ACTION_LEAVE, seat);
        assert_int_equal(game_apply(&rules, &game, &action, &chance.base, NULL), REFUSED_NOT);
    }
    assert_null(game_broken(&rules, &game));
    assert_int_equal(rules.deck.size, 216);
}

/* 11.1: 8 flip icons, none on a flex card (F-8); every ordered pair of colours on flex cards. */
static void the_flex_deck_is_that_of_the_sheet(void **state)
{
    struct rules rules;
    unsigned pairs = 0;
    (void)state;
    assert_int_equal(rules_init(&rules, ruleset_find("flex"), NULL, 8), RULES_OK);
    assert_int_equal(cards_count(rules.flips), 8);
    assert_true(cards_empty(cards_and(rules.flips, rules.flexes)));
    assert_int_equal(cards_count(rules.flexes), 32 + 12 + 12);
    for (unsigned main = 0; main < 4; main++) {
        for (unsigned flex = 0; flex < 4; flex++) {
            unsigned count = cards_count(cards_and(rules.of_colour[rules.colours[main]],
                                                   rules.of_flex_colour[rules.colours[flex]]));
            pairs += count > 0;
            assert_true(main == flex ? count == 0 : count == 3 || count == 4);
        }
    }
    assert_int_equal(pairs, 12);
}

static enum rules_error with(const char *set, unsigned players, const char *const *options)
{
    struct rules rules;
    struct switches switches;
    ruleset_defaults(ruleset_find(set), &switches);
    for (; *options != NULL; options += 2)
        assert_true(switches_parse(&switches, switch_find(options[0]), options[1]));
    return rules_init(&rules, ruleset_find(set), &switches, players);
}

#define WITH(set, players, ...) with(set, players, (const char *const[]){__VA_ARGS__, NULL})

static void wrong_rules_are_refused(void **state)
{
    (void)state;
    assert_int_equal(WITH("flex", 9, "stack", "any"), RULES_PLAYERS);
    assert_int_equal(WITH("classic", 1, "stack", "any"), RULES_PLAYERS);
    assert_int_equal(WITH("classic", 11, "stack", "any"), RULES_PLAYERS);
    assert_int_equal(WITH("classic", 6, "hand_size", "15"), RULES_OK); /* 90 <= 93 */
    assert_int_equal(WITH("classic", 10, "hand_size", "10"), RULES_HAND_TOO_LARGE);
    assert_int_equal(WITH("classic", 4, "no_bluff", "on", "no_challenge", "on"),
                     RULES_BLUFF_CONFLICT);
    assert_int_equal(WITH("classic", 4, "deflect", "on"), RULES_DEFLECT_ALONE);
    assert_int_equal(WITH("classic", 4, "deflect", "on", "stack", "same"), RULES_OK);
    assert_int_equal(WITH("skull", 4, "play_to_last", "on"), RULES_PLAY_TO_LAST_SCORED);
    assert_int_equal(WITH("skull", 4, "play_to_last", "on", "score", "single_round"), RULES_OK);
    assert_int_equal(WITH("classic", 4, "mercy", "7"), RULES_MERCY);
    assert_int_equal(WITH("classic", 4, "mercy", "25"), RULES_OK);
    assert_int_equal(WITH("classic", 4, "teams", "on", "play_to_last", "on"), RULES_TEAMS_PLACES);
    assert_int_equal(WITH("classic", 4, "teams", "on", "score", "lowest_500"), RULES_TEAMS_LOWEST);
    assert_int_equal(WITH("classic", 5, "teams", "on"), RULES_OK); /* somebody may still sit down */
}

/* Rounds of an older version keep its defaults and its form of the state. */
static void older_versions_keep_their_defaults(void **state)
{
    (void)state;
    struct switches now, before;
    struct rules rules;
    struct game game;
    struct chance_seeded chance;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) { /* */
        ruleset_defaults(ruleset_at(n), &now);
        ruleset_defaults_of(ruleset_at(n), 1, &before);
        assert_int_equal(before.value[SWITCH_UNO_WINDOW], WINDOW_BEGINS);
        before.value[SWITCH_UNO_WINDOW] = now.value[SWITCH_UNO_WINDOW];
        assert_memory_equal(&now, &before, sizeof(now));
        ruleset_defaults_of(ruleset_at(n), RULES_VERSION, &before);
        assert_memory_equal(&now, &before, sizeof(now));
    }
    assert_int_equal(rules_init(&rules, ruleset_find("web"), NULL, 4), RULES_OK);
    assert_int_equal(rules.version, RULES_VERSION);
    chance_init_seed(&chance, 1);
    game_deal(&rules, &game, 4, 0, &chance.base, NULL);
    uint64_t dealt = game_hash(&rules, &game);
    game.eligible = 2; /* W-3: shown hands were not kept then */
    assert_int_not_equal(game_hash(&rules, &game), dealt);
    assert_false(rules_set_version(&rules, 0));
    assert_false(rules_set_version(&rules, RULES_VERSION + 1));
    assert_int_equal(rules.version, RULES_VERSION);
    assert_true(rules_set_version(&rules, 1));
    uint64_t first = game_hash(&rules, &game);
    assert_int_not_equal(first, dealt);
    game.eligible = 0;
    assert_int_equal(game_hash(&rules, &game), first);
}

/* Every value of every switch reads back as it is written. */
static void switches_read_back(void **state)
{
    struct switches switches, again;
    char text[64];
    (void)state;
    ruleset_defaults(ruleset_find("minion"), &switches);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        const struct switch_info *info = switch_info((enum switch_id)id);
        assert_int_equal(switch_find(info->name), id);
        for (unsigned value = info->min; value <= info->max; value++) {
            switches.value[id] = (uint16_t)value;
            memset(&again, 0, sizeof(again));
            assert_int_not_equal(switches_format(&switches, (enum switch_id)id, text, sizeof(text)),
                                 0);
            assert_true(switches_parse(&again, (enum switch_id)id, text));
            assert_int_equal(again.value[id], value);
        }
    }
    assert_int_equal(switch_find("score_default"), SWITCH_SCORE);
    assert_int_equal(switch_find("nothing"), SWITCH_COUNT);
    assert_int_equal(switches_format(&switches, SWITCH_LAST_CARD_DRAW, text, 4), 0);
}

static void wrong_switches_are_refused(void **state)
{
    static const struct {
        const char *name, *value;
    } wrong[] = {{"stack", "on"},
                 {"stack", ""},
                 {"uno_penalty", "progressive 2"},
                 {"uno_penalty", "fixed"},
                 {"target", "99"},
                 {"target", "1001"},
                 {"target", "500x"},
                 {"target", "-500"},
                 {"deflect", "maybe"},
                 {"round_limit", "65536"},
                 {"hand_size", " 7"},
                 {"uno_penalty", "progressive 2,"},
                 {"false_uno", "1e2"},
                 {"last_card_draw", "wild_draw4,draw2"}};
    struct switches switches = {{0}};
    const struct switches before = switches;
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++)
        assert_false(switches_parse(&switches, switch_find(wrong[i].name), wrong[i].value));
    assert_memory_equal(&switches, &before, sizeof(before));
    assert_true(switches_parse(&switches, SWITCH_UNO_PENALTY, "progressive 2,3"));
    assert_int_equal(switches.value[SWITCH_UNO_PENALTY], 2 | 3 << 8);
    assert_true(switches_parse(&switches, SWITCH_DEFLECT, "yes"));
    assert_int_equal(switches.value[SWITCH_DEFLECT], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_is_fixed),
        cmocka_unit_test(chance_has_known_words),
        cmocka_unit_test(cards_are_walked),
        cmocka_unit_test(decks_are_those_of_the_sheets),
        cmocka_unit_test(two_decks_are_shuffled_together),
        cmocka_unit_test(the_second_deck_stays),
        cmocka_unit_test(the_flex_deck_is_that_of_the_sheet),
        cmocka_unit_test(older_versions_keep_their_defaults),
        cmocka_unit_test(wrong_rules_are_refused),
        cmocka_unit_test(switches_read_back),
        cmocka_unit_test(wrong_switches_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
