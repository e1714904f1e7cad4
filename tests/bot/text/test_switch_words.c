/* What switches do, in words, and which do nothing beside others (bot/text/switch_words.h; RULES.md
 * 9, 10).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/command/handlers/set_list.h"
#include "bot/text/language.h"
#include "bot/text/switch_words.h"
#include "engine/game.h"
#include "engine/match.h"
#include "engine/player/player.h"
#include "engine/view.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

static void say(const struct language *language, const struct switches *switches, unsigned id,
                char text[200])
{
    struct message *message = message_create("#c", NULL, URGENCY_INFO);
    assert_non_null(message);
    switch_says(message, language, switches, id);
    assert_int_not_equal(message_empty(message), true);
    snprintf(text, 200, "%s", message->text);
    message_destroy(message);
}

/* Every value of every switch has words of its own in both languages, without ids of any kind. */
static void every_value_has_words(void **state)
{
    (void)state;
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        for (unsigned n = 0; language_at(n) != NULL; n++) {
            char last[200] = "";
            const struct switch_info *info = switch_info(id);
            for (unsigned value = info->min; value <= info->max && value < info->min + 4U;
                 value++) {
                struct switches switches;
                char text[200];
                ruleset_defaults(ruleset_find("classic"), &switches);
                switches.value[id] = (uint16_t)value;
                say(language_at(n), &switches, id, text);
                if (strcmp(text, last) == 0 || strchr(text, '_') != NULL ||
                    strstr(text, "HR-") != NULL || strchr(text, '{') != NULL ||
                    strchr(text, '=') != NULL || text[strlen(text) - 1] == '.')
                    fail_msg("%s %u: %s", info->name, value, text);
                snprintf(last, sizeof(last), "%s", text);
            }
        }
    }
    struct switches switches;
    char text[200];
    ruleset_defaults(ruleset_find("classic"), &switches);
    assert_true(switches_parse(&switches, SWITCH_UNO_PENALTY, "progressive 2,3"));
    say(language_find("en"), &switches, SWITCH_UNO_PENALTY, text);
    assert_string_equal(text, "a forgotten UNO costs 2 cards, and each further one 3 more");
    assert_true(switches_parse(&switches, SWITCH_UNO_PENALTY, "1"));
    say(language_find("en"), &switches, SWITCH_UNO_PENALTY, text);
    assert_string_equal(text, "a forgotten UNO costs 1 card");
}

/* -- what has no effect has none -- */

struct pair_of_games {
    struct rules rules;
    struct game game;
    struct chance_seeded chance;
};

static void deal(struct pair_of_games *one, unsigned players, uint64_t seed)
{
    chance_init_seed(&one->chance, seed);
    game_deal(&one->rules, &one->game, players, SEAT_NONE, &one->chance.base, NULL);
}

/* Now and then somebody says UNO, or catches. */
static void choose(const struct pair_of_games *one, struct chance *dice, struct action *action)
{
    struct view view;
    unsigned seat = chance_below(dice, one->game.players);
    if (chance_below(dice, 6) == 0) {
        *action = action_make(chance_below(dice, 2) == 0 ? ACTION_UNO : ACTION_CATCH, seat);
        action->target = (uint8_t)chance_below(dice, one->game.players);
        return;
    }
    view_of(&one->rules, &one->game, one->game.turn, &view);
    player_find("random")->choose(&one->rules, &view, dice, NULL, action);
}

/* Whether the two go the same way, whatever is done; hidden effects on what is legal, too. */
static bool play_alike(struct pair_of_games *one, struct pair_of_games *other, unsigned players,
                       uint64_t seed)
{
    struct chance_seeded dice;
    struct match matches[2];
    struct legal legal[2];
    chance_init_seed(&dice, seed + 1);
    deal(one, players, seed);
    deal(other, players, seed);
    for (unsigned i = 0; i < 3000 && one->game.phase != PHASE_ROUND_OVER; i++) {
        struct action action;
        game_legal(&one->rules, &one->game, one->game.turn, &legal[0]);
        game_legal(&other->rules, &other->game, one->game.turn, &legal[1]);
        choose(one, &dice.base, &action);
        enum refusal refusal =
            game_apply(&one->rules, &one->game, &action, &one->chance.base, NULL);
        if (memcmp(&legal[0], &legal[1], sizeof(legal[0])) != 0 ||
            game_apply(&other->rules, &other->game, &action, &other->chance.base, NULL) !=
                refusal ||
            memcmp(&one->game, &other->game, sizeof(one->game)) != 0)
            return false;
    }
    match_init(&matches[0], players);
    match_init(&matches[1], players);
    if (one->game.phase != PHASE_ROUND_OVER)
        return true;
    match_add_round(&matches[0], &one->rules, &one->game);
    match_add_round(&matches[1], &other->rules, &other->game);
    return memcmp(&matches[0], &matches[1], sizeof(matches[0])) == 0;
}

/* With such switches each value of an idle one gives the very same game. */
static unsigned check_idle(const struct ruleset *set, const struct switches *switches)
{
    static struct pair_of_games one, other;
    unsigned idle = 0;
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        const struct switch_info *info = switch_info(id);
        struct switches changed = *switches;
        if (switch_idle(set, switches, id) == NULL)
            continue;
        idle++;
        for (unsigned value = info->min; value <= info->max && value < info->min + 4U; value++) {
            changed.value[id] = (uint16_t)value;
            for (unsigned round = 0; round < 12; round++) {
                unsigned players = 2 + round % 3;
                assert_int_equal(rules_init(&one.rules, set, switches, players), RULES_OK);
                assert_int_equal(rules_init(&other.rules, set, &changed, players), RULES_OK);
                assert_true(play_alike(&one, &other, players, round * 977U + id));
            }
        }
    }
    return idle;
}

static void what_is_idle_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        enum switch_id id;
        uint16_t value;
    } others[] = {{SWITCH_SCORE, SCORE_SINGLE_ROUND},
                  {SWITCH_AUTO_UNO, 1},
                  {SWITCH_NO_CHALLENGE, 1},
                  {SWITCH_NO_BLUFF, 1},
                  {SWITCH_NO_FINISH, NO_FINISH_ACTION_AND_WILD}};
    static const struct { /* in whose company a card that is lawful, or drawn, counts otherwise */
        unsigned draw_until, force, stack;
    } company[] = {{0, FORCE_OFF, STACK_OFF}, {1, FORCE_ALWAYS, STACK_ANY}};
    unsigned idle = 0;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        for (size_t i = 0; i < 2 * ARRAY_SIZE(others); i++) {
            struct switches switches;
            ruleset_defaults(ruleset_at(n), &switches);
            switches.value[others[i / 2].id] = others[i / 2].value;
            switches.value[SWITCH_DRAW_UNTIL_PLAYABLE] = (uint16_t)company[i % 2].draw_until;
            switches.value[SWITCH_FORCE_PLAY] = (uint16_t)company[i % 2].force;
            switches.value[SWITCH_STACK] = (uint16_t)company[i % 2].stack;
            idle += check_idle(ruleset_at(n), &switches);
        }
    }
    assert_true(idle > 200);
}

/* What one who plays by chance never does, or says, and what takes more than four players: it shows
 * in no game here. */
static bool is_unseen(unsigned id)
{
    static const enum switch_id ids[] = {
        SWITCH_JUMP_IN,     SWITCH_MULTI_PLAY,    SWITCH_UNO_PENALTY,        SWITCH_AUTO_UNO,
        SWITCH_ROUND_LIMIT, SWITCH_BLOCKED_ROUND, SWITCH_SKULL_PROCLAMATION, SWITCH_UNO_WINDOW,
        SWITCH_TWO_DECKS};
    for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

/* Whether some value of the switch makes some game another one. */
static bool matters(const struct ruleset *set, const struct switches *switches, unsigned id)
{
    static struct pair_of_games one, other;
    const struct switch_info *info = switch_info(id);
    bool any = false;
    for (unsigned value = info->min; value <= info->max && value < info->min + 4U; value++) {
        struct switches changed = *switches;
        changed.value[id] = (uint16_t)(id == SWITCH_MERCY && value > 0 ? 12 : value);
        if (changed.value[id] == switches->value[id] ||
            rules_init(&other.rules, set, &changed, 2) != RULES_OK)
            continue;
        any = true;
        for (unsigned round = 0; round < 800; round++) {
            unsigned players = 2 + round % 3;
            assert_int_equal(rules_init(&one.rules, set, switches, players), RULES_OK);
            assert_int_equal(rules_init(&other.rules, set, &changed, players), RULES_OK);
            if (!play_alike(&one, &other, players, round * 977U + id))
                return true;
        }
    }
    return !any; /* no other value goes with the others: that is refused, and says so */
}

/* And what has none is listed: beside each value of each other switch, any switch that is not
 * called idle makes a difference in some game. */
static void all_that_is_idle_is_said(void **state)
{
    (void)state;
    const struct ruleset *set = ruleset_find("skull"); /* of the family with more switches on */
    for (unsigned other = 0; other < SWITCH_COUNT; other++) {
        const struct switch_info *info = switch_info(other);
        for (unsigned value = info->min; value <= info->max && value < info->min + 4U; value++) {
            struct switches switches;
            struct rules rules;
            ruleset_defaults(set, &switches);
            if (switches.value[other] == value && other > 0)
                continue;
            switches.value[other] = (uint16_t)value;
            if (rules_init(&rules, set, &switches, 2) != RULES_OK)
                continue;
            for (unsigned id = 0; id < SWITCH_COUNT; id++) {
                if (id != other && !is_unseen(id) && switch_idle(set, &switches, id) == NULL &&
                    !matters(set, &switches, id))
                    fail_msg("%s=%u: %s does nothing", info->name, value, switch_info(id)->name);
            }
        }
    }
}

static void each_set_has_switches_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *set;
        enum switch_id id;
    } own[] = {{"hyper", SWITCH_HYPER_STACKS},       {"web", SWITCH_WEBSWING_REVEAL},
               {"skull", SWITCH_SKULL_PROCLAMATION}, {"minion", SWITCH_MINION_SKIPS},
               {"flex", SWITCH_FLEX_MATCH},          {"flex", SWITCH_FLEX_WD4_CHALLENGE}};
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        for (size_t i = 0; i < ARRAY_SIZE(own); i++) {
            struct switches switches;
            ruleset_defaults(ruleset_at(n), &switches);
            bool is_own = strcmp(own[i].set, ruleset_name(ruleset_at(n))) == 0;
            assert_int_equal(switch_idle(ruleset_at(n), &switches, own[i].id) == NULL, is_own);
        }
    }
}

/* !set lists every switch once. */
static void every_switch_is_in_one_group(void **state)
{
    unsigned seen[SWITCH_COUNT] = {0};
    const enum switch_id *ids = NULL;
    (void)state;
    for (unsigned n = 0; set_list_group(n, &ids); n++) {
        for (; *ids != SWITCH_COUNT; ids++)
            seen[*ids]++;
    }
    for (unsigned id = 0; id < SWITCH_COUNT; id++)
        assert_int_equal(seen[id], 1);
}

/* -- said at once -- */

/* What a target needs is turned on with it, at the table and in the channel. */
static void a_target_turns_scoring_on(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set target 200");
    assert_said(&scene,
                "#table: alice sets: the match ends at 200 points; the winner of a round gets "
                "the points of all other hands.");
    scene_do(&scene, "alice", "!set score lowest");
    scene_do(&scene, "alice", "!set target 300"); /* which scores already */
    assert_said(&scene, "#table: alice sets: the match ends at 300 points.");
    scene_do(&scene, "alice", "!set channel target 200");
    scene_do(&scene, "alice", "!stop");
    scene_do(&scene, "alice", "!uno");
    assert_int_equal(scene_table(&scene)->switches.value[SWITCH_SCORE], SCORE_POINTS);
    assert_int_equal(scene_table(&scene)->switches.value[SWITCH_TARGET], 200);
}

/* A part of a value is taken when only one value has it. */
static void a_part_of_a_value_will_do(void **state)
{
    static const struct {
        const char *typed;
        enum switch_id id;
        unsigned value;
    } rows[] = {{"score points", SWITCH_SCORE, SCORE_POINTS},
                {"score lowest", SWITCH_SCORE, SCORE_LOWEST},
                {"multi_play same", SWITCH_MULTI_PLAY, MULTI_SAME_NUMBER},
                {"no_finish action", SWITCH_NO_FINISH, NO_FINISH_ACTION_AND_WILD},
                {"no_finish wild", SWITCH_NO_FINISH, NO_FINISH_WILD},
                {"wd4_match except", SWITCH_WD4_MATCH, WD4_MATCH_EXCEPT_WD4}};
    (void)state;
    pair_seat(false);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        scene_do(&scene, "alice", "!set %s", rows[i].typed);
        assert_int_equal(scene_table(&scene)->switches.value[rows[i].id], rows[i].value);
    }
    assert_refused(&scene, "alice", "!set score 500", "score cannot be 500.");
    assert_refused(&scene, "alice", "!set score p", "score cannot be p.");
    assert_refused(&scene, "alice", "!set last_card_draw draw", "last_card_draw cannot be draw.");
    assert_refused(&scene, "alice", "!set score est", "score cannot be est.");
    assert_refused(&scene, "alice", "!set first_discard on", "first_discard cannot be on.");
    assert_refused(&scene, "alice", "!set no_finish on", "no_finish cannot be on.");
    assert_refused(&scene, "alice", "!set wd4_match no", "wd4_match cannot be no.");
}

static void what_does_nothing_is_said(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set target 300");
    scene_do(&scene, "alice", "!set score single");
    assert_said(&scene,
                "#table: alice sets: one round is the whole match. Without effect then: the "
                "match ends at 300 points.");
    scene_do(&scene, "alice", "!set target");
    assert_said(&scene,
                "@alice: target: the match ends at 300 points. Values: 100-1000. That has no "
                "effect: one round is the whole match, until !set score points.");
    scene_do(&scene, "alice", "!set");
    assert_said(&scene, "@alice: Rules: classic, as on its sheet");
    assert_refused(&scene, "bob", "!set target",
                   "target: the match ends at 300 points. Values: 100-1000.");
    assert_said(&scene, "That has no effect: one round is the whole match");
    scene_do(&scene, "alice", "!set score points_500");
    assert_not_said(&scene, "effect");
    scene_do(&scene, "alice", "!set score single_round");
    assert_said(&scene, "alice sets: one round is the whole match. Without effect then: the match "
                        "ends at 300 points.");
    scene_do(&scene, "alice", "!set uno_penalty 4");
    assert_said(&scene, "#table: alice sets: a forgotten UNO costs 4 cards.");
    scene_do(&scene, "alice", "!set auto_uno on");
    assert_said(&scene, "UNO is said for all. Without effect then: a forgotten UNO costs 4 cards.");
    scene_do(&scene, "alice", "!set hyper_stacks on");
    assert_said(&scene, "That has no effect: this set of rules has no card that asks for it.");
}

/* In the channel's language, also for the tables to come; the sheet as well. */
static void it_is_said_in_the_channels_language(void **state)
{
    (void)state;
    pair_come();
    scene_do(&scene, "oper", "!set language fr");
    scene_do(&scene, "oper", "!set seven_zero on");
    assert_said(&scene,
                "#table: oper règle pour ce salon\u00a0: un 7 échange deux mains, un 0 fait "
                "tourner toutes les mains.");
    scene_do(&scene, "oper", "!set target");
    assert_said(&scene, "Cela reste sans effet\u00a0: la partie se joue en une seule manche");
    scene_do(&scene, "oper", "!set seven_zero default");
    assert_said(&scene, "comme sur la feuille\u00a0: le 7 et le 0 sont de simples chiffres.");
    scene_do(&scene, "oper", "!set deflect on");
    assert_said(&scene, "@oper: Les cartes à piger ne se renvoient que si elles s'additionnent");
}

/* What is played is told before the first deal, without ids. */
static void the_deal_says_what_is_played(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set stack same");
    scene_do(&scene, "alice", "!set target 300");
    scene_do(&scene, "alice", "!set score single_round");
    scene_do(&scene, "alice", "!start");
    assert_said(&scene,
                "Played by the sheet of classic, but: draw cards add up: a +2 on a +2, a wild "
                "+4 on a wild +4.");
}

/* One readable paragraph for each set, in every language. */
static void rules_are_short(void **state)
{
    (void)state;
    for (unsigned i = 0; language_at(i / 6) != NULL; i++) {
        char who[16];
        const struct language *language = language_at(i / 6);
        size_t characters = 0;
        char more[64];
        snprintf(more, sizeof(more), "%s", tr(language, "More: {p}help play"));
        more[strcspn(more, "{")] = '\0';
        snprintf(who, sizeof(who), "person%02u", i); /* else they ask too often */
        scene_do(&scene, who, "!lang %s", language->code);
        scene_mark(&scene);
        scene_do(&scene, who, "!rules %s", ruleset_name(ruleset_at(i % 6)));
        const char *line = scene_said(&scene, more);
        assert_non_null(line);
        for (const char *at = line; *at != '\0'; at++)
            characters += (*at & 0xC0) != 0x80;
        if (characters > 400 + strlen("@person00: "))
            fail_msg("%zu: %s", characters, line);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_value_has_words),
        cmocka_unit_test(what_is_idle_changes_nothing),
        cmocka_unit_test(all_that_is_idle_is_said),
        cmocka_unit_test(each_set_has_switches_of_its_own),
        cmocka_unit_test(every_switch_is_in_one_group),
        TEST(a_target_turns_scoring_on),
        TEST(a_part_of_a_value_will_do),
        TEST(what_does_nothing_is_said),
        TEST(it_is_said_in_the_channels_language),
        TEST(the_deal_says_what_is_played),
        TEST(rules_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
