/* HR-1, HR-2, HR-4. */
#include "house.h"

static void pass_sum(struct step *step, struct play_effect *play)
{
    struct game *game = step->game;
    step_advance(step, play->seat, 0);
    play->waits = true;
    step_tell_count(step, EVENT_PENDING, game->turn, game->pending);
}

void house_raise(struct step *step, struct play_effect *play, enum kind kind, unsigned cards)
{
    struct game *game = step->game;
    game->pending = (uint16_t)(game->pending + cards);
    game->pending_kind = (uint8_t)kind;
    game->offender = SEAT_NONE;
    pass_sum(step, play);
}

void house_deflect(struct step *step, struct play_effect *play)
{
    if (play->kind == KIND_REVERSE)
        step_reverse(step);
    step->game->offender = SEAT_NONE;
    pass_sum(step, play);
}

/* a seat whose hand moved is exposed if it holds one card now, else it is not. Seats whose
 * hands did not move keep their exposure. */
static void expose_moved(struct step *step, uint32_t moved)
{
    struct game *game = step->game;
    game->exposed = game->exposed & ~moved;
    if (rules_switch(step->rules, SWITCH_AUTO_UNO))
        return;
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (seat_in(moved, seat) && game->hand_count[seat] == 1)
            seat_add(&game->exposed, seat);
    }
}

void house_seven(struct step *step, struct play_effect *play)
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
    expose_moved(step, 1u << a | 1u << b);
}

void house_zero(struct step *step, struct play_effect *play)
{
    struct game *game = step->game;
    unsigned to = play->seat;
    struct cards hand = game->hand[to];
    uint8_t count = game->hand_count[to];
    do { /* each seat takes the hand of the one before it */
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
