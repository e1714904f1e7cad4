/* Carries out an accepted action, and what follows from it. */
#include "apply.h"

#include "effect.h"
#include "engine/hooks.h"
#include "engine/round.h"
#include "leave.h"
#include "play.h"
#include "plays.h"
#include "turn.h"
#include "uno.h"

static enum refusal apply_draw(struct step *step)
{
    struct game *game = step->game;
    if (game->phase != PHASE_TURN)
        return REFUSED_PHASE;
    enum refusal refusal = turn_refuse_draw(step->rules, game);
    if (refusal != REFUSED_NOT)
        return refusal;
    if (game->pending != 0) { /* this draw is forced and is no turn action */
        effect_take_sum(step);
        return REFUSED_NOT;
    }
    turn_draw(step, false);
    return REFUSED_NOT;
}

static enum refusal apply_keep(struct step *step)
{
    if (step->game->phase != PHASE_DRAWN)
        return REFUSED_PHASE;
    enum refusal refusal = turn_refuse_keep(step->rules, step->game);
    if (refusal == REFUSED_NOT)
        turn_keep(step);
    return refusal;
}

static enum refusal apply_pass(struct step *step)
{
    if (step->game->phase != PHASE_TURN)
        return REFUSED_PHASE;
    enum refusal refusal = turn_refuse_pass(step->rules, step->game);
    if (refusal != REFUSED_NOT)
        return refusal;
    turn_pass(step);
    return REFUSED_NOT;
}

static enum refusal apply_colour(struct step *step, const struct action *action)
{
    if (step->game->phase != PHASE_COLOUR)
        return REFUSED_PHASE;
    if (action->colour == COLOUR_NONE)
        return REFUSED_COLOUR_NEEDED;
    if (!rules_has_colour(step->rules, action->colour))
        return REFUSED_COLOUR_UNKNOWN;
    turn_colour(step, action->colour);
    return REFUSED_NOT;
}

static enum refusal apply_answer(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    bool sum = game->phase == PHASE_TURN && game->pending != 0;
    bool accept = action->kind == ACTION_ACCEPT;
    if (game->phase != PHASE_CHALLENGE && !sum)
        return REFUSED_PHASE;
    if (sum && (accept ? !sum_of_wd4(game) : game->offender == SEAT_NONE))
        return REFUSED_PENDING;
    if (accept)
        effect_accept(step);
    else
        effect_challenge(step);
    return REFUSED_NOT;
}

static enum refusal apply_target(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    unsigned seat = action->seat;
    if (game->phase != PHASE_TARGET)
        return REFUSED_PHASE;
    if (action->target == SEAT_NONE)
        return REFUSED_TARGET_NEEDED;
    if (action->target >= game->players || !seat_in(game->eligible, action->target))
        return REFUSED_TARGET;
    step->rules->hooks->on_target(step, action->target);
    if (game->hand_count[seat] == 0) /* HR-16 */
        round_retire(step, seat);
    return REFUSED_NOT;
}

static enum refusal apply_turn(struct step *step, const struct action *action)
{
    if (action->seat != step->game->turn)
        return REFUSED_NOT_YOUR_TURN;
    switch (action->kind) {
    case ACTION_DRAW:
        return apply_draw(step);
    case ACTION_KEEP:
        return apply_keep(step);
    case ACTION_PASS:
        return apply_pass(step);
    case ACTION_COLOUR:
        return apply_colour(step, action);
    case ACTION_TARGET:
        return apply_target(step, action);
    default:
        return apply_answer(step, action);
    }
}

static enum refusal carry_out(struct step *step, const struct action *action)
{
    const struct game *game = step->game;
    if (game->phase == PHASE_ROUND_OVER)
        return REFUSED_ROUND_OVER;
    if (action->seat >= game->players || !seat_in(game->in_round, action->seat))
        return REFUSED_NOT_SEATED;
    if (action->more_count > sizeof(action->more) || action->kind >= ACTION_KIND_COUNT)
        return REFUSED_MALFORMED;
    switch (action->kind) {
    case ACTION_PLAY:
        return play_apply(step, action);
    case ACTION_UNO:
        return uno_say(step, action);
    case ACTION_CATCH:
        return uno_catch(step, action);
    case ACTION_LEAVE:
        return leave_apply(step, action);
    case ACTION_TIMEOUT:
        return leave_timeout(step, action);
    default:
        return apply_turn(step, action);
    }
}

/* HR-15: a seat with `limit` cards or more is out. R-72: several such seats go out in the order of
 * play after `actor`, and `actor` goes last. The direction is that from before the first one
 * goes. */
static void apply_mercy(struct step *step, unsigned actor, unsigned limit)
{
    struct game *game = step->game;
    unsigned on = game->direction > 0 ? 1u : game->players - 1u;
    for (unsigned i = 1; i <= game->players && game->phase != PHASE_ROUND_OVER; i++) {
        unsigned seat = (actor + i * on) % game->players;
        if (seat_in(game->in_round, seat) && game->hand_count[seat] >= limit)
            leave_drop(step, seat, true);
    }
}

void apply_settle(struct step *step, unsigned actor)
{
    const struct game *game = step->game;
    unsigned limit = rules_switch(step->rules, SWITCH_MERCY);
    if (limit != 0)
        apply_mercy(step, actor, limit);
    if (game->phase != PHASE_ROUND_OVER &&
        game->turn_actions >= rules_switch(step->rules, SWITCH_ROUND_LIMIT))
        round_finish(step, SEAT_NONE, ROUND_LIMIT);
}

enum refusal apply_any(const struct rules *rules, struct game *game, const struct action *action,
                       struct chance *chance, struct events *events)
{
    struct step step = {rules, game, chance, events};
    if (events != NULL)
        events->count = 0;
    enum refusal refusal = carry_out(&step, action);
    const uint16_t *value = rules->switches.value;
    if (refusal == REFUSED_NOT && /* usually nothing follows, and no call is needed */
        (value[SWITCH_MERCY] != 0 || game->turn_actions >= value[SWITCH_ROUND_LIMIT]))
        apply_settle(&step, action->seat);
    return refusal;
}
