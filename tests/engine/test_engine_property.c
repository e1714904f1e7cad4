/* Random play on every set, table size and mix of switches; after every action all that must always
 * hold is checked: RULES.md 14.6, and the promises of game.h and view.h.
 *
 * TALON_PROPERTY_ACTIONS: how many actions in all; TALON_PROPERTY_SEED: another walk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game.h"
#include "engine/notation.h"
#include "engine/view.h"

enum { ACTIONS_DEFAULT = 40000, ROUND_ACTIONS_MAX = 30000, ROUND_LIMIT_TEST = 500 };

struct table {
    struct rules rules;
    struct game game;
    struct chance_seeded chance; /* the game's */
    struct chance_seeded dice;   /* the test's */
    unsigned players;
    uint64_t seed;
    struct action log[ROUND_ACTIONS_MAX];
    uint64_t hash[ROUND_ACTIONS_MAX];
    unsigned count;
};

static unsigned roll(struct table *table, unsigned sides)
{
    return chance_below(&table->dice.base, sides);
}

static void describe(const struct table *table, const struct action *action, const char *what)
{
    char text[ACTION_TEXT], value[64];
    action_format(&table->rules, action, text);
    print_error("%s: set %s, %u players, round seed %llu, action %u: %s; phase %s\n", what,
                ruleset_name(table->rules.set), table->players, (unsigned long long)table->seed,
                table->count, text, phase_name(table->game.phase));
    for (unsigned id = 0; id < SWITCH_COUNT; id++)
        if (switches_format(&table->rules.switches, (enum switch_id)id, value, sizeof value) != 0)
            print_error("%s=%s ", switch_info((enum switch_id)id)->name, value);
    print_error("\n");
}

/* Some switches at random values, in a mix that can be dealt. */
static void random_rules(struct table *table, const struct ruleset *set)
{
    for (;;) {
        struct switches switches;
        ruleset_defaults(set, &switches);
        for (unsigned id = 0; id < SWITCH_COUNT; id++) {
            const struct switch_info *info = switch_info((enum switch_id)id);
            if (roll(table, 3) != 0)
                continue;
            switches.value[id] = (uint16_t)(info->min + roll(table, info->max - info->min + 1u));
            if (id == SWITCH_UNO_PENALTY)
                switches.value[id] = (uint16_t)(roll(table, 7) | roll(table, 4) << 8);
            if (id == SWITCH_FALSE_UNO)
                switches.value[id] = (uint16_t)roll(table, 4);
            if (id == SWITCH_MERCY)
                switches.value[id] = (uint16_t)(12 + roll(table, 20));
        }
        switches.value[SWITCH_ROUND_LIMIT] = ROUND_LIMIT_TEST;
        if (rules_init(&table->rules, set, &switches, table->players) == RULES_OK)
            return;
    }
}

/* Nobody listens: the fast lane (lane.h) must come to the same state as the steps do. */
static void expect_same_silent(struct table *table, const struct action *action,
                               enum refusal refusal, const struct game *after,
                               const struct chance_seeded *chance_after)
{
    struct game game;
    struct chance_seeded chance;
    memcpy(&game, &table->game, sizeof game);
    memcpy(&chance, &table->chance, sizeof chance);
    if (game_apply(&table->rules, &game, action, &chance.base, NULL) == refusal &&
        memcmp(&game, after, sizeof game) == 0 && memcmp(&chance, chance_after, sizeof chance) == 0)
        return;
    describe(table, action, "without events it comes to something else");
    fail();
}

/* Applies to a copy; a refusal must leave game and chance as they were, byte by byte. */
static bool accepts(struct table *table, const struct action *action)
{
    struct game game;
    struct chance_seeded chance;
    struct events events;
    memcpy(&game, &table->game, sizeof game);
    memcpy(&chance, &table->chance, sizeof chance);
    events.count = 1;
    enum refusal refusal = game_apply(&table->rules, &game, action, &chance.base, &events);
    expect_same_silent(table, action, refusal, &game, &chance);
    if (refusal == REFUSED_NOT)
        return true;
    if (memcmp(&game, &table->game, sizeof game) != 0 ||
        memcmp(&chance, &table->chance, sizeof chance) != 0 || events.count != 0) {
        describe(table, action, "a refusal changed something");
        fail();
    }
    return false;
}

static void expect_open(struct table *table, const struct action *action, bool open)
{
    if (accepts(table, action) == open)
        return;
    describe(table, action, open ? "listed, but refused" : "not listed, but accepted");
    fail();
}

static struct action make_play(struct table *table, unsigned seat, unsigned face, bool flex)
{
    struct action action = action_make(ACTION_PLAY, seat);
    action.face = (uint8_t)face;
    action.flex = flex;
    action.proclaim = true;
    if (play_needs_colour(&table->rules, face))
        action.colour = table->rules.colours[roll(table, 4)];
    if (play_needs_target(&table->rules, &table->game, seat, face, flex))
        action.target = (uint8_t)game_next(&table->game, seat);
    return action;
}

static void check_plays(struct table *table, unsigned seat, const struct legal *legal)
{
    for (unsigned face = 0; face < table->rules.deck.faces; face++)
        for (unsigned side = 0; side < 2; side++) {
            struct cards set = side == 0 ? legal->normal : legal->flex;
            struct action action = make_play(table, seat, face, side != 0);
            expect_open(table, &action, !cards_empty(cards_and(set, table->rules.of_face[face])));
        }
}

static void check_answers(struct table *table, unsigned seat, const struct legal *legal)
{
    const struct {
        enum action_kind kind;
        bool open;
    } answers[] = {{ACTION_DRAW, legal->draw},     {ACTION_KEEP, legal->keep},
                   {ACTION_PASS, legal->pass},     {ACTION_ACCEPT, legal->accept},
                   {ACTION_COLOUR, legal->colour}, {ACTION_CHALLENGE, legal->challenge}};
    for (unsigned i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct action action = action_make(answers[i].kind, seat);
        if (action.kind == ACTION_COLOUR)
            action.colour = table->rules.colours[0];
        expect_open(table, &action, answers[i].open);
    }
    for (unsigned other = 0; other < table->players; other++) {
        struct action target = action_make(ACTION_TARGET, seat);
        target.target = (uint8_t)other;
        expect_open(table, &target, legal->target && (legal->targets >> other & 1) != 0);
        struct action catch = action_make(ACTION_CATCH, seat);
        catch.target = (uint8_t)other;
        if (rules_switch(&table->rules, SWITCH_FALSE_UNO) == 0) /* HR-10 takes false ones, too */
            expect_open(table, &catch, (legal->catchable >> other & 1) != 0);
    }
}

/* Actions that are wrong whatever the state. */
static void check_nonsense(struct table *table, unsigned seat)
{
    struct action action = action_make(ACTION_PLAY, seat);
    expect_open(table, &action, false); /* FACE_NONE */
    action.more_count = 9;
    expect_open(table, &action, false);
    action = action_make(ACTION_KIND_COUNT, seat);
    expect_open(table, &action, false);
    action = action_make(ACTION_DRAW, table->players);
    expect_open(table, &action, false);
    action = action_make(ACTION_COLOUR, seat);
    action.colour = COLOUR_COUNT;
    expect_open(table, &action, false);
    action = action_make(ACTION_CATCH, seat);
    action.target = PLAYERS_MAX;
    expect_open(table, &action, false);
}

/* The cards that `seat` cannot see change places; its view must not change (view.h). In
 * PHASE_TARGET the hands were shown to who chooses. */
static void check_view(struct table *table, unsigned seat)
{
    struct game other = table->game;
    struct view a, b;
    uint8_t hidden[DECK_MAX];
    unsigned count = 0;
    if (other.phase == PHASE_TARGET && seat == other.turn)
        return;
    for (unsigned i = 0; i < other.pile_count; i++)
        hidden[count++] = other.pile[i];
    for (unsigned s = 0; s < other.players; s++)
        for (struct cards h = other.hand[s]; s != seat && !cards_empty(h);
             cards_remove(&h, cards_first(h)))
            hidden[count++] = (uint8_t)cards_first(h);
    for (unsigned left = count; left > 1; left--) {
        unsigned pick = roll(table, left);
        uint8_t card = hidden[pick];
        hidden[pick] = hidden[left - 1];
        hidden[left - 1] = card;
    }
    for (unsigned i = 0; i < other.pile_count; i++)
        other.pile[i] = hidden[--count];
    for (unsigned s = 0; s < other.players; s++) {
        if (s == seat)
            continue;
        other.hand[s] = (struct cards){{0, 0}};
        for (unsigned i = 0; i < other.hand_count[s]; i++)
            cards_add(&other.hand[s], hidden[--count]);
    }
    if (other.phase == PHASE_DRAWN && seat != other.turn)
        other.drawn = (uint8_t)cards_first(other.hand[other.turn]);
    other.guilty = roll(table, 2) != 0 ? 0 : other.in_round;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    view_of(&table->rules, &table->game, seat, &a);
    view_of(&table->rules, &other, seat, &b);
    if (memcmp(&a, &b, sizeof a) != 0) {
        struct action action = action_make(ACTION_DRAW, seat);
        describe(table, &action, "a view tells of hidden cards");
        fail();
    }
}

/* view_of() has a short way to what game_legal() finds out. */
static void check_view_legal(struct table *table, unsigned seat, const struct legal *legal)
{
    struct view view;
    view_of(&table->rules, &table->game, seat, &view);
    if (memcmp(&view.legal, legal, offsetof(struct legal, jump_in) + 1) != 0) {
        struct action action = action_make(ACTION_DRAW, seat);
        describe(table, &action, "a view lists other actions");
        fail();
    }
}

static void check_state(struct table *table)
{
    for (unsigned seat = 0; seat < table->players; seat++) {
        struct legal legal;
        game_legal(&table->rules, &table->game, seat, &legal);
        check_view_legal(table, seat, &legal);
        check_plays(table, seat, &legal);
        check_answers(table, seat, &legal);
        check_view(table, seat);
    }
    check_nonsense(table, table->game.turn);
}

/* HR-14: sometimes another card of the number goes along, if it is held. */
static void add_more(struct table *table, struct action *action)
{
    struct cards rest = table->game.hand[action->seat];
    const struct card *first = &table->rules.deck.face[action->face];
    if (first->kind != KIND_NUMBER || !rules_switch(&table->rules, SWITCH_MULTI_PLAY))
        return;
    cards_remove(&rest, cards_first(cards_and(rest, table->rules.of_face[action->face])));
    rest = cards_and(rest, table->rules.of_number[first->value]);
    if (!cards_empty(rest))
        action->more[action->more_count++] = table->rules.deck.face_of[cards_first(rest)];
}

static struct action pick_play(struct table *table, unsigned seat, const struct legal *legal)
{
    unsigned normal = cards_count(legal->normal), flex = cards_count(legal->flex);
    unsigned pick = roll(table, normal + flex);
    bool side = pick >= normal;
    unsigned card = side ? cards_nth(legal->flex, pick - normal) : cards_nth(legal->normal, pick);
    struct action action = make_play(table, seat, table->rules.deck.face_of[card], side);
    action.uno = roll(table, 2) != 0;
    if (seat == table->game.turn && table->game.phase == PHASE_TURN && roll(table, 2) != 0)
        add_more(table, &action);
    return action;
}

/* What anybody may do at any time. */
static struct action pick_aside(struct table *table)
{
    static const enum action_kind kinds[] = {ACTION_UNO,   ACTION_CATCH, ACTION_CATCH,
                                             ACTION_CATCH, ACTION_LEAVE, ACTION_TIMEOUT};
    unsigned kind = roll(table, 200) == 0 ? ACTION_LEAVE : kinds[roll(table, 6)];
    if (kind == ACTION_LEAVE && roll(table, 20) != 0)
        kind = ACTION_TIMEOUT;
    struct action action = action_make((enum action_kind)kind, roll(table, table->players));
    if (kind == ACTION_CATCH)
        action.target = (uint8_t)roll(table, table->players);
    if (kind == ACTION_TIMEOUT)
        action.seat = table->game.turn;
    return action;
}

static struct action pick_answer(struct table *table, unsigned seat, const struct legal *legal)
{
    struct action action = action_make(ACTION_PASS, seat);
    if (legal->challenge && roll(table, 2) != 0)
        action.kind = ACTION_CHALLENGE;
    else if (legal->accept)
        action.kind = ACTION_ACCEPT;
    else if (legal->draw)
        action.kind = ACTION_DRAW;
    else if (legal->keep)
        action.kind = ACTION_KEEP;
    else if (legal->colour)
        action.kind = ACTION_COLOUR;
    else if (legal->target)
        action.kind = ACTION_TARGET;
    if (legal->colour)
        action.colour = table->rules.colours[roll(table, 4)];
    if (legal->target)
        do {
            action.target = (uint8_t)roll(table, table->players);
        } while ((legal->targets >> action.target & 1) == 0);
    return action;
}

static struct action pick_action(struct table *table)
{
    struct legal legal;
    unsigned seat = table->game.turn;
    bool asked = table->game.phase == PHASE_TARGET || table->game.phase == PHASE_CHALLENGE;
    if (asked && roll(table, 4) == 0)
        return action_make(ACTION_LEAVE, roll(table, table->players));
    if (roll(table, 8) == 0)
        return pick_aside(table);
    if (roll(table, 3) == 0) { /* HR-3 */
        unsigned other = roll(table, table->players);
        game_legal(&table->rules, &table->game, other, &legal);
        if (legal.jump_in)
            return pick_play(table, other, &legal);
    }
    game_legal(&table->rules, &table->game, seat, &legal);
    bool plays = !cards_empty(legal.normal) || !cards_empty(legal.flex);
    bool other = legal.draw || legal.keep || legal.accept || legal.pass;
    if (plays && (!other || roll(table, 4) != 0))
        return pick_play(table, seat, &legal);
    return pick_answer(table, seat, &legal);
}

static void check_events(struct table *table, const struct events *events,
                         const struct action *action)
{
    if (events->count == 0 || events->count >= EVENTS_MAX) {
        describe(table, action, "no event, or too many");
        fail();
    }
}

/* W-4, W-7: a choice is asked for only where there is one. */
static void check_target(struct table *table, const struct action *action)
{
    struct legal legal;
    if (table->game.phase != PHASE_TARGET)
        return;
    game_legal(&table->rules, &table->game, table->game.turn, &legal);
    if ((legal.targets & (legal.targets - 1)) == 0) {
        describe(table, action, "nobody to choose among");
        fail();
    }
}

static void play_round(struct table *table, unsigned long *actions)
{
    struct events events;
    chance_init_seed(&table->chance, table->seed);
    game_deal(&table->rules, &table->game, table->players, SEAT_NONE, &table->chance.base, &events);
    table->count = 0;
    assert_null(game_broken(&table->rules, &table->game));
    while (table->game.phase != PHASE_ROUND_OVER) {
        assert_true(table->count < ROUND_ACTIONS_MAX); /* every round ends */
        check_state(table);
        struct action action = pick_action(table);
        if (game_apply(&table->rules, &table->game, &action, &table->chance.base, &events) !=
            REFUSED_NOT)
            continue;
        check_events(table, &events, &action);
        const char *broken = game_broken(&table->rules, &table->game);
        if (broken != NULL) {
            describe(table, &action, broken);
            fail();
        }
        check_target(table, &action);
        table->log[table->count] = action;
        table->hash[table->count++] = game_hash(&table->rules, &table->game);
        ++*actions;
    }
}

/* The same seed and actions give the same states, whether somebody listens or not. */
static void replay_round(struct table *table)
{
    struct chance_seeded chance;
    struct game game;
    chance_init_seed(&chance, table->seed);
    game_deal(&table->rules, &game, table->players, SEAT_NONE, &chance.base, NULL);
    for (unsigned i = 0; i < table->count; i++) {
        assert_int_equal(game_apply(&table->rules, &game, &table->log[i], &chance.base, NULL),
                         REFUSED_NOT);
        assert_true(game_hash(&table->rules, &game) == table->hash[i]);
    }
    assert_int_equal(game.phase, PHASE_ROUND_OVER);
}

static unsigned long from_environment(const char *name, unsigned long fallback)
{
    const char *text = getenv(name);
    return text != NULL ? strtoul(text, NULL, 10) : fallback;
}

static void test_every_table(void **state)
{
    struct table *table = malloc(sizeof *table);
    unsigned long actions = 0, limit = from_environment("TALON_PROPERTY_ACTIONS", ACTIONS_DEFAULT);
    (void)state;
    assert_non_null(table);
    chance_init_seed(&table->dice, from_environment("TALON_PROPERTY_SEED", 1));
    for (table->seed = 1; actions < limit; table->seed++) {
        const struct ruleset *set = ruleset_at(roll(table, 6));
        do
            table->players = 2 + roll(table, 9);
        while (table->players > (set == ruleset_find("flex") ? 8u : 10u));
        random_rules(table, set);
        play_round(table, &actions);
        replay_round(table);
    }
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
