/* The effect of a played card (RULES.md 2.2 step 6), and the wild +4,
 * */
#include "effect.h"

#include "engine/hooks.h"
#include "house.h"
#include "pile.h"

static void effect_reverse(struct step *step, struct play_effect *play)
{
    step_reverse(step);
    if (seats_in_round(step->game) == 2 && /* */
        rules_switch(step->rules, SWITCH_TWO_PLAYER_REVERSE) == TWO_REVERSE_SKIP)
        play->skips = 1;
}

/* The next player draws, and loses the turn unless HR-13 is on. */
static void effect_draw(struct step *step, struct play_effect *play, unsigned count,
                        enum draw_reason reason)
{
    pile_draw(step, next_seat(step->game, play->seat), count, reason);
    play->skips = rules_switch(step->rules, SWITCH_DRAW_KEEPS_TURN) ? 0 : 1;
}

static void effect_draw2(struct step *step, struct play_effect *play)
{
    if (rules_switch(step->rules, SWITCH_STACK) != STACK_OFF)
        house_raise(step, play, KIND_DRAW2, DRAW_TWO);
    else
        effect_draw(step, play, DRAW_TWO, DRAW_EFFECT);
}

static bool may_challenge(const struct step *step, const struct play_effect *play)
{
    return !play->last && !rules_switch(step->rules, SWITCH_NO_BLUFF) &&
           !rules_switch(step->rules, SWITCH_NO_CHALLENGE);
}

static void ask_victim(struct step *step, struct play_effect *play, unsigned victim)
{
    struct game *game = step->game;
    game->phase = PHASE_CHALLENGE;
    game->turn = (uint8_t)victim;
    game->offender = play->seat;
    game->colour_before = play->colour_before;
    game->challenge_flex = play->flex;
    if (play->guilty)
        seat_add(&game->guilty, play->seat);
    play->waits = true;
}

/* F-15: the chosen player only draws, unless R-54 allows a challenge. */
static void wd4_flex(struct step *step, struct play_effect *play)
{
    if (rules_switch(step->rules, SWITCH_FLEX_WD4_CHALLENGE) && may_challenge(step, play))
        ask_victim(step, play, play->target);
    else
        pile_draw(step, play->target, WD4_ACCEPT, DRAW_EFFECT);
}

void effect_wd4(struct step *step, struct play_effect *play)
{
    struct game *game = step->game;
    bool open = may_challenge(step, play);
    if (play->flex) {
        wd4_flex(step, play);
    } else if (rules_switch(step->rules, SWITCH_STACK) != STACK_OFF) {
        bool opens = game->pending == 0;
        house_raise(step, play, KIND_WILD_DRAW4, WD4_ACCEPT);
        if (opens && open) { /* */
            game->offender = play->seat;
            game->colour_before = play->colour_before;
            if (play->guilty)
                seat_add(&game->guilty, play->seat);
        }
    } else if (open) {
        ask_victim(step, play, next_seat(game, play->seat));
    } else { /* HR-7, HR-8, R-45, R-48 */
        effect_draw(step, play, WD4_ACCEPT, DRAW_WD4);
    }
}

static void effect_number(struct step *step, struct play_effect *play)
{
    if (play->last || !rules_switch(step->rules, SWITCH_SEVEN_ZERO))
        return;
    unsigned value = step->rules->deck.face[play->face].value;
    if (value == 7)
        house_seven(step, play);
    else if (value == 0)
        house_zero(step, play);
}

void effect_apply(struct step *step, struct play_effect *play)
{
    bool (*hook)(struct step *, struct play_effect *) = step->rules->hooks->on_play;
    if (hook != NULL && hook(step, play))
        return;
    switch (play->kind) {
    case KIND_NUMBER:
        effect_number(step, play);
        break;
    case KIND_SKIP:
        if (step->game->pending != 0)
            house_deflect(step, play);
        else
            play->skips = 1;
        break;
    case KIND_REVERSE:
        if (step->game->pending != 0)
            house_deflect(step, play);
        else
            effect_reverse(step, play);
        break;
    case KIND_DRAW2:
        effect_draw2(step, play);
        break;
    case KIND_WILD_DRAW4:
    case KIND_WILD_FLEX4:
        effect_wd4(step, play);
        break;
    default: /* a plain wild only names a colour, which is in force already */
        break;
    }
}

void effect_clear(struct game *game)
{
    game->guilty = 0;
    game->offender = SEAT_NONE;
    game->colour_before = COLOUR_NONE;
    game->challenge_flex = 0;
    game->pending = 0;
}

/* True if the seat that drew the sum loses its turn. With HR-13 only H-2 takes the turn away: the
 * card on top has the colour of Hyper Speed. */
static bool sum_costs_turn(const struct step *step)
{
    const struct game *game = step->game;
    const struct card *top = &step->rules->deck.face[game->top_face];
    return !rules_switch(step->rules, SWITCH_DRAW_KEEPS_TURN) ||
           (game->hyper != COLOUR_NONE && top->colour == game->hyper);
}

static void lose_or_play(struct step *step, bool lose)
{
    struct game *game = step->game;
    if (lose) {
        step_tell(step, EVENT_LOST_TURN, game->turn);
        step_end_turn(step);
    } else {
        game->phase = PHASE_TURN;
        game->announced = 0;
    }
}

void effect_take_sum(struct step *step)
{
    struct game *game = step->game;
    unsigned count = game->pending;
    bool lose = sum_costs_turn(step);
    effect_clear(game);
    pile_draw(step, game->turn, count, DRAW_SUM);
    lose_or_play(step, lose);
}

void effect_accept(struct step *step)
{
    struct game *game = step->game;
    unsigned offender = game->offender;
    bool flex = game->challenge_flex;
    if (offender != SEAT_NONE)
        step_tell_other(step, EVENT_ACCEPTED, game->turn, offender, 0);
    if (game->phase != PHASE_CHALLENGE) {
        effect_take_sum(step);
        return;
    }
    effect_clear(game);
    pile_draw(step, game->turn, WD4_ACCEPT, DRAW_WD4);
    if (flex) /* F-13 */
        step_advance(step, offender, 0);
    else
        lose_or_play(step, !rules_switch(step->rules, SWITCH_DRAW_KEEPS_TURN));
}

void effect_challenge(struct step *step)
{
    struct game *game = step->game;
    unsigned offender = game->offender, victim = game->turn;
    bool guilty = seat_in(game->guilty, offender);
    bool flex = game->challenge_flex;
    step_tell_other(step, EVENT_CHALLENGED, victim, offender, guilty ? 1 : 0);
    if (step->events != NULL) { /* */
        step_emit(step, &(struct event){.kind = EVENT_SHOWN,
                                        .seat = (uint8_t)offender,
                                        .other = (uint8_t)victim,
                                        .face = FACE_NONE,
                                        .count = game->hand_count[offender],
                                        .cards = game->hand[offender]});
    }
    effect_clear(game);
    if (guilty)
        pile_draw(step, offender, WD4_GUILTY, DRAW_GUILTY);
    else
        pile_draw(step, victim, WD4_INNOCENT, DRAW_INNOCENT);
    if (flex) /* */
        step_advance(step, offender, 0);
    else {
        lose_or_play(step, !guilty ||
                               !rules_switch(step->rules, SWITCH_WD4_GUILTY_KEEPS_TURN)); /* */
    }
}
