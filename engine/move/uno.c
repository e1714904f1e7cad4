/* Saying UNO, and catching a player who did not, HR-9 to HR-11. */
#include "uno.h"

#include "pile.h"

void uno_after_play(struct step *step, const struct action *action, unsigned left)
{
    struct game *game = step->game;
    unsigned seat = action->seat;
    bool said_before = seat_in(game->announced, seat);
    seat_remove(&game->announced, seat);
    if (left == 1 && rules_switch(step->rules, SWITCH_AUTO_UNO)) {
        step_tell(step, EVENT_UNO, seat);
        return;
    }
    if (left == 1 && !action->uno && !said_before) {
        seat_add(&game->exposed, seat);
        return;
    }
    unsigned fine = rules_switch(step->rules, SWITCH_FALSE_UNO);
    bool fined = left > 1 && fine != 0; /* */
    if (!action->uno || (left != 1 && !fined))
        return; /* a call without effect gives no event */
    step_tell(step, EVENT_UNO, seat);
    if (fined) {
        step_tell(step, EVENT_FALSE_UNO, seat);
        pile_draw(step, seat, fine, DRAW_FALSE);
    }
}

static void catch_seat(struct step *step, unsigned seat, unsigned target)
{
    struct game *game = step->game;
    unsigned penalty = rules_switch(step->rules, SWITCH_UNO_PENALTY);
    unsigned count = (penalty & 0xff) + game->catches[target] * (penalty >> 8); /* HR-9 */
    game->catches[target]++;
    seat_remove(&game->exposed, target);
    step_tell_other(step, EVENT_CAUGHT, target, seat, 0);
    pile_draw(step, target, count, DRAW_CAUGHT);
}

static void false_call(struct step *step, unsigned seat)
{
    step_tell(step, EVENT_FALSE_UNO, seat);
    pile_draw(step, seat, rules_switch(step->rules, SWITCH_FALSE_UNO), DRAW_FALSE);
}

enum refusal uno_say(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    unsigned seat = action->seat;
    /* HR-4 may expose several seats: a call protects the caller's own hand first. */
    if (seat_in(game->exposed, seat)) {
        seat_remove(&game->exposed, seat);
        step_tell(step, EVENT_UNO, seat);
        return REFUSED_NOT;
    }
    if (game->exposed !=
        0) { /* if several are exposed, the next one in the order of play is caught */
        unsigned target = next_seat(game, seat);
        while (!seat_in(game->exposed, target))
            target = next_seat(game, target);
        catch_seat(step, seat, target);
        return REFUSED_NOT;
    }
    bool own_turn = game->turn == seat && (game->phase == PHASE_TURN || game->phase == PHASE_DRAWN);
    unsigned held = game->hand_count[seat];
    step_tell(step, EVENT_UNO, seat);
    if (rules_switch(step->rules, SWITCH_FALSE_UNO) != 0 && held != 1 &&
        !(held == 2 && own_turn)) /* */
        false_call(step, seat);
    else if (own_turn)
        seat_add(&game->announced, seat); /* */
    return REFUSED_NOT;
}

enum refusal uno_catch(struct step *step, const struct action *action)
{
    const struct game *game = step->game;
    if (action->target >= game->players || action->target == action->seat ||
        !seat_in(game->in_round, action->target))
        return REFUSED_TARGET;
    if (seat_in(game->exposed, action->target)) {
        catch_seat(step, action->seat, action->target);
        return REFUSED_NOT;
    }
    if (rules_switch(step->rules, SWITCH_FALSE_UNO) == 0)
        return REFUSED_NOT_EXPOSED;
    false_call(step, action->seat); /* HR-10 */
    return REFUSED_NOT;
}
