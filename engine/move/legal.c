#include "legal.h"

#include "engine/hooks.h"
#include "plays.h"
#include "turn.h"

static void legal_turn(const struct rules *rules, const struct game *game, unsigned seat,
                       struct legal *legal)
{
    struct playable plays = plays_of(rules, game, seat, hand_open(rules, game, seat));
    legal->normal = plays.normal;
    legal->flex = plays.flex;
    if (game->phase == PHASE_DRAWN) {
        legal->keep = turn_refuse_keep(rules, game) == REFUSED_NOT;
        return;
    }
    legal->draw = turn_refuse_draw(rules, game) == REFUSED_NOT;
    if (game->pending != 0) {
        legal->challenge = game->offender != SEAT_NONE;
        legal->accept = sum_of_wd4(game);
    } else if (!legal->draw) {
        legal->pass = turn_refuse_pass(rules, game) == REFUSED_NOT;
    }
}

void game_legal(const struct rules *rules, const struct game *game, unsigned seat,
                struct legal *legal)
{
    *legal = (struct legal){0};
    if (seat >= game->players || game->phase == PHASE_ROUND_OVER || !seat_in(game->in_round, seat))
        return;
    legal->catchable = game->exposed & ~(1u << seat);
    if (seat != game->turn) {
        if (rules_switch(rules, SWITCH_JUMP_IN) != JUMP_IN_OFF) {
            legal->normal = plays_jump_in(rules, game, seat);
            legal->jump_in = !cards_empty(legal->normal);
            if (legal->jump_in && rules_switch(rules, SWITCH_SEVEN_ZERO))
                legal->targets = seats_others(game, seat);
        }
        return;
    }
    switch (game->phase) {
    case PHASE_TURN:
    case PHASE_DRAWN:
        legal_turn(rules, game, seat, legal);
        if (rules->power_cards != 0 || rules_switch(rules, SWITCH_SEVEN_ZERO))
            legal->targets = seats_others(game, seat);
        break;
    case PHASE_CHALLENGE:
        legal->accept = legal->challenge = true;
        break;
    case PHASE_TARGET:
        legal->target = true;
        legal->targets = game->eligible;
        break;
    default:
        legal->colour = true;
        break;
    }
}

bool play_needs_colour(const struct rules *rules, unsigned face)
{
    return kind_is_wild(rules->deck.face[face].kind);
}

bool play_needs_target(const struct rules *rules, const struct game *game, unsigned seat,
                       unsigned face, bool flex)
{
    const struct card *card = &rules->deck.face[face];
    (void)game;
    (void)seat;
    if (rules_switch(rules, SWITCH_SEVEN_ZERO) && card->kind == KIND_NUMBER && card->value == 7)
        return true;                                                                   /* HR-4 */
    return (card->kind == KIND_WILD_TARGET2 || card->kind == KIND_WILD_FLEX4) && flex; /* F-13 */
}
