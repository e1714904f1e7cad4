/* How a round ends, HR-16, HR-19. */
#include "round.h"

#include "hooks.h"

/* Whether `seat` is `own` or its partner. */
static bool is_own_side(const struct rules *rules, const struct game *game, unsigned own,
                        unsigned seat)
{
    return seat == own || seat == game_partner(rules, game->players, own);
}

unsigned round_points(const struct rules *rules, const struct game *game)
{
    unsigned points = 0;
    if (game->winner == SEAT_NONE)
        return 0;
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (!is_own_side(rules, game, game->winner, seat))
            points += hand_points(rules, game->hand[seat]);
    }
    return points;
}

bool round_has_one_side(const struct step *step)
{
    const struct game *game = step->game;
    unsigned own = (unsigned)__builtin_ctz(game->in_round);
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (seat_in(game->in_round, seat) && !is_own_side(step->rules, game, own, seat))
            return false;
    }
    return true;
}

unsigned round_first_place(const struct game *game)
{
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (game->place[seat] == 1)
            return seat;
    }
    return SEAT_NONE;
}

void round_give_place(struct step *step, unsigned seat)
{
    struct game *game = step->game;
    unsigned place = 1;
    for (unsigned other = 0; other < game->players; other++) {
        if (game->place[other] != 0)
            place++;
    }
    game->place[seat] = (uint8_t)place;
    step_tell_count(step, EVENT_PLACE, seat, place);
}

void round_retire(struct step *step, unsigned seat)
{
    struct game *game = step->game;
    seat_remove(&game->in_round, seat);
    if (game->turn == seat)
        step_advance(step, seat, 0);
    if (step->rules->hooks->on_player_left != NULL)
        step->rules->hooks->on_player_left(step);
}

/* The partner who wins with the winner; SEAT_NONE: nobody does. */
static unsigned winning_partner(const struct step *step)
{
    const struct game *game = step->game;
    uint32_t winners = game_winners(step->rules, game);
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (seat_in(winners, seat) && seat != game->winner)
            return seat;
    }
    return SEAT_NONE;
}

void round_finish(struct step *step, unsigned winner, enum round_end end)
{
    struct game *game = step->game;
    unsigned first = round_first_place(game);
    if (first != SEAT_NONE) /* */
        winner = first;
    game->phase = PHASE_ROUND_OVER;
    game->drawn = DECK_MAX;
    game->winner = (uint8_t)winner;
    game->hyper = COLOUR_NONE; /* H-12 */
    game->pending = 0;
    game->exposed = 0;
    game->announced = 0;
    game->guilty = 0;
    game->eligible = 0;
    game->offender = SEAT_NONE;
    if (step->events != NULL) {
        step_emit(step, &(struct event){.kind = EVENT_ROUND_OVER,
                                        .seat = (uint8_t)winner,
                                        .other = (uint8_t)winning_partner(step),
                                        .face = FACE_NONE,
                                        .detail = (uint8_t)end,
                                        .points = (int32_t)round_points(step->rules, game)});
    }
}

void round_block(struct step *step)
{
    const struct game *game = step->game;
    unsigned winner = SEAT_NONE, lowest = 0;
    if (rules_switch(step->rules, SWITCH_BLOCKED_ROUND) == BLOCKED_LOWEST_HAND) {
        bool tie = false;
        for (unsigned seat = 0; seat < game->players; seat++) {
            if (!seat_in(game->in_round, seat))
                continue;
            unsigned points = hand_points(step->rules, game->hand[seat]);
            if (winner != SEAT_NONE && points == lowest)
                tie |= !is_own_side(step->rules, game, winner, seat); /* */
            if (winner == SEAT_NONE || points < lowest) {
                winner = seat;
                lowest = points;
                tie = false;
            }
        }
        if (tie)
            winner = SEAT_NONE;
    }
    round_finish(step, winner, ROUND_BLOCKED);
}
