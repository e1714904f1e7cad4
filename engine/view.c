#include "view.h"

#include <string.h>

#include "step.h"

void view_of(const struct rules *rules, const struct game *game, unsigned seat, struct view *view)
{
    bool seated = seat < game->players;
    view->seat = (uint8_t)(seated ? seat : SEAT_NONE);
    view->players = game->players;
    view->dealer = game->dealer;
    view->turn = game->turn;
    view->phase = game->phase;
    view->direction = game->direction;
    view->colour = game->colour;
    view->top_face = rules->deck.face_of[game->top];
    view->drawn_face = game->phase == PHASE_DRAWN && seat == game->turn
                           ? rules->deck.face_of[game->drawn]
                           : FACE_NONE;
    view->offender = game->offender;
    view->hyper = game->hyper;
    view->pending_kind = game->pending_kind;
    view->pile_count = game->pile_count;
    view->discard_count = game->discard_count;
    view->pending = game->pending;
    view->in_round = game->in_round;
    view->exposed = game->exposed;
    view->power_red = game->power_red;
    memcpy(view->hand_count, game->hand_count, sizeof view->hand_count);
    view->hand = seated ? game->hand[seat] : (struct cards){{0, 0}};
    view->discard = game->discarded;
    game_legal(rules, game, seat, &view->legal);
}
