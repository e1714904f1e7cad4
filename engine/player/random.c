/* Any open action, each as likely as the others: every playable card by each side, a draw, a keep.
 */
#include <stddef.h>

#include "player_internal.h"

static unsigned pick_seat(uint16_t mask, struct chance *chance)
{
    unsigned n = chance_below(chance, (uint32_t)__builtin_popcount(mask));
    for (; n > 0; n--)
        mask = (uint16_t)(mask & (mask - 1u));
    return (unsigned)__builtin_ctz(mask);
}

static struct action play(const struct rules *rules, const struct view *view, unsigned card,
                          bool flex, struct chance *chance)
{
    unsigned face = rules->deck.face_of[card];
    unsigned kind = rules->deck.face[face].kind;
    unsigned colour = COLOUR_NONE, target = SEAT_NONE;
    if (kind_is_wild(kind))
        colour = rules->colours[chance_word(chance) >> 30];
    if (view->legal.targets != 0 && play_needs_target(rules, NULL, view->seat, face, flex))
        target = pick_seat(view->legal.targets, chance);
    return (struct action){.kind = ACTION_PLAY,
                           .seat = view->seat,
                           .face = (uint8_t)face,
                           .colour = (uint8_t)colour,
                           .target = (uint8_t)target,
                           .flex = flex,
                           .uno = view->hand_count[view->seat] == 2,
                           .proclaim = kind == KIND_WILD_SKULL};
}

static struct action answer(const struct rules *rules, const struct view *view,
                            struct chance *chance)
{
    const struct legal *legal = &view->legal;
    struct action action = action_make(ACTION_ACCEPT, view->seat);
    if (legal->colour) {
        action.kind = ACTION_COLOUR;
        action.colour = rules->colours[chance_below(chance, 4)];
    } else if (legal->target) {
        action.kind = ACTION_TARGET;
        action.target = (uint8_t)pick_seat(legal->targets, chance);
    } else if (legal->challenge && chance_below(chance, 2) != 0) {
        action.kind = ACTION_CHALLENGE;
    }
    return action;
}

static struct action choose(const struct rules *rules, const struct view *view,
                            struct chance *chance)
{
    const struct legal *legal = &view->legal;
    unsigned normal = cards_count(legal->normal), flex = 0;
    if (rules->power_cards != 0)
        flex = cards_count(legal->flex);
    if (view->phase != PHASE_TURN && view->phase != PHASE_DRAWN)
        return answer(rules, view, chance);
    if (normal + flex > 0) {
        unsigned pick = normal + flex > 1 ? chance_below(chance, normal + flex) : 0;
        if (pick < normal)
            return play(rules, view, cards_nth(legal->normal, pick), false, chance);
        return play(rules, view, cards_nth(legal->flex, pick - normal), true, chance);
    }
    if (legal->accept)
        return answer(rules, view, chance);
    return action_make(legal->draw   ? ACTION_DRAW
                       : legal->keep ? ACTION_KEEP
                                     : ACTION_PASS,
                       view->seat);
}

const struct player_impl player_random = {.name = "random", .choose = choose};
