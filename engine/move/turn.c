/* Drawing, keeping, passing, HR-5, HR-6. */
#include "turn.h"

#include "engine/round.h"
#include "pile.h"
#include "plays.h"

/* Whether the seat to act holds a lawful play by the normal side; with `flex`, by either side. */
static bool has_lawful(const struct rules *rules, const struct game *game, bool flex)
{
    struct playable plays = plays_of(rules, game, game->turn, hand_open(rules, game, game->turn));
    if (flex && !cards_empty(plays.flex))
        return true;
    return !cards_empty(plays_lawful(rules, game, game->turn, plays.normal));
}

enum refusal turn_refuse_draw(const struct rules *rules, const struct game *game)
{
    if (game->pending != 0) /* */
        return game->offender != SEAT_NONE ? REFUSED_PENDING : REFUSED_NOT;
    if (!game_can_draw(game)) /* */
        return has_lawful(rules, game, true) ? REFUSED_MUST_PLAY : REFUSED_NOTHING_TO_DRAW;
    if (rules_switch(rules, SWITCH_FORCE_PLAY) == FORCE_ALWAYS && has_lawful(rules, game, false))
        return REFUSED_MUST_PLAY; /* HR-6 */
    return REFUSED_NOT;
}

enum refusal turn_refuse_pass(const struct rules *rules, const struct game *game)
{
    if (game->pending != 0)
        return REFUSED_PENDING;
    if (game_can_draw(game))
        return REFUSED_CAN_DRAW;
    return has_lawful(rules, game, true) ? REFUSED_MUST_PLAY : REFUSED_NOT;
}

enum refusal turn_refuse_keep(const struct rules *rules, const struct game *game)
{
    if (rules_switch(rules, SWITCH_FORCE_PLAY) != FORCE_OFF && has_lawful(rules, game, false))
        return REFUSED_MUST_PLAY; /* HR-6, R-44 */
    return REFUSED_NOT;
}

/* HR-5: true if the drawing ends with the card just drawn, because it may be played. By R-44 either
 * side counts. */
static bool ends_drawing(const struct step *step, unsigned seat, struct playable plays)
{
    return !cards_empty(plays.flex) ||
           !cards_empty(plays_lawful(step->rules, step->game, seat, plays.normal));
}

void turn_draw(struct step *step, bool keep)
{
    struct game *game = step->game;
    unsigned seat = game->turn, count = 0, last = DECK_MAX;
    bool until = rules_switch(step->rules, SWITCH_DRAW_UNTIL_PLAYABLE);
    struct cards drawn = cards_none();
    struct playable plays = {cards_none(), cards_none()};
    if (rules_switch(step->rules, SWITCH_UNO_WINDOW) == WINDOW_BEGINS)
        game->exposed = 0; /* */
    game->turn_actions++;
    game->passes = 0;
    do {
        unsigned card = pile_take(step, seat, &drawn);
        if (card == DECK_MAX)
            break;
        count++;
        last = card;
        plays = plays_of(step->rules, game, seat, step->rules->of_card[card]);
    } while (until && !ends_drawing(step, seat, plays));
    pile_drew(step, seat, drawn, count, DRAW_TURN);
    if (cards_empty(plays.normal) && cards_empty(plays.flex)) {
        game->exposed = 0;
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
    step->game->exposed = 0;
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

void turn_colour(struct step *step, unsigned colour)
{
    struct game *game = step->game;
    game->colour = (uint8_t)colour;
    game->phase = PHASE_TURN;
    step_tell_colour(step, EVENT_COLOUR, game->turn, colour);
}
