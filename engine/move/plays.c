/* Legality of plays: RULES.md 2.3, R-18 to R-20, HR-1 to HR-3, HR-7, HR-12. */
#include "plays.h"

#include "engine/hooks.h"

bool wd4_guilty(const struct rules *rules, const struct game *game, struct cards hand)
{
    if (!cards_empty(cards_and(hand, rules->of_colour[game->colour]))) /* F-11: main colours */
        return true;
    switch (rules_switch(rules, SWITCH_WD4_MATCH)) {
    case WD4_MATCH_ALL_WILDS: /* the wild +4 that is played is still in `hand`, and does not
                               * count */
        return cards_count(cards_and(hand, rules->wilds)) > 1;
    case WD4_MATCH_EXCEPT_WD4:
        return !cards_empty(cards_without(cards_and(hand, rules->wilds), rules->wd4s));
    default:
        return false;
    }
}

struct cards plays_answers(const struct rules *rules, const struct game *game, struct cards hand)
{
    unsigned stack = rules_switch(rules, SWITCH_STACK);
    struct cards open;
    if (game->pending_kind == KIND_DRAW2) {
        open = rules->of_kind[KIND_DRAW2];
        if (stack != STACK_SAME)
            open = cards_or(open, rules->wd4s);
    } else {
        open = rules->wd4s;
        if (stack == STACK_ANY) {
            open = cards_or(open,
                            cards_and(rules->of_kind[KIND_DRAW2], rules->of_colour[game->colour]));
        }
    }
    if (rules_switch(rules, SWITCH_DEFLECT)) {
        struct cards deflect = rules->of_kind[KIND_REVERSE];
        if (seats_in_round(game) > 2)
            deflect = cards_or(deflect, rules->of_kind[KIND_SKIP]);
        open = cards_or(open, cards_and(deflect, rules->of_colour[game->colour]));
    }
    return cards_and(hand, open);
}

struct cards plays_not_last(const struct rules *rules)
{
    struct cards barred = cards_none();
    unsigned value = rules_switch(rules, SWITCH_NO_FINISH);
    if (value == NO_FINISH_OFF)
        return barred;
    barred = rules->wilds;
    if (value == NO_FINISH_ACTION_AND_WILD) {
        for (unsigned kind = KIND_SKIP; kind <= KIND_DRAW2; kind++)
            barred = cards_or(barred, rules->of_kind[kind]);
    }
    return barred;
}

void plays_narrow(const struct rules *rules, const struct game *game, unsigned seat,
                  const struct cards *hand, struct playable *plays)
{
    if (game->pending != 0) {
        *plays = (struct playable){plays_answers(rules, game, *hand), cards_none()};
    } else {
        if (rules->hooks->can_play_flex != NULL)
            rules->hooks->can_play_flex(rules, game, seat, hand, &plays->flex);
        if (rules_switch(rules, SWITCH_NO_BLUFF) &&
            wd4_guilty(rules, game, game->hand[seat])) /* HR-7 */
            plays->normal = cards_without(plays->normal, rules->wd4s);
    }
    if (game->hand_count[seat] == 1) {
        struct cards barred = plays_not_last(rules);
        plays->normal = cards_without(plays->normal, barred);
        plays->flex = cards_without(plays->flex, barred);
    }
}

struct cards plays_jump_in(const struct rules *rules, const struct game *game, unsigned seat)
{
    struct cards none = cards_none();
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
        same = cards_without(same, plays_not_last(rules));
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
