#include "walk.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "engine/match.h"
#include "engine/move/check.h"
#include "engine/move/legal.h"
#include "engine/notation.h"

enum { RULES_TRIES = 1000, ROUND_LIMIT_SHORT = 500, ROUND_LIMIT_USUAL = 5000 };

static unsigned roll(struct walk *walk, unsigned sides)
{
    return chance_below(walk->dice, sides);
}

static void describe(const struct walk *walk, const struct action *action, const char *what)
{
    char text[ACTION_TEXT], value[64];
    action_format(&walk->rules, action, text);
    fprintf(stderr, "%s: set %s, %u players, round seed %llu, action %u: %s; phase %s\n", what,
            ruleset_name(walk->rules.set), walk->players, (unsigned long long)walk->seed,
            walk->count, text, phase_name(walk->game.phase));
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        if (switches_format(&walk->rules.switches, (enum switch_id)id, value, sizeof(value)) != 0)
            fprintf(stderr, "%s=%s ", switch_info((enum switch_id)id)->name, value);
    }
    fprintf(stderr, "\n");
}

/* A value that the switch may have; whether it goes with the others is for rules_init() to say. */
static uint16_t random_value(struct walk *walk, enum switch_id id)
{
    const struct switch_info *info = switch_info(id);
    switch (id) {
    case SWITCH_UNO_PENALTY:
        return (uint16_t)(roll(walk, 7) | roll(walk, 4) << 8);
    case SWITCH_FALSE_UNO:
        return (uint16_t)roll(walk, 4);
    case SWITCH_MERCY: /* often just more than a hand: a deal may end the round */
        return (uint16_t)(8 + roll(walk, 24));
    default:
        return (uint16_t)(info->min + roll(walk, info->max - info->min + 1u));
    }
}

void walk_rules(struct walk *walk)
{
    bool dealt = false;
    struct switches sheet;
    ruleset_defaults(walk->set, &sheet);
    sheet.value[SWITCH_TWO_DECKS] = roll(walk, 3) == 0;
    do /* flex seats eight (F-14), and large tables take few large hands */
        walk->players = 2 + roll(walk, PLAYERS_MAX - 1);
    while (rules_init(&walk->rules, walk->set, &sheet, walk->players) != RULES_OK);
    for (unsigned tries = 0; tries < RULES_TRIES && !dealt; tries++) {
        struct switches switches = sheet;
        for (unsigned id = 0; id < SWITCH_COUNT; id++) {
            if (id != SWITCH_TWO_DECKS && roll(walk, 3) == 0)
                switches.value[id] = random_value(walk, (enum switch_id)id);
        }
        switches.value[SWITCH_ROUND_LIMIT] =
            roll(walk, 4) != 0 ? ROUND_LIMIT_SHORT : ROUND_LIMIT_USUAL;
        dealt = rules_init(&walk->rules, walk->set, &switches, walk->players) == RULES_OK &&
                rules_deal(&walk->rules.switches, walk->players) == RULES_OK;
    }
    if (!dealt)
        rules_init(&walk->rules, walk->set, &sheet, walk->players);
}

/* Nobody listens: the fast lane (lane.h) must come to the same state as the steps do. */
static void expect_same_silent(struct walk *walk, const struct action *action, enum refusal refusal,
                               const struct game *after, const struct chance_seeded *chance_after)
{
    struct game game;
    struct chance_seeded chance;
    memcpy(&game, &walk->game, sizeof(game));
    memcpy(&chance, &walk->chance, sizeof(chance));
    if (game_apply(&walk->rules, &game, action, &chance.base, NULL) == refusal &&
        memcmp(&game, after, sizeof(game)) == 0 &&
        memcmp(&chance, chance_after, sizeof(chance)) == 0)
        return;
    describe(walk, action, "without events it comes to something else");
    abort();
}

/* Applies to a copy; a refusal must leave game and chance as they were, byte by byte. */
static bool accepts(struct walk *walk, const struct action *action)
{
    struct game game;
    struct chance_seeded chance;
    struct events events;
    memcpy(&game, &walk->game, sizeof(game));
    memcpy(&chance, &walk->chance, sizeof(chance));
    events.count = 1;
    enum refusal refusal = game_apply(&walk->rules, &game, action, &chance.base, &events);
    expect_same_silent(walk, action, refusal, &game, &chance);
    if (refusal == REFUSED_NOT)
        return true;
    if (memcmp(&game, &walk->game, sizeof(game)) != 0 ||
        memcmp(&chance, &walk->chance, sizeof(chance)) != 0 || events.count != 0) {
        describe(walk, action, "a refusal changed something");
        abort();
    }
    return false;
}

static void expect_open(struct walk *walk, const struct action *action, bool open)
{
    if (accepts(walk, action) == open)
        return;
    describe(walk, action, open ? "listed, but refused" : "not listed, but accepted");
    abort();
}

static struct action make_play(struct walk *walk, unsigned seat, unsigned face, bool flex)
{
    struct action action = action_make(ACTION_PLAY, seat);
    action.face = (uint8_t)face;
    action.flex = flex;
    action.proclaim = true;
    if (play_needs_colour(&walk->rules, face))
        action.colour = walk->rules.colours[roll(walk, 4)];
    if (play_needs_target(&walk->rules, &walk->game, seat, face, flex))
        action.target = (uint8_t)game_next(&walk->game, seat);
    return action;
}

/* Every colour there is, and every seat, with a play that is `listed`. */
static void check_named(struct walk *walk, const struct action *play, bool listed)
{
    struct action action = *play;
    for (unsigned colour = 1; action.colour != COLOUR_NONE && colour < COLOUR_COUNT; colour++) {
        action.colour = (uint8_t)colour;
        expect_open(walk, &action, listed && rules_has_colour(&walk->rules, colour));
    }
    action = *play;
    if (walk->game.hand_count[play->seat] == 1) /* 2.2: the last card aims at nobody */
        return;
    for (unsigned seat = 0; action.target != SEAT_NONE && seat <= walk->players; seat++) {
        bool other = (walk->game.in_round & ~(1u << play->seat)) >> seat & 1;
        action.target = (uint8_t)seat;
        expect_open(walk, &action, listed && other);
    }
}

/* HR-14: cards that are held or not, of the same number or not. */
static void check_more(struct walk *walk, const struct action *play, bool listed)
{
    const struct rules *rules = &walk->rules;
    const struct card *first = &rules->deck.face[play->face];
    struct cards rest = walk->game.hand[play->seat];
    struct cards own = cards_and(rest, rules->of_face[play->face]);
    struct action action = *play;
    bool several = rules_switch(rules, SWITCH_MULTI_PLAY) != MULTI_OFF && listed &&
                   play->seat == walk->game.turn && walk->game.phase == PHASE_TURN &&
                   first->kind == KIND_NUMBER;
    if (cards_empty(own))
        return;
    cards_remove(&rest, cards_first(own));
    action.more_count = 1;
    for (; !cards_empty(rest); cards_remove(&rest, cards_first(rest))) {
        unsigned face = rules->deck.face_of[cards_first(rest)];
        const struct card *other = &rules->deck.face[face];
        action.more[0] = (uint8_t)face;
        expect_open(walk, &action,
                    several && other->kind == KIND_NUMBER && other->value == first->value);
    }
}

static void check_plays(struct walk *walk, unsigned seat, const struct legal *legal)
{
    for (unsigned face = 0; face < walk->rules.deck.faces; face++) {
        for (unsigned side = 0; side < 2; side++) {
            struct cards set = side == 0 ? legal->normal : legal->flex;
            struct action action = make_play(walk, seat, face, side != 0);
            bool listed = !cards_empty(cards_and(set, walk->rules.of_face[face]));
            expect_open(walk, &action, listed);
            check_named(walk, &action, listed);
            check_more(walk, &action, listed);
        }
    }
}

static void check_answers(struct walk *walk, unsigned seat, const struct legal *legal)
{
    const struct {
        enum action_kind kind;
        bool open;
    } answers[] = {{ACTION_DRAW, legal->draw},     {ACTION_KEEP, legal->keep},
                   {ACTION_PASS, legal->pass},     {ACTION_ACCEPT, legal->accept},
                   {ACTION_COLOUR, legal->colour}, {ACTION_CHALLENGE, legal->challenge}};
    for (unsigned i = 0; i < ARRAY_SIZE(answers); i++) {
        struct action action = action_make(answers[i].kind, seat);
        if (action.kind == ACTION_COLOUR)
            action.colour = walk->rules.colours[0];
        expect_open(walk, &action, answers[i].open);
    }
    for (unsigned other = 0; other < walk->players; other++) {
        struct action target = action_make(ACTION_TARGET, seat);
        target.target = (uint8_t)other;
        expect_open(walk, &target, legal->target && (legal->targets >> other & 1) != 0);
        struct action catch = action_make(ACTION_CATCH, seat);
        catch.target = (uint8_t)other;
        if (rules_switch(&walk->rules, SWITCH_FALSE_UNO) == 0) /* HR-10 takes false ones, too */
            expect_open(walk, &catch, (legal->catchable >> other & 1) != 0);
    }
}

/* Actions that are wrong whatever the state. */
static void check_nonsense(struct walk *walk, unsigned seat)
{
    struct action action = action_make(ACTION_PLAY, seat);
    expect_open(walk, &action, false); /* FACE_NONE */
    action.more_count = 9;
    expect_open(walk, &action, false);
    action = action_make(ACTION_KIND_COUNT, seat);
    expect_open(walk, &action, false);
    action = action_make(ACTION_DRAW, walk->players);
    expect_open(walk, &action, false);
    action = action_make(ACTION_COLOUR, seat);
    action.colour = COLOUR_COUNT;
    expect_open(walk, &action, false);
    action = action_make(ACTION_CATCH, seat);
    action.target = PLAYERS_MAX;
    expect_open(walk, &action, false);
}

/* The cards that `seat` cannot see change places; its view must not change (view.h). That includes
 * the choice of a web swing: the hands that were shown decide it, not those that are held (W-3). */
static void check_view(struct walk *walk, unsigned seat)
{
    struct game other = walk->game;
    struct view a, b;
    uint8_t hidden[DECK_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < other.pile_count; i++)
        hidden[count++] = other.pile[i];
    for (unsigned s = 0; s < other.players; s++) {
        for (struct cards h = other.hand[s]; s != seat && !cards_empty(h);
             cards_remove(&h, cards_first(h)))
            hidden[count++] = (uint8_t)cards_first(h);
    }
    for (unsigned left = count; left > 1; left--) {
        unsigned pick = roll(walk, left);
        uint8_t card = hidden[pick];
        hidden[pick] = hidden[left - 1];
        hidden[left - 1] = card;
    }
    for (unsigned i = 0; i < other.pile_count; i++)
        other.pile[i] = hidden[--count];
    for (unsigned s = 0; s < other.players; s++) {
        if (s == seat)
            continue;
        other.hand[s] = cards_none();
        for (unsigned i = 0; i < other.hand_count[s]; i++)
            cards_add(&other.hand[s], hidden[--count]);
    }
    if (other.phase == PHASE_DRAWN && seat != other.turn)
        other.drawn = (uint8_t)cards_first(other.hand[other.turn]);
    other.guilty = roll(walk, 2) != 0 ? 0 : other.in_round;
    memset(&a, 0, sizeof(a));
    memset(&b, 0, sizeof(b));
    view_of(&walk->rules, &walk->game, seat, &a);
    view_of(&walk->rules, &other, seat, &b);
    /* up to the last field: what pads the struct behind it may be anything */
    if (memcmp(&a, &b, offsetof(struct view, legal) + offsetof(struct legal, jump_in) + 1) != 0) {
        struct action action = action_make(ACTION_DRAW, seat);
        describe(walk, &action, "a view tells of hidden cards");
        abort();
    }
}

/* view_of() has a short way to what game_legal() finds out. */
static void check_view_legal(struct walk *walk, unsigned seat, const struct legal *legal)
{
    struct view view;
    view_of(&walk->rules, &walk->game, seat, &view);
    if (memcmp(&view.legal, legal, offsetof(struct legal, jump_in) + 1) != 0) {
        struct action action = action_make(ACTION_DRAW, seat);
        describe(walk, &action, "a view lists other actions");
        abort();
    }
}

static void check_state(struct walk *walk)
{
    for (unsigned seat = 0; seat < walk->players; seat++) {
        struct legal legal;
        game_legal(&walk->rules, &walk->game, seat, &legal);
        check_view_legal(walk, seat, &legal);
        check_plays(walk, seat, &legal);
        check_answers(walk, seat, &legal);
        check_view(walk, seat);
        struct action leave = action_make(ACTION_LEAVE, seat);
        struct action timeout = action_make(ACTION_TIMEOUT, seat);
        expect_open(walk, &leave, (walk->game.in_round >> seat & 1) != 0); /* */
        expect_open(walk, &timeout, seat == walk->game.turn);              /* */
    }
    check_nonsense(walk, walk->game.turn);
}

/* HR-14: sometimes another card of the number goes along, if it is held. */
static void add_more(struct walk *walk, struct action *action)
{
    struct cards rest = walk->game.hand[action->seat];
    const struct card *first = &walk->rules.deck.face[action->face];
    if (first->kind != KIND_NUMBER || !rules_switch(&walk->rules, SWITCH_MULTI_PLAY))
        return;
    cards_remove(&rest, cards_first(cards_and(rest, walk->rules.of_face[action->face])));
    rest = cards_and(rest, walk->rules.of_number[first->value]);
    if (!cards_empty(rest))
        action->more[action->more_count++] = walk->rules.deck.face_of[cards_first(rest)];
}

static struct action pick_play(struct walk *walk, unsigned seat, const struct legal *legal)
{
    unsigned normal = cards_count(legal->normal), flex = cards_count(legal->flex);
    unsigned pick = roll(walk, normal + flex);
    bool side = pick >= normal;
    unsigned card = side ? cards_nth(legal->flex, pick - normal) : cards_nth(legal->normal, pick);
    struct action action = make_play(walk, seat, walk->rules.deck.face_of[card], side);
    action.uno = roll(walk, 2) != 0;
    if (seat == walk->game.turn && walk->game.phase == PHASE_TURN && roll(walk, 2) != 0)
        add_more(walk, &action);
    return action;
}

/* What anybody may do at any time. */
static struct action pick_aside(struct walk *walk)
{
    static const enum action_kind kinds[] = {ACTION_UNO,   ACTION_CATCH, ACTION_CATCH,
                                             ACTION_CATCH, ACTION_LEAVE, ACTION_TIMEOUT};
    unsigned kind = roll(walk, 200) == 0 ? ACTION_LEAVE : kinds[roll(walk, 6)];
    if (kind == ACTION_LEAVE && roll(walk, 20) != 0)
        kind = ACTION_TIMEOUT;
    struct action action = action_make((enum action_kind)kind, roll(walk, walk->players));
    if (kind == ACTION_CATCH)
        action.target = (uint8_t)roll(walk, walk->players);
    if (kind == ACTION_TIMEOUT)
        action.seat = walk->game.turn;
    return action;
}

/* Any bytes in any field. */
static struct action pick_raw(struct walk *walk)
{
    struct action action =
        action_make((enum action_kind)roll(walk, ACTION_KIND_COUNT + 1u),
                    roll(walk, 4) != 0 ? walk->game.turn : roll(walk, walk->players + 1u));
    if (roll(walk, 2) != 0)
        action.face = (uint8_t)roll(walk, walk->rules.deck.faces + 1u);
    if (roll(walk, 2) != 0)
        action.colour = (uint8_t)roll(walk, COLOUR_COUNT + 1u);
    if (roll(walk, 2) != 0)
        action.target = (uint8_t)roll(walk, walk->players + 1u);
    action.flex = roll(walk, 2) != 0;
    action.uno = roll(walk, 2) != 0;
    action.proclaim = roll(walk, 2) != 0;
    action.more_count = (uint8_t)(roll(walk, 3) != 0 ? 0 : roll(walk, 9));
    for (unsigned i = 0; i < sizeof(action.more); i++)
        action.more[i] = (uint8_t)roll(walk, walk->rules.deck.faces + 1u);
    return action;
}

static struct action pick_answer(struct walk *walk, unsigned seat, const struct legal *legal)
{
    struct action action = action_make(ACTION_PASS, seat);
    if (legal->challenge && roll(walk, 2) != 0)
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
        action.colour = walk->rules.colours[roll(walk, 4)];
    if (legal->target) {
        do {
            action.target = (uint8_t)roll(walk, walk->players);
        } while ((legal->targets >> action.target & 1) == 0);
    }
    return action;
}

static struct action pick_action(struct walk *walk)
{
    struct legal legal;
    unsigned seat = walk->game.turn;
    bool asked = walk->game.phase == PHASE_TARGET || walk->game.phase == PHASE_CHALLENGE;
    if (asked && roll(walk, 16) == 0)
        return action_make(ACTION_LEAVE, roll(walk, walk->players));
    if (roll(walk, 8) == 0)
        return pick_aside(walk);
    if (roll(walk, 16) == 0)
        return pick_raw(walk);
    if (roll(walk, 3) == 0) { /* HR-3 */
        unsigned other = roll(walk, walk->players);
        game_legal(&walk->rules, &walk->game, other, &legal);
        if (legal.jump_in)
            return pick_play(walk, other, &legal);
    }
    game_legal(&walk->rules, &walk->game, seat, &legal);
    bool plays = !cards_empty(legal.normal) || !cards_empty(legal.flex);
    bool other = legal.draw || legal.keep || legal.accept || legal.pass;
    if (plays && (!other || roll(walk, 4) != 0))
        return pick_play(walk, seat, &legal);
    return pick_answer(walk, seat, &legal);
}

static void check_events(struct walk *walk, const struct events *events,
                         const struct action *action)
{
    if (events->count == 0 || events->count >= EVENTS_MAX) {
        describe(walk, action, "no event, or too many");
        abort();
    }
}

/* W-4, W-7: a choice is asked for only where there is one. */
static void check_target(struct walk *walk, const struct action *action)
{
    struct legal legal;
    if (walk->game.phase != PHASE_TARGET)
        return;
    game_legal(&walk->rules, &walk->game, walk->game.turn, &legal);
    if ((legal.targets & (legal.targets - 1)) == 0) {
        describe(walk, action, "nobody to choose among");
        abort();
    }
}

static void check_game(struct walk *walk, const struct action *action)
{
    const char *broken = game_broken(&walk->rules, &walk->game);
    if (broken == NULL)
        return;
    describe(walk, action, broken);
    abort();
}

/* HR-20, R-75, R-76: who wins with the winner, and the points; before the end two sides play. */
static void check_teams(const struct walk *walk, const struct event *over,
                        const struct action *action)
{
    unsigned half = walk->players / 2, mask = (1u << half) - 1;
    unsigned sides = (walk->game.in_round | walk->game.in_round >> half) & mask;
    if (!rules_switch(&walk->rules, SWITCH_TEAMS))
        return;
    if (over == NULL && (sides & (sides - 1)) == 0) {
        describe(walk, action, "one team plays on alone");
        abort();
    }
    if (over == NULL || over->seat == SEAT_NONE)
        return;
    unsigned partner = (over->seat + half) % walk->players, points = 0;
    bool left = (walk->game.left >> partner & 1) != 0;
    struct match match;
    match_init(&match, walk->players);
    match_add_round(&match, &walk->rules, &walk->game);
    for (unsigned seat = 0; seat < walk->players; seat++) {
        if (seat % half != over->seat % half)
            points += hand_points(&walk->rules, walk->game.hand[seat]);
    }
    for (unsigned seat = 0; seat < walk->players; seat++) {
        bool won = seat == over->seat || (seat == partner && !left);
        if (match.gained[seat] != (won ? (int32_t)points : 0) || over->points != (int32_t)points ||
            over->other != (left ? SEAT_NONE : partner) ||
            (match.over && (match.winners >> seat & 1) != won)) {
            describe(walk, action, "a team wins something else");
            abort();
        }
    }
}

/* How a round ended. */
static void check_end(struct walk *walk, const struct events *events, const struct action *action)
{
    const struct event *over = NULL;
    unsigned first = SEAT_NONE;
    uint32_t places = 1; /* bit n: place n is taken; 0: none */
    unsigned placed = 0;
    for (unsigned i = 0; i < events->count; i++) {
        if (events->at[i].kind == EVENT_ROUND_OVER)
            over = &events->at[i];
    }
    if ((over != NULL) != (walk->game.phase == PHASE_ROUND_OVER)) {
        describe(walk, action, "a round ends in silence, or is said to end and goes on");
        abort();
    }
    for (unsigned seat = 0; seat < walk->players; seat++) {
        if (walk->game.place[seat] == 1)
            first = seat;
        places |= 1u << walk->game.place[seat];
        placed += walk->game.place[seat] != 0;
    }
    if (places != (1u << (placed + 1)) - 1) {
        describe(walk, action, "a place is given twice or left out");
        abort();
    }
    check_teams(walk, over, action);
    if (over == NULL)
        return;
    walk->ends[over->detail]++;
    if (over->seat != walk->game.winner || (first != SEAT_NONE && over->seat != first) ||
        (first == SEAT_NONE && over->detail == ROUND_DESERTED && over->seat != SEAT_NONE)) {
        describe(walk, action, "the wrong one wins");
        abort();
    }
}

/* One step: what `action` comes to, and whether the walk holds what must. */
static void step_on(struct walk *walk, const struct action *action)
{
    struct events events;
    if (!accepts(walk, action))
        return;
    game_apply(&walk->rules, &walk->game, action, &walk->chance.base, &events);
    check_events(walk, &events, action);
    check_game(walk, action);
    check_target(walk, action);
    walk->log[walk->count] = *action;
    walk->hash[walk->count++] = game_hash(&walk->rules, &walk->game);
    walk->actions++;
    check_end(walk, &events, action);
}

/* The same seed and actions give the same states, whether somebody listens or not. */
static void replay_round(struct walk *walk)
{
    struct chance_seeded chance;
    struct game game;
    chance_init_seed(&chance, walk->seed);
    game_deal(&walk->rules, &game, walk->players, SEAT_NONE, &chance.base, NULL);
    for (unsigned i = 0; i < walk->count; i++) {
        if (game_apply(&walk->rules, &game, &walk->log[i], &chance.base, NULL) != REFUSED_NOT ||
            game_hash(&walk->rules, &game) != walk->hash[i]) {
            describe(walk, &walk->log[i], "a replay comes to something else");
            abort();
        }
    }
}

void walk_round(struct walk *walk)
{
    struct events events;
    struct action none = action_make(ACTION_DRAW, 0);
    unsigned long steps = 0;
    chance_init_seed(&walk->chance, walk->seed);
    game_deal(&walk->rules, &walk->game, walk->players, SEAT_NONE, &walk->chance.base, &events);
    walk->count = 0;
    check_game(walk, &none);
    check_end(walk, &events, &none); /* */
    while (walk->game.phase != PHASE_ROUND_OVER &&
           (walk->steps_max == 0 || steps < walk->steps_max)) {
        if (walk->count >= WALK_ACTIONS_MAX) {
            describe(walk, &none, "a round without end (R-32, R-57)");
            abort();
        }
        walk->states++;
        if (roll(walk, walk->thorough) == 0) {
            walk->thorough_states++;
            check_state(walk);
        }
        struct action action = pick_action(walk);
        step_on(walk, &action);
        steps++;
    }
    walk->rounds++;
    replay_round(walk);
}
