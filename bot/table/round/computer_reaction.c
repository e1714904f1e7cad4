#include "computer_reaction.h"

#include "bot/table/seats/seats.h"
#include "bot/table/tables_state.h"

/* What the random numbers are for. */
enum draw { FOR_TURN, FOR_CATCH, FOR_JUMP };

enum { LOW_BITS = 4, LOW = 15, HIGH_AT = 56 };

bool seat_is_computer(const struct table *table, unsigned seat)
{
    return table->seats[seat].person == NULL || table->seats[seat].away;
}

const struct player_impl *seat_player(const struct table *table, unsigned seat)
{
    const struct player_impl *player = table->seats[seat].player;
    return player != NULL ? player : player_find("normal"); /* keeps a person's seat */
}

/* Seeds the random numbers for one decision. The seed counts turn actions, so that asking again
 * while the same window for catches or jumps is open gives the same answer. Drawing a playable card
 * is a turn action that leaves a window for catches open, so it is not counted for catches.
 * The bits of a seat above 15 (HR-21) stand at the top, above all turns. */
static void draw_for(const struct table *table, enum draw draw, unsigned seat, unsigned target,
                     struct chance_seeded *chance)
{
    const struct round *round = table->round;
    bool drawn = draw == FOR_CATCH && round->game.phase == PHASE_DRAWN;
    uint64_t window = round->game.turn_actions - (drawn ? 1U : 0U);
    uint64_t draws = window << 12 | (uint64_t)draw << 8 | (seat & LOW) << 4 | (target & LOW);
    uint64_t high = (uint64_t)(seat >> LOW_BITS) << 4 | target >> LOW_BITS;
    chance_init_seed(chance, round->lots[LOT_REFLEX] ^ draws ^ high << HIGH_AT);
}

/* Picks a delay at random, between 2/3 and `most`/3 of the time that a computer player takes
 * (bot_delay). */
static uint64_t human_delay(const struct table *table, struct chance *chance, unsigned most)
{
    uint64_t third = table->tables->lent.options->bot_delay / 3;
    return 2 * third + chance_below(chance, (uint32_t)((most - 2) * third + 1));
}

uint64_t computer_reaction_turn_delay(const struct table *table)
{
    const struct game *game = &table->round->game;
    struct chance_seeded chance;
    draw_for(table, FOR_TURN, game->turn, game->phase, &chance);
    return human_delay(table, &chance.base, 4);
}

/* Decides if the seat notices that it could react, and after which delay. */
static bool seat_notices(const struct table *table, enum draw draw, unsigned seat, unsigned target,
                         uint64_t *delay)
{
    struct chance_seeded chance;
    draw_for(table, draw, seat, target, &chance);
    bool noticed = chance_below(&chance.base, 100) < seat_player(table, seat)->notices;
    *delay = human_delay(table, &chance.base, 8);
    return noticed;
}

static void keep_first(struct computer_reaction *first, uint64_t at, const struct action *action)
{
    if (at < first->at)
        *first = (struct computer_reaction){at, *action};
}

static void look_for_catches(const struct table *table, unsigned seat,
                             struct computer_reaction *first)
{
    const struct game *game = &table->round->game;
    struct action action = action_make(ACTION_CATCH, seat);
    unsigned partner = game_partner(table->round->rules, game->players, seat);
    uint64_t delay = 0;
    for (unsigned target = 0; target < game->players; target++) {
        if (target == seat || target == partner || (game->exposed >> target & 1) == 0 ||
            !seat_notices(table, FOR_CATCH, seat, target, &delay))
            continue;
        action.target = (uint8_t)target;
        keep_first(first, table->exposed_at + delay, &action);
    }
}

static unsigned seat_of_fewest(const struct view *view)
{
    unsigned best = SEAT_NONE;
    for (unsigned seat = 0; seat < view->players; seat++) {
        if ((view->legal.targets >> seat & 1) != 0 &&
            (best == SEAT_NONE || view->hand_count[seat] < view->hand_count[best]))
            best = seat;
    }
    return best;
}

/* HR-3: makes the action of a jump-in. A computer player may forget to say UNO here, as in its
 * turn, but not if it keeps a person's seat. */
static void find_jump(const struct table *table, const struct view *view, struct action *action)
{
    const struct rules *rules = table->round->rules;
    struct chance_seeded chance;
    draw_for(table, FOR_JUMP, view->seat, view->seat, &chance);
    *action = action_make(ACTION_PLAY, view->seat);
    action->face = rules->deck.face_of[cards_first(view->legal.normal)];
    if (view->legal.targets != 0 && play_needs_target(rules, NULL, view->seat, action->face, false))
        action->target = (uint8_t)seat_of_fewest(view);
    action->uno = view->hand_count[view->seat] == 2 &&
                  (table->seats[view->seat].person != NULL ||
                   chance_below(&chance.base, 100) >= seat_player(table, view->seat)->forgets);
}

static void look_for_jumps(const struct table *table, unsigned seat,
                           struct computer_reaction *first)
{
    const struct round *round = table->round;
    const uint64_t grace_end = table->exposed_at + table->tables->lent.options->uno_grace;
    uint64_t at = table->turn_at;
    uint64_t delay = 0;
    struct view view;
    struct action action;
    if (seat == round->game.turn || table->held != NULL ||
        !seat_notices(table, FOR_JUMP, seat, round->game.turn, &delay))
        return;
    view_of(round->rules, &round->game, seat, &view);
    if (!view.legal.jump_in)
        return;
    if (round->game.exposed != 0 && grace_end > at) /* jumps only after the time for catches */
        at = grace_end;
    find_jump(table, &view, &action);
    keep_first(first, at + delay, &action);
}

bool computer_reaction_next(const struct table *table, struct computer_reaction *reflex)
{
    const struct round *round = table->round;
    bool jumps = rules_switch(round->rules, SWITCH_JUMP_IN) != JUMP_IN_OFF;
    reflex->at = UINT64_MAX;
    for (unsigned seat = 0; seat < round->game.players; seat++) {
        if (!seat_in_round(table, seat) || !seat_is_computer(table, seat))
            continue;
        if (round->game.exposed != 0)
            look_for_catches(table, seat, reflex);
        if (jumps)
            look_for_jumps(table, seat, reflex);
    }
    return reflex->at != UINT64_MAX;
}

bool computer_reaction_catch(const struct table *table, unsigned seat, struct action *action)
{
    struct computer_reaction reflex = {.at = UINT64_MAX};
    look_for_catches(table, seat, &reflex);
    *action = reflex.action;
    return reflex.at != UINT64_MAX;
}
