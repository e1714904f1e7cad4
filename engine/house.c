#include "house.h"

struct cards house_answers(const struct rules *rules, const struct game *game, struct cards hand)
{
    unsigned stack = rules_switch(rules, SWITCH_STACK);
    struct cards open = {{0, 0}};
    if (game->pending_kind == KIND_DRAW2) {
        open = rules->of_kind[KIND_DRAW2];
        if (stack != STACK_SAME)
            open = cards_or(open, rules->wd4s);
    } else {
        open = rules->wd4s;
        if (stack == STACK_ANY)
            open = cards_or(open,
                            cards_and(rules->of_kind[KIND_DRAW2], rules->of_colour[game->colour]));
    }
    if (rules_switch(rules, SWITCH_DEFLECT)) {
        struct cards deflect = rules->of_kind[KIND_REVERSE];
        if (seats_in_round(game) > 2)
            deflect = cards_or(deflect, rules->of_kind[KIND_SKIP]);
        open = cards_or(open, cards_and(deflect, rules->of_colour[game->colour]));
    }
    return cards_and(hand, open);
}

struct cards house_no_finish(const struct rules *rules)
{
    struct cards barred = {{0, 0}};
    unsigned value = rules_switch(rules, SWITCH_NO_FINISH);
    if (value == NO_FINISH_OFF)
        return barred;
    barred = rules->wilds;
    if (value == NO_FINISH_ACTION_AND_WILD)
        for (unsigned kind = KIND_SKIP; kind <= KIND_DRAW2; kind++)
            barred = cards_or(barred, rules->of_kind[kind]);
    return barred;
}

static void pass_sum(struct step *step, struct play *play)
{
    struct game *game = step->game;
    step_advance(step, play->seat, 0);
    play->waits = true;
    step_tell_count(step, EVENT_PENDING, game->turn, game->pending);
}

void house_raise(struct step *step, struct play *play, enum kind kind, unsigned cards)
{
    struct game *game = step->game;
    game->pending = (uint16_t)(game->pending + cards);
    game->pending_kind = (uint8_t)kind;
    game->offender = SEAT_NONE;
    pass_sum(step, play);
}

void house_deflect(struct step *step, struct play *play)
{
    if (play->kind == KIND_REVERSE)
        step_reverse(step);
    step->game->offender = SEAT_NONE;
    pass_sum(step, play);
}

/* Everyone whose hand moved and who now holds one card is exposed, nobody else of them. */
static void expose_moved(struct step *step, uint16_t moved)
{
    struct game *game = step->game;
    game->exposed = (uint16_t)(game->exposed & ~moved);
    if (rules_switch(step->rules, SWITCH_AUTO_UNO))
        return;
    for (unsigned seat = 0; seat < game->players; seat++)
        if (seat_in(moved, seat) && game->hand_count[seat] == 1)
            seat_add(&game->exposed, seat);
}

void house_seven(struct step *step, struct play *play)
{
    struct game *game = step->game;
    unsigned a = play->seat, b = play->target;
    struct cards hand = game->hand[a];
    uint8_t count = game->hand_count[a];
    game->hand[a] = game->hand[b];
    game->hand_count[a] = game->hand_count[b];
    game->hand[b] = hand;
    game->hand_count[b] = count;
    step_tell_other(step, EVENT_SWAPPED, a, b, 0);
    expose_moved(step, (uint16_t)(1u << a | 1u << b));
}

void house_zero(struct step *step, struct play *play)
{
    struct game *game = step->game;
    unsigned to = play->seat;
    struct cards hand = game->hand[to];
    uint8_t count = game->hand_count[to];
    do { /* each next seat takes what the one before it had */
        to = next_seat(game, to);
        struct cards held = game->hand[to];
        uint8_t held_count = game->hand_count[to];
        game->hand[to] = hand;
        game->hand_count[to] = count;
        hand = held;
        count = held_count;
    } while (to != play->seat);
    step_tell(step, EVENT_ROTATED, play->seat);
    expose_moved(step, game->in_round);
}

void house_mercy(struct step *step)
{
    struct game *game = step->game;
    unsigned limit = rules_switch(step->rules, SWITCH_MERCY);
    unsigned first = game->turn;
    for (unsigned i = 0; i < game->players; i++) {
        unsigned seat = (first + i) % game->players;
        if (game->phase == PHASE_ROUND_OVER)
            return;
        if (seat_in(game->in_round, seat) && game->hand_count[seat] >= limit)
            seat_drop(step, seat, true);
    }
}
