#include "view.h"

#include <stddef.h>
#include <string.h>

#include "engine/move/plays.h"
#include "hooks.h"

#define SAME_PLACE(field)                                                                          \
    _Static_assert(offsetof(struct view, field) == offsetof(struct game, field),                   \
                   "the open part stands in the order of struct game: " #field)
SAME_PLACE(players);
SAME_PLACE(dealer);
SAME_PLACE(turn);
SAME_PLACE(phase);
SAME_PLACE(direction);
SAME_PLACE(colour);
SAME_PLACE(offender);
SAME_PLACE(hyper);
SAME_PLACE(passes);
SAME_PLACE(pending_kind);
SAME_PLACE(pile_count);
SAME_PLACE(discard_count);
SAME_PLACE(pending);
SAME_PLACE(in_round);
SAME_PLACE(exposed);
SAME_PLACE(announced);
SAME_PLACE(power_red);
SAME_PLACE(hand_count);
SAME_PLACE(top_face);
_Static_assert(offsetof(struct view, seat) >= VIEW_OPEN_SIZE &&
                   offsetof(struct game, drawn) >= VIEW_OPEN_SIZE,
               "nothing else is in the open part");

static __attribute__((noinline)) void view_any(const struct rules *rules, const struct game *game,
                                               unsigned seat, struct view *view)
{
    const uint8_t *face_of = rules->deck.face_of;
    bool seated = seat < game->players;
    memcpy(view, game, VIEW_OPEN_SIZE);
    view->seat = (uint8_t)(seated ? seat : SEAT_NONE);
    view->drawn_face = seat == game->turn ? face_of[game->drawn] : FACE_NONE;
    view->hand = seated ? game->hand[seat] : cards_none();
    view->discard = game->discarded;
    game_legal(rules, game, seat, &view->legal);
}

/* A short cut for the seat in turn if no switch changes what it may do (rules->plain: then nothing
 * is pending) and a card can be drawn. game_legal() would find the same: the matching cards, and
 * whether the seat may draw or keep. */
static inline void view_plain(const struct rules *rules, const struct game *game, unsigned seat,
                              struct view *view)
{
    const uint8_t *face_of = rules->deck.face_of;
    bool drawn = game->phase == PHASE_DRAWN;
    memcpy(view, game, VIEW_OPEN_SIZE);
    view->seat = (uint8_t)seat;
    view->drawn_face = face_of[game->drawn];
    view->hand = (struct cards){game->hand[seat].low, half_none()};
    view->discard = (struct cards){game->discarded.low, half_none()};
    view->legal = (struct legal){
        .normal.low = half_and(hand_open_low(rules, game, seat), cards_matching_low(rules, game)),
        .catchable = game->exposed & ~(1u << seat),
        .draw = !drawn,
        .keep = drawn,
    };
}

/* Like view_plain(), for sets with power cards (RULES.md 7): adds the flex sides that may be
 * played, and the seats that a card may target. */
static __attribute__((noinline)) void view_power(const struct rules *rules, const struct game *game,
                                                 unsigned seat, struct view *view)
{
    view_plain(rules, game, seat, view);
    struct cards hand = {hand_open_low(rules, game, seat), half_none()};
    rules->hooks->can_play_flex(rules, game, seat, &hand, &view->legal.flex);
    view->legal.targets = seats_others(game, seat);
}

void view_of(const struct rules *rules, const struct game *game, unsigned seat, struct view *view)
{
    bool plain =
        rules->plain && seat == game->turn && game->phase <= PHASE_DRAWN && game->pile_count > 0;
    if (!plain)
        view_any(rules, game, seat, view);
    else if (rules->power_cards != 0)
        view_power(rules, game, seat, view);
    else
        view_plain(rules, game, seat, view);
}

struct cards view_event_cards(const struct event *event, unsigned seat)
{
    bool own = event->kind == EVENT_DREW && seat != SEAT_NONE && event->seat == seat;
    bool shown = event->kind == EVENT_SHOWN && (event->other == SEAT_NONE || event->other == seat);
    return cards_when(own || shown, event->cards);
}
