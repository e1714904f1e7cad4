/* Leaving and clocks, HR-15, W-4. */
#include "leave.h"

#include "effect.h"
#include "engine/hooks.h"
#include "engine/round.h"
#include "pile.h"
#include "turn.h"

/* the colour of which the seat holds most cards; of equals the first in the order of the
 * set. */
static unsigned colour_held_max(const struct step *step, unsigned seat)
{
    const struct rules *rules = step->rules;
    unsigned best = COLOUR_NONE, most = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned colour = rules->colours[i];
        unsigned held = cards_count(cards_and(step->game->hand[seat], rules->of_colour[colour]));
        if (best == COLOUR_NONE || held > most) {
            best = colour;
            most = held;
        }
    }
    return best;
}

static unsigned first_eligible(const struct step *step)
{
    const struct game *game = step->game;
    unsigned seat = next_seat(game, game->turn);
    while (!seat_in(game->eligible, seat))
        seat = next_seat(game, seat);
    return seat;
}

/* Gives the default answer to the question that the seat to act has to answer. Does nothing in a
 * plain turn, which asks no question. */
static void answer_default(struct step *step)
{
    struct game *game = step->game;
    switch (game->phase) {
    case PHASE_DRAWN:
        turn_keep(step);
        break;
    case PHASE_CHALLENGE:
        effect_accept(step);
        break;
    case PHASE_TARGET:
        step->rules->hooks->on_target(step, first_eligible(step));
        break;
    case PHASE_COLOUR:
        turn_colour(step, colour_held_max(step, game->turn));
        break;
    default:
        if (game->pending != 0)
            effect_accept(step);
        break;
    }
}

enum refusal leave_timeout(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    if (action->seat != game->turn)
        return REFUSED_NOT_YOUR_TURN;
    bool turn = game->phase == PHASE_TURN && game->pending == 0;
    unsigned seat = game->turn;
    if (!turn)
        answer_default(step);
    else if (game_can_draw(game))
        turn_draw(step, true);
    else
        turn_pass(step); /* */
    if (game->phase != PHASE_ROUND_OVER && game->hand_count[seat] == 0)
        round_retire(step, seat);
    return REFUSED_NOT;
}

/* the player of an unanswered wild +4 has left. The seat that had to answer draws nothing and
 * plays. If the card was played by its flex side, the seat after the one that left plays (F-13). */
static void offender_gone(struct step *step)
{
    struct game *game = step->game;
    unsigned offender = game->offender;
    bool flex = game->challenge_flex;
    effect_clear(game);
    if (flex)
        step_advance(step, offender, 0);
    else
        game->phase = PHASE_TURN;
}

/* a seat has left while a web swing waits for its target. If one target remains, it is hit.
 * it is not hit if only it and the actor are left, and the actor has played the last card
 * (HR-16). Then the round ends at once. */
static void narrow_target(struct step *step)
{
    struct game *game = step->game;
    unsigned actor = game->turn;
    bool placed = game->hand_count[actor] == 0; /* HR-16 */
    if (seats_count(game->eligible) > 1)
        return;
    /* exactly one target remains: there were two at least, and one has gone */
    if (!placed || seats_in_round(game) > 2)
        step->rules->hooks->on_target(step, (unsigned)__builtin_ctz(game->eligible));
    if (placed)
        round_retire(step, actor);
}

/* Ends a round with one seat or one team left. R-62: that seat does not reach the first
 * place only because the others have left. */
static void last_one(struct step *step, bool mercy)
{
    struct game *game = step->game;
    unsigned seat = (unsigned)__builtin_ctz(game->in_round);
    if (rules_switch(step->rules, SWITCH_PLAY_TO_LAST) &&
        (mercy || round_first_place(game) != SEAT_NONE))
        round_give_place(step, seat);
    round_finish(step, mercy ? seat : SEAT_NONE, mercy ? ROUND_WON : ROUND_DESERTED);
}

void leave_drop(struct step *step, unsigned seat, bool mercy)
{
    struct game *game = step->game;
    if (game->turn == seat)
        answer_default(step);
    else if (game->offender == seat)
        offender_gone(step);
    unsigned count = game->hand_count[seat];
    step_tell_count(step, mercy ? EVENT_OUT : EVENT_LEFT, seat, count);
    pile_return(step, seat);
    game->passes = 0;
    seat_remove(&game->exposed, seat);
    seat_remove(&game->announced, seat);
    seat_remove(&game->eligible, seat);
    seat_remove(&game->in_round, seat);
    if (!mercy)
        seat_add(&game->left, seat);
    if (game->turn == seat)
        step_advance(step, seat, 0);
    else if (game->phase == PHASE_TARGET)
        narrow_target(step);
    if (step->rules->hooks->on_player_left != NULL)
        step->rules->hooks->on_player_left(step);
    if (round_has_one_side(step))
        last_one(step, mercy);
}

enum refusal leave_apply(struct step *step, const struct action *action)
{
    leave_drop(step, action->seat, false);
    return REFUSED_NOT;
}
