#include "legal.h"

#include "house.h"
#include "rulesets/ruleset_internal.h"

void plays_narrow(const struct rules *rules, const struct game *game, unsigned seat,
                  struct cards hand, struct plays *plays)
{
    if (game->pending != 0) {
        *plays = (struct plays){house_answers(rules, game, hand), {{0, 0}}};
    } else {
        if (rules->hooks->can_play_flex != NULL)
            plays->flex = rules->hooks->can_play_flex(rules, game, seat, hand);
        if (rules_switch(rules, SWITCH_NO_BLUFF) &&
            wd4_guilty(rules, game, game->hand[seat])) /* HR-7 */
            plays->normal = cards_without(plays->normal, rules->wd4s);
    }
    if (game->hand_count[seat] == 1) {
        struct cards barred = house_no_finish(rules);
        plays->normal = cards_without(plays->normal, barred);
        plays->flex = cards_without(plays->flex, barred);
    }
}

struct cards plays_jump_in(const struct rules *rules, const struct game *game, unsigned seat)
{
    struct cards none = {{0, 0}};
    if (rules_switch(rules, SWITCH_JUMP_IN) == JUMP_IN_OFF || game->phase != PHASE_TURN ||
        game->pending != 0)
        return none;
    const struct card *top = &rules->deck.face[game->top_face];
    if (kind_is_wild(top->kind))
        return none;
    struct cards same =
        top->kind == KIND_NUMBER ? rules->of_number[top->value] : rules->of_kind[top->kind];
    same = cards_and(same, rules->of_colour[top->colour]);
    if (game->hand_count[seat] == 1)
        same = cards_without(same, house_no_finish(rules));
    return cards_and(same, game->hand[seat]);
}

struct cards plays_lawful(const struct rules *rules, const struct game *game, unsigned seat,
                          struct cards normal)
{
    if (cards_empty(cards_and(normal, rules->wd4s)) || rules_switch(rules, SWITCH_NO_CHALLENGE) ||
        !wd4_guilty(rules, game, game->hand[seat]))
        return normal;
    return cards_without(normal, rules->wd4s);
}

/* Whether the seat to act holds a lawful play: by its normal side, or by any with `flex`. */
static bool has_lawful(const struct rules *rules, const struct game *game, bool flex)
{
    struct plays plays = plays_of(rules, game, game->turn, hand_open(rules, game, game->turn));
    if (flex && !cards_empty(plays.flex))
        return true;
    return !cards_empty(plays_lawful(rules, game, game->turn, plays.normal));
}

enum refusal refuse_draw(const struct rules *rules, const struct game *game)
{
    if (game->pending != 0) /* */
        return game->offender != SEAT_NONE ? REFUSED_PENDING : REFUSED_NOT;
    if (!game_can_draw(game)) /* */
        return has_lawful(rules, game, true) ? REFUSED_MUST_PLAY : REFUSED_NOTHING_TO_DRAW;
    if (rules_switch(rules, SWITCH_FORCE_PLAY) == FORCE_ALWAYS && has_lawful(rules, game, false))
        return REFUSED_MUST_PLAY; /* HR-6 */
    return REFUSED_NOT;
}

enum refusal refuse_pass(const struct rules *rules, const struct game *game)
{
    if (game->pending != 0)
        return REFUSED_PENDING;
    if (game_can_draw(game))
        return REFUSED_CAN_DRAW;
    return has_lawful(rules, game, true) ? REFUSED_MUST_PLAY : REFUSED_NOT;
}

enum refusal refuse_keep(const struct rules *rules, const struct game *game)
{
    if (rules_switch(rules, SWITCH_FORCE_PLAY) != FORCE_OFF && has_lawful(rules, game, false))
        return REFUSED_MUST_PLAY; /* HR-6, R-44 */
    return REFUSED_NOT;
}

static void legal_turn(const struct rules *rules, const struct game *game, unsigned seat,
                       struct legal *legal)
{
    struct plays plays = plays_of(rules, game, seat, hand_open(rules, game, seat));
    legal->normal = plays.normal;
    legal->flex = plays.flex;
    if (game->phase == PHASE_DRAWN) {
        legal->keep = refuse_keep(rules, game) == REFUSED_NOT;
        return;
    }
    legal->draw = refuse_draw(rules, game) == REFUSED_NOT;
    if (game->pending != 0) {
        legal->challenge = game->offender != SEAT_NONE;
        legal->accept = sum_of_wd4(game);
    } else if (!legal->draw) {
        legal->pass = refuse_pass(rules, game) == REFUSED_NOT;
    }
}

void game_legal(const struct rules *rules, const struct game *game, unsigned seat,
                struct legal *legal)
{
    *legal = (struct legal){0};
    if (seat >= game->players || game->phase == PHASE_ROUND_OVER || !seat_in(game->in_round, seat))
        return;
    legal->catchable = (uint16_t)(game->exposed & ~(1u << seat));
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
        legal->targets = rules->hooks->eligible(rules, game);
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
