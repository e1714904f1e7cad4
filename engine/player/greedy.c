/* A player by rules of thumb: shed the dearest card of the colour held most, keep wilds for need,
 * aim at who holds least, doubt a wild +4 of a large hand. */
#include <stddef.h>

#include "player_internal.h"

enum {
    DOUBT_FROM = 6,   /* cards of the offender from which a bluff is likely enough */
    COST_WILD = 60,   /* how much worse than another card a wild is to give away */
    BONUS_COLOUR = 4, /* a card more of the colour left in hand */
    BONUS_ATTACK = 25 /* the next player is about to win */
};

static unsigned colour_most(const struct rules *rules, struct cards hand)
{
    unsigned best = rules->colours[0], most = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned colour = rules->colours[i];
        unsigned held = cards_count(cards_and(hand, rules->of_colour[colour]));
        if (held > most) {
            best = colour;
            most = held;
        }
    }
    return best;
}

static unsigned seat_least(const struct view *view, uint16_t mask)
{
    unsigned best = SEAT_NONE;
    for (unsigned seat = 0; seat < view->players; seat++)
        if ((mask >> seat & 1) != 0 &&
            (best == SEAT_NONE || view->hand_count[seat] < view->hand_count[best]))
            best = seat;
    return best;
}

/* Whether somebody else is one or two cards from the end. */
static bool danger(const struct view *view)
{
    for (unsigned seat = 0; seat < view->players; seat++)
        if (seat != view->seat && (view->in_round >> seat & 1) != 0 && view->hand_count[seat] <= 2)
            return true;
    return false;
}

static bool swaps(const struct rules *rules, const struct card *card)
{
    return card->kind == KIND_NUMBER && card->value == 7 && rules_switch(rules, SWITCH_SEVEN_ZERO);
}

static int worth(const struct rules *rules, const struct view *view, unsigned card, bool flex)
{
    const struct card *printed = &rules->deck.face[rules->deck.face_of[card]];
    struct cards rest = view->hand;
    cards_remove(&rest, card);
    int value = printed->points;
    if (kind_is_wild(printed->kind))
        value -= COST_WILD;
    else
        value +=
            BONUS_COLOUR * (int)cards_count(cards_and(rest, rules->of_colour[printed->colour]));
    if (printed->kind != KIND_NUMBER && printed->kind != KIND_WILD && danger(view))
        value += BONUS_ATTACK;
    if (swaps(rules, printed)) {
        unsigned least = seat_least(view, view->legal.targets);
        if (least != SEAT_NONE && view->hand_count[view->seat] > 1)
            value += 5 * ((int)view->hand_count[view->seat] - 1 - (int)view->hand_count[least]);
    }
    return flex ? value - 1 : value; /* of equals the power card stays green */
}

struct best {
    unsigned card;
    bool flex;
    int worth;
};

static void consider(const struct rules *rules, const struct view *view, struct cards set,
                     bool flex, struct best *best)
{
    for (; !cards_empty(set); cards_remove(&set, cards_first(set))) {
        int value = worth(rules, view, cards_first(set), flex);
        if (best->card == DECK_MAX || value > best->worth)
            *best = (struct best){cards_first(set), flex, value};
    }
}

/* HR-14: the other cards of the number go along, but not a 7 that would be given away with them. */
static void add_same(const struct rules *rules, const struct view *view, unsigned card,
                     struct action *action)
{
    const struct card *printed = &rules->deck.face[rules->deck.face_of[card]];
    if (rules_switch(rules, SWITCH_MULTI_PLAY) == MULTI_OFF || printed->kind != KIND_NUMBER ||
        view->phase != PHASE_TURN || view->legal.jump_in)
        return;
    struct cards same = cards_and(view->hand, rules->of_number[printed->value]);
    cards_remove(&same, card);
    for (; !cards_empty(same) && action->more_count < sizeof action->more;
         cards_remove(&same, cards_first(same)))
        action->more[action->more_count++] = rules->deck.face_of[cards_first(same)];
}

static struct action play(const struct rules *rules, const struct view *view,
                          const struct best *best)
{
    struct action action = action_make(ACTION_PLAY, view->seat);
    struct cards rest = view->hand;
    unsigned face = rules->deck.face_of[best->card];
    const struct card *printed = &rules->deck.face[face];
    cards_remove(&rest, best->card);
    action.face = (uint8_t)face;
    action.flex = best->flex;
    action.proclaim = printed->kind == KIND_WILD_SKULL;
    if (kind_is_wild(printed->kind))
        action.colour = (uint8_t)colour_most(rules, rest);
    if (play_needs_target(rules, NULL, view->seat, face, best->flex))
        action.target = (uint8_t)seat_least(view, view->legal.targets);
    add_same(rules, view, best->card, &action);
    action.uno = view->hand_count[view->seat] == 2u + action.more_count;
    return action;
}

static struct action turn(const struct rules *rules, const struct view *view)
{
    const struct legal *legal = &view->legal;
    struct action action = action_make(ACTION_PASS, view->seat);
    struct best best = {.card = DECK_MAX};
    consider(rules, view, legal->normal, false, &best);
    consider(rules, view, legal->flex, true, &best);
    if (best.card != DECK_MAX)
        return play(rules, view, &best);
    if (legal->colour) {
        action.kind = ACTION_COLOUR;
        action.colour = (uint8_t)colour_most(rules, view->hand);
    } else if (legal->target) {
        action.kind = ACTION_TARGET;
        action.target = (uint8_t)seat_least(view, legal->targets);
    } else if (legal->challenge && view->offender < view->players &&
               view->hand_count[view->offender] >= DOUBT_FROM) {
        action.kind = ACTION_CHALLENGE;
    } else if (legal->accept) {
        action.kind = ACTION_ACCEPT;
    } else if (legal->draw) {
        action.kind = ACTION_DRAW;
    } else if (legal->keep) {
        action.kind = ACTION_KEEP;
    }
    return action;
}

static void choose(const struct rules *rules, const struct view *view, struct chance *chance,
                   const struct player_budget *budget, struct action *action)
{
    (void)budget;
    (void)chance;
    *action = turn(rules, view);
}

const struct player_impl player_greedy = {.name = "greedy", .notices = 100, .choose = choose};
