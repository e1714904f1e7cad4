/* Events, and whose turn is next: R-13. */
#include "step.h"

#include <assert.h>

void step_emit(struct step *step, const struct event *event)
{
    struct events *events = step->events;
    /* The last place is reserved for EVENT_ROUND_OVER, so that it always fits. */
    unsigned room = event->kind == EVENT_ROUND_OVER ? EVENTS_MAX : EVENTS_MAX - 1;
    assert(events->count < room);
    if (events->count < room) /* GCOVR_EXCL_BR_LINE: false only in builds without assertions */
        events->at[events->count++] = *event;
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
