/* The level `random`: picks one of all playable cards and sides with equal chance, and any colour
 * and target. Without a playable card it draws. If it cannot draw either, it takes the action that
 * is left. */
#include <stddef.h>

#include "levels.h"

static unsigned pick_seat(uint32_t mask, struct chance *chance)
{
    unsigned n = chance_below(chance, (uint32_t)__builtin_popcount(mask));
    for (; n > 0; n--)
        mask &= mask - 1u;
    return (unsigned)__builtin_ctz(mask);
}

/* `colour`, 0 to 3, is the colour that a wild names; other cards ignore it. */
static inline void play_card(const struct rules *rules, const struct view *view, unsigned card,
                             bool flex, unsigned colour, struct action *action)
{
    unsigned face = rules->deck.face_of[card];
    unsigned kind = rules->deck.face[face].kind;
    *action = (struct action){.kind = ACTION_PLAY,
                              .seat = view->seat,
                              .face = (uint8_t)face,
                              .colour = (uint8_t)(rules->colours[colour] & rules->deck.wild[card]),
                              .target = SEAT_NONE,
                              .flex = flex,
                              .uno = view->hand_count[view->seat] == 2,
                              .proclaim = kind == KIND_WILD_SKULL};
}

static void answer_question(const struct rules *rules, const struct view *view,
                            struct chance *chance, struct action *action)
{
    const struct legal *legal = &view->legal;
    *action = action_make(ACTION_ACCEPT, view->seat);
    if (legal->colour) {
        action->kind = ACTION_COLOUR;
        action->colour = rules->colours[chance_below(chance, 4)];
    } else if (legal->target) {
        action->kind = ACTION_TARGET;
        action->target = (uint8_t)pick_seat(legal->targets, chance);
    } else if (legal->challenge) {
        action->kind = (uint8_t)(chance_below(chance, 2) != 0 ? ACTION_CHALLENGE : ACTION_ACCEPT);
    }
}

static inline __attribute__((always_inline)) void choose_of(const struct rules *rules,
                                                            const struct view *view, bool two,
                                                            struct chance *chance,
                                                            struct action *action)
{
    const struct legal *legal = &view->legal;
    unsigned normal = cards_count(cards_of(two, legal->normal));
    unsigned flex = cards_count(cards_of(two, legal->flex));
    if (normal + flex > 0) {
        unsigned pick = chance_below(chance, 4 * (normal + flex)), n = pick / 4;
        bool by_flex = n >= normal; /* no branch: a processor cannot predict the side */
        const struct cards *side = by_flex ? &legal->flex : &legal->normal;
        play_card(rules, view, cards_nth(cards_of(two, *side), n - (by_flex ? normal : 0)), by_flex,
                  pick % 4, action);
        if (legal->targets != 0 &&
            play_needs_target(rules, NULL, view->seat, action->face, action->flex))
            action->target = (uint8_t)pick_seat(legal->targets, chance);
    } else if (view->phase > PHASE_DRAWN || legal->accept) {
        answer_question(rules, view, chance, action);
    } else {
        *action = action_make(legal->draw   ? ACTION_DRAW
                              : legal->keep ? ACTION_KEEP
                                            : ACTION_PASS,
                              view->seat);
    }
}

/* Compiled for one deck and for two. */
static __attribute__((noinline)) void choose_any(const struct rules *rules, const struct view *view,
                                                 struct chance *chance, struct action *action)
{
    if (rules->decks == 1)
        choose_of(rules, view, false, chance, action);
    else
        choose_of(rules, view, true, chance, action);
}

/* Handles the usual cases without a call: only cards that need no target, or only the draw.
 * choose_any() would give the same result. */
static void choose_random(const struct rules *rules, const struct view *view, struct chance *chance,
                          const struct player_budget *budget, struct action *action)
{
    (void)budget;
    const struct legal *legal = &view->legal;
    unsigned normal = half_count(legal->normal.low);
    uint32_t pick;
    if (!rules->simple || (normal == 0 && !legal->draw))
        choose_any(rules, view, chance, action);
    else if (normal == 0) {
        *action = (struct action){
            .kind = ACTION_DRAW, .seat = view->seat, .face = FACE_NONE, .target = SEAT_NONE};
    } else if (chance_below_at_once(chance, 4 * normal, &pick))
        play_card(rules, view, half_nth(legal->normal.low, pick / 4), false, pick % 4, action);
    else
        choose_any(rules, view, chance, action);
}

const struct player_impl player_random = {.name = "random", .choose = choose_random};
