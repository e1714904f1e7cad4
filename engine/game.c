#include "lane.h"
#include "legal.h"

#include "rulesets/ruleset_internal.h"

static const char *const refusal_names[REFUSED_COUNT] = {
    [REFUSED_NOT] = "accepted",
    [REFUSED_ROUND_OVER] = "round_over",
    [REFUSED_NOT_SEATED] = "not_seated",
    [REFUSED_NO_SUCH_CARD] = "no_such_card",
    [REFUSED_NOT_HELD] = "not_held",
    [REFUSED_NOT_YOUR_TURN] = "not_your_turn",
    [REFUSED_PHASE] = "phase",
    [REFUSED_ONLY_DRAWN] = "only_drawn",
    [REFUSED_NO_MATCH] = "no_match",
    [REFUSED_NO_FLEX] = "no_flex",
    [REFUSED_COLOUR_NEEDED] = "colour_needed",
    [REFUSED_COLOUR_UNKNOWN] = "colour_unknown",
    [REFUSED_TARGET_NEEDED] = "target_needed",
    [REFUSED_TARGET] = "target",
    [REFUSED_PROCLAIM] = "proclaim",
    [REFUSED_UNLAWFUL_WD4] = "unlawful_wd4",
    [REFUSED_LAST_CARD] = "last_card",
    [REFUSED_PENDING] = "pending",
    [REFUSED_MUST_PLAY] = "must_play",
    [REFUSED_CAN_DRAW] = "can_draw",
    [REFUSED_NOT_EXPOSED] = "not_exposed",
    [REFUSED_MULTI] = "multi",
    [REFUSED_MALFORMED] = "malformed",
    [REFUSED_NOTHING_TO_DRAW] = "nothing_to_draw",
};

const char *refusal_name(enum refusal refusal)
{
    return refusal_names[refusal < REFUSED_COUNT ? refusal : REFUSED_MALFORMED];
}

/* HR-5: such a card ends the drawing; R-44: by either side. */
static bool ends_drawing(const struct step *step, unsigned seat, struct plays plays)
{
    return !cards_empty(plays.flex) ||
           !cards_empty(plays_lawful(step->rules, step->game, seat, plays.normal));
}

void turn_draw(struct step *step, bool keep)
{
    struct game *game = step->game;
    unsigned seat = game->turn, count = 0, last = DECK_MAX;
    bool until = rules_switch(step->rules, SWITCH_DRAW_UNTIL_PLAYABLE);
    struct cards drawn = {{0, 0}};
    struct plays plays = {{{0, 0}}, {{0, 0}}};
    game->exposed = 0; /* */
    game->turn_actions++;
    game->passes = 0;
    do {
        unsigned card = hand_take(step, seat, &drawn);
        if (card == DECK_MAX)
            break;
        count++;
        last = card;
        plays = plays_of(step->rules, game, seat, step->rules->of_card[card]);
    } while (until && !ends_drawing(step, seat, plays));
    step_drew(step, seat, drawn, count, DRAW_TURN);
    if (cards_empty(plays.normal) && cards_empty(plays.flex)) {
        step_end_turn(step); /* */
        return;
    }
    game->phase = PHASE_DRAWN;
    game->drawn = (uint8_t)last;
    if (keep)
        turn_keep(step);
}

void turn_keep(struct step *step)
{
    step_tell(step, EVENT_KEPT, step->game->turn);
    step_end_turn(step);
}

void turn_pass(struct step *step)
{
    struct game *game = step->game;
    step_tell(step, EVENT_PASSED, game->turn);
    game->exposed = 0;
    game->turn_actions++;
    game->passes++;
    if (game->passes >= seats_in_round(game))
        round_block(step);
    else
        step_end_turn(step);
}

void start_colour(struct step *step, unsigned colour)
{
    struct game *game = step->game;
    game->colour = (uint8_t)colour;
    game->phase = PHASE_TURN;
    step_tell_colour(step, EVENT_COLOUR, game->turn, colour);
}

static enum refusal apply_draw(struct step *step)
{
    struct game *game = step->game;
    if (game->phase != PHASE_TURN)
        return REFUSED_PHASE;
    enum refusal refusal = refuse_draw(step->rules, game);
    if (refusal != REFUSED_NOT)
        return refusal;
    if (game->pending != 0) { /* a forced draw, no turn action */
        effect_take_sum(step);
        round_settle(step, false);
        return REFUSED_NOT;
    }
    turn_draw(step, false);
    round_settle(step, true);
    return REFUSED_NOT;
}

static enum refusal apply_keep(struct step *step)
{
    if (step->game->phase != PHASE_DRAWN)
        return REFUSED_PHASE;
    enum refusal refusal = refuse_keep(step->rules, step->game);
    if (refusal == REFUSED_NOT)
        turn_keep(step);
    return refusal;
}

static enum refusal apply_pass(struct step *step)
{
    if (step->game->phase != PHASE_TURN)
        return REFUSED_PHASE;
    enum refusal refusal = refuse_pass(step->rules, step->game);
    if (refusal != REFUSED_NOT)
        return refusal;
    turn_pass(step);
    round_settle(step, true);
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
    start_colour(step, action->colour);
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
    round_settle(step, false);
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
    if (action->target >= game->players ||
        !seat_in(step->rules->hooks->eligible(step->rules, game), action->target))
        return REFUSED_TARGET;
    step->rules->hooks->on_target(step, action->target);
    if (game->hand_count[seat] == 0) /* HR-16 */
        seat_retire(step, seat);
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

enum refusal apply_any(const struct rules *rules, struct game *game, const struct action *action,
                       struct chance *chance, struct events *events)
{
    struct step step = {rules, game, chance, events};
    if (events != NULL)
        events->count = 0;
    if (game->phase == PHASE_ROUND_OVER)
        return REFUSED_ROUND_OVER;
    if (action->seat >= game->players || !seat_in(game->in_round, action->seat))
        return REFUSED_NOT_SEATED;
    if (action->more_count > sizeof action->more)
        return REFUSED_MALFORMED;
    switch (action->kind) {
    case ACTION_PLAY:
        return apply_play(&step, action);
    case ACTION_UNO:
        return apply_uno(&step, action);
    case ACTION_CATCH:
        return apply_catch(&step, action);
    case ACTION_LEAVE:
        return apply_leave(&step, action);
    case ACTION_TIMEOUT:
        return apply_timeout(&step, action);
    default:
        if (action->kind >= ACTION_KIND_COUNT)
            return REFUSED_MALFORMED;
        return apply_turn(&step, action);
    }
}
