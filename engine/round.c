/* Whose turn it is, and how a round ends, HR-15, HR-16, HR-19. */
#include <assert.h>

#include "house.h"
#include "rulesets/ruleset_internal.h"

void step_emit(struct step *step, const struct event *event)
{
    struct events *events = step->events;
    /* Nothing may hide how a round ended: the last place is kept for that. */
    unsigned room = event->kind == EVENT_ROUND_OVER ? EVENTS_MAX : EVENTS_MAX - 1;
    assert(events->count < room);
    if (events->count < room) /* GCOVR_EXCL_BR_LINE: the assertion, where there are none */
        events->at[events->count++] = *event;
}

unsigned game_next(const struct game *game, unsigned seat)
{
    return next_seat(game, seat);
}

void step_advance(struct step *step, unsigned from, unsigned skips)
{
    struct game *game = step->game;
    unsigned next = next_seat(game, from);
    for (; skips > 0; skips--) {
        step_tell(step, EVENT_LOST_TURN, next);
        next = next_seat(game, next);
    }
    game->turn = (uint8_t)next;
    game->phase = PHASE_TURN;
    game->drawn = DECK_MAX;
    game->announced = 0; /* an announcement lapses with the turn */
}

void step_reverse(struct step *step)
{
    struct game *game = step->game;
    game->direction = (int8_t)-game->direction;
    step_tell_count(step, EVENT_REVERSED, SEAT_NONE, game->direction > 0 ? 1 : 0);
}

unsigned hand_points(const struct rules *rules, struct cards hand)
{
    unsigned points = 0;
    for (; !cards_empty(hand); cards_remove(&hand, cards_first(hand)))
        points += rules_card(rules, cards_first(hand))->points;
    return points;
}

static unsigned others_points(const struct step *step, unsigned winner)
{
    const struct game *game = step->game;
    unsigned points = 0;
    for (unsigned seat = 0; seat < game->players; seat++)
        if (seat != winner)
            points += hand_points(step->rules, game->hand[seat]);
    return points;
}

unsigned place_first(const struct game *game)
{
    for (unsigned seat = 0; seat < game->players; seat++)
        if (game->place[seat] == 1)
            return seat;
    return SEAT_NONE;
}

void place_give(struct step *step, unsigned seat)
{
    struct game *game = step->game;
    unsigned place = 1;
    for (unsigned other = 0; other < game->players; other++)
        if (game->place[other] != 0)
            place++;
    game->place[seat] = (uint8_t)place;
    step_tell_count(step, EVENT_PLACE, seat, place);
}

void seat_retire(struct step *step, unsigned seat)
{
    struct game *game = step->game;
    seat_remove(&game->in_round, seat);
    if (game->turn == seat)
        step_advance(step, seat, 0);
    if (step->rules->hooks->on_player_left != NULL)
        step->rules->hooks->on_player_left(step);
}

void round_finish(struct step *step, unsigned winner, enum round_end end)
{
    struct game *game = step->game;
    unsigned first = place_first(game);
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
    game->offender = SEAT_NONE;
    if (step->events != NULL)
        step_emit(step, &(struct event){.kind = EVENT_ROUND_OVER,
                                        .seat = (uint8_t)winner,
                                        .other = SEAT_NONE,
                                        .face = FACE_NONE,
                                        .detail = (uint8_t)end,
                                        .points = winner == SEAT_NONE
                                                      ? 0
                                                      : (int32_t)others_points(step, winner)});
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
                tie = true;
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

void round_settle_slow(struct step *step, bool turn_action)
{
    struct game *game = step->game;
    if (rules_switch(step->rules, SWITCH_MERCY) != 0 && game->phase != PHASE_ROUND_OVER)
        house_mercy(step);
    if (turn_action && game->phase != PHASE_ROUND_OVER &&
        game->turn_actions >= rules_switch(step->rules, SWITCH_ROUND_LIMIT))
        round_finish(step, SEAT_NONE, ROUND_LIMIT);
}
