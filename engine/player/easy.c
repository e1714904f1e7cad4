/* The level `easy`: plays the first card it sees, a wild as readily as any other. Sometimes it
 * draws although it could play. It usually believes a wild +4, and often forgets to say UNO. */
#include <stddef.h>

#include "engine/move/step.h"
#include "levels.h"

/* Out of 100. */
enum { OVERLOOKS = 12, DOUBTS = 15, KEEPS = 20 };

static bool chance_happens(struct chance *chance, unsigned percent)
{
    return chance_below(chance, 100) < percent;
}

static uint8_t any_seat(uint32_t mask, struct chance *chance)
{
    unsigned n = chance_below(chance, seats_count(mask));
    for (; n > 0; n--)
        mask &= mask - 1u;
    return (uint8_t)__builtin_ctz(mask);
}

/* Returns the first card of the set in the hand, searched from a random place. Cards of one colour
 * lie together in a hand. */
static unsigned first_seen(unsigned decks, struct cards set, struct chance *chance)
{
    unsigned from = chance_below(chance, DECK_ONE * decks);
    struct cards behind = set;
    while (!cards_empty(behind) && cards_first(behind) < from)
        cards_remove(&behind, cards_first(behind));
    return cards_first(cards_empty(behind) ? set : behind);
}

static void play_card(const struct rules *rules, const struct view *view, struct chance *chance,
                      struct action *action)
{
    const struct legal *legal = &view->legal;
    bool flex =
        cards_empty(legal->normal) || (!cards_empty(legal->flex) && chance_happens(chance, 50));
    unsigned face =
        rules->deck.face_of[first_seen(rules->decks, flex ? legal->flex : legal->normal, chance)];
    const struct card *printed = &rules->deck.face[face];
    *action = action_make(ACTION_PLAY, view->seat);
    action->face = (uint8_t)face;
    action->flex = flex;
    action->proclaim = printed->kind == KIND_WILD_SKULL;
    if (kind_is_wild(printed->kind))
        action->colour = rules->colours[chance_below(chance, 4)];
    if (legal->targets != 0 && play_needs_target(rules, NULL, view->seat, face, flex))
        action->target = any_seat(player_targets(rules, view), chance);
    action->uno = view->hand_count[view->seat] == 2 && !forgets_uno(&player_easy, chance);
}

static void choose_easy(const struct rules *rules, const struct view *view, struct chance *chance,
                        const struct player_budget *budget, struct action *action)
{
    const struct legal *legal = &view->legal;
    bool can_play = !cards_empty(legal->normal) || !cards_empty(legal->flex);
    bool may_not = (legal->draw && view->pending == 0) || legal->keep;
    (void)budget;
    if (can_play && may_not && chance_happens(chance, legal->keep ? KEEPS : OVERLOOKS))
        can_play = false;
    *action = action_make(ACTION_PASS, view->seat);
    if (can_play) {
        play_card(rules, view, chance, action);
    } else if (legal->colour) {
        action->kind = ACTION_COLOUR;
        action->colour = rules->colours[chance_below(chance, 4)];
    } else if (legal->target) {
        action->kind = ACTION_TARGET;
        action->target = any_seat(player_targets(rules, view), chance);
    } else if (legal->challenge && chance_happens(chance, DOUBTS)) {
        action->kind = ACTION_CHALLENGE;
    } else if (legal->accept) {
        action->kind = ACTION_ACCEPT;
    } else if (legal->draw) {
        action->kind = ACTION_DRAW;
    } else if (legal->keep) {
        action->kind = ACTION_KEEP;
    }
}

const struct player_impl player_easy = {
    .name = "easy", .forgets = 50, .notices = 25, .choose = choose_easy};
