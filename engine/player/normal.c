/* A player by rules of thumb: every play gets a worth, the best one is made. Worth are the cards
 * that the play leaves a follower for, an attack on who is about to win, and a wild kept for need.
 * The weights were found by play against other players (README.md). */
#include <stddef.h>

#include "../step.h"
#include "player_internal.h"

/* Weights: of a card more in hand that may follow, by colour, by number or symbol; of a point; and
 * from which worth on a card is played instead of drawing, or a drawn one instead of keeping it. */
enum {
    FOLLOWS_COLOUR = 100,
    FOLLOWS_FACE = 10,
    POINT = 1,
    NAMED_HELD = 25,   /* a card more of the colour named */
    NAMED_UNSEEN = -5, /* a card that the next player may hold of it, when he is close to the end */
    PLAY_FROM = -384,
    PLAY_DRAWN_FROM = -719,
    DOUBT_FROM = 20, /* percent of guilt from which a wild +4 is challenged */
    SWAP = 50        /* HR-4: a card that the hand gets smaller */
};

/* What a kind is worth when the next player holds 1, 2, 3 or 4, or more cards. */
static const int16_t side_normal[KIND_COUNT][4] = {
    [KIND_NUMBER] = {-226, 0, -15, 262},
    [KIND_SKIP] = {0, 55, 30, 139},
    [KIND_REVERSE] = {48, 375, -1, 20},
    [KIND_DRAW2] = {-51, 428, 298, 1},
    [KIND_WILD] = {-368, -88, -228, -118},
    [KIND_WILD_DRAW4] = {-241, -22, -275, -120},
    [KIND_WILD_HYPER] = {-150, -67, -150, -48},
    [KIND_WILD_SKULL] = {-28, -150, -150, -304},
    [KIND_WILD_WEB] = {-267, -150, -235, -106},
    [KIND_WILD_MINION] = {-177, -150, -245, -150},
    [KIND_WILD_TARGET2] = {-150, -150, -150, -133},
    [KIND_WILD_ALL2] = {-151, -132, -145, -123},
    [KIND_WILD_FLEX4] = {-158, -150, -180, -150},
    [KIND_WILD_FLIP] = {-208, -150, -126, -163},
};
static const int16_t side_flex[KIND_COUNT][4] = {
    [KIND_NUMBER] = {-182, -84, -150, 5},         [KIND_SKIP] = {-119, -158, -135, -150},
    [KIND_REVERSE] = {-156, -150, -93, -150},     [KIND_DRAW2] = {-256, -153, -49, -122},
    [KIND_WILD_TARGET2] = {-150, -327, -93, -63}, [KIND_WILD_ALL2] = {-49, -263, 237, -29},
    [KIND_WILD_FLEX4] = {-302, -134, -120, -142},
};
/* And what a reverse is worth on top when the player before holds so many. */
static const int16_t turned_back[4] = {-7, 73, 82, 54};

/* What is the same for all plays of a decision. */
struct mind {
    const struct rules *rules;
    const struct view *view;
    uint8_t held[COLOUR_COUNT];
    uint8_t unseen[COLOUR_COUNT];
    unsigned own;
    unsigned next, before; /* cards of the players on both sides */
    unsigned near_next;
};

static unsigned nearness(unsigned count)
{
    return count <= 1 ? 0 : count == 2 ? 1 : count <= 4 ? 2 : 3;
}

static unsigned seat_beside(const struct view *view, int direction)
{
    unsigned seat = view->seat;
    do {
        if (direction > 0)
            seat = seat + 1u == view->players ? 0 : seat + 1u;
        else
            seat = seat == 0 ? view->players - 1u : seat - 1u;
    } while (!seat_in(view->in_round, seat) && seat != view->seat);
    return seat;
}

static void look(struct mind *mind, const struct rules *rules, const struct view *view)
{
    struct cards seen = cards_or(view->hand, view->discard);
    mind->rules = rules;
    mind->view = view;
    for (unsigned i = 0; i < 4; i++) {
        unsigned colour = rules->colours[i];
        struct cards printed = rules->of_colour[colour];
        mind->held[colour] = (uint8_t)cards_count(cards_and(view->hand, printed));
        mind->unseen[colour] = (uint8_t)cards_count(cards_without(printed, seen));
    }
    mind->own = view->hand_count[view->seat];
    mind->next = view->hand_count[seat_beside(view, view->direction)];
    mind->before = view->hand_count[seat_beside(view, -view->direction)];
    mind->near_next = nearness(mind->next);
}

static int worth_of_colour(const struct mind *mind, unsigned colour)
{
    int worth = NAMED_HELD * mind->held[colour];
    return worth + NAMED_UNSEEN * mind->unseen[colour] * (mind->near_next < 2);
}

static unsigned best_colour(const struct mind *mind)
{
    unsigned best = mind->rules->colours[0];
    for (unsigned i = 1; i < 4; i++)
        if (worth_of_colour(mind, mind->rules->colours[i]) > worth_of_colour(mind, best))
            best = mind->rules->colours[i];
    return best;
}

static unsigned seat_least(const struct view *view, uint16_t mask)
{
    unsigned best = SEAT_NONE;
    for (unsigned seat = 0; seat < view->players; seat++)
        if (seat_in(mask, seat) &&
            (best == SEAT_NONE || view->hand_count[seat] < view->hand_count[best]))
            best = seat;
    return best;
}

/* HR-4: by how many cards the hand gets smaller. */
static int swapped(const struct mind *mind, unsigned number)
{
    int left = (int)mind->own - 1;
    unsigned least = seat_least(mind->view, mind->view->legal.targets);
    if (left == 0 || (number != 7 && number != 0))
        return 0;
    if (number == 0)
        return left - (int)mind->before;
    return least != SEAT_NONE ? left - (int)mind->view->hand_count[least] : 0;
}

static int worth(const struct mind *mind, unsigned card, bool flex)
{
    const struct rules *rules = mind->rules;
    const struct view *view = mind->view;
    const struct card *printed = &rules->deck.face[rules->deck.face_of[card]];
    int value = (flex ? side_flex : side_normal)[printed->kind][mind->near_next];
    value += POINT * printed->points;
    if (kind_is_wild(printed->kind)) {
        value += worth_of_colour(mind, best_colour(mind));
    } else {
        struct cards alike = printed->kind == KIND_NUMBER ? rules->of_number[printed->value]
                                                          : rules->of_kind[printed->kind];
        alike = cards_without(cards_and(view->hand, alike), rules->of_colour[printed->colour]);
        value += FOLLOWS_COLOUR * (mind->held[printed->colour] - 1) +
                 FOLLOWS_FACE * (int)cards_count(alike);
        if (printed->kind == KIND_REVERSE && view->players > 2)
            value += turned_back[nearness(mind->before)];
    }
    if (printed->kind == KIND_NUMBER && rules_switch(rules, SWITCH_SEVEN_ZERO))
        value += SWAP * swapped(mind, printed->value);
    return value;
}

struct best {
    unsigned card;
    bool flex;
    int worth;
};

static void consider(const struct mind *mind, struct cards set, bool flex, struct best *best)
{
    for (; !cards_empty(set); cards_remove(&set, cards_first(set))) {
        int value = worth(mind, cards_first(set), flex);
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

static void play(const struct mind *mind, const struct best *best, struct action *action)
{
    const struct rules *rules = mind->rules;
    const struct view *view = mind->view;
    unsigned face = rules->deck.face_of[best->card];
    const struct card *printed = &rules->deck.face[face];
    *action = action_make(ACTION_PLAY, view->seat);
    action->face = (uint8_t)face;
    action->flex = best->flex;
    action->proclaim = printed->kind == KIND_WILD_SKULL;
    if (kind_is_wild(printed->kind))
        action->colour = (uint8_t)best_colour(mind);
    if (rules->aims && play_needs_target(rules, NULL, view->seat, face, best->flex))
        action->target = (uint8_t)seat_least(view, view->legal.targets);
    add_same(rules, view, best->card, action);
    action->uno = mind->own == 2u + action->more_count;
}

/* out of 100, how likely the offender holds a card of one colour; which it was is not known
 * any more. */
static unsigned guilt(const struct mind *mind)
{
    unsigned all = mind->view->pile_count, sum = 0;
    for (unsigned seat = 0; seat < mind->view->players; seat++)
        all += seat != mind->view->seat ? mind->view->hand_count[seat] : 0u;
    if (mind->view->offender >= mind->view->players || all == 0)
        return 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned without = 1000;
        for (unsigned n = mind->view->hand_count[mind->view->offender]; n > 0; n--)
            without = without * (all - mind->unseen[mind->rules->colours[i]]) / all;
        sum += 1000 - without;
    }
    return sum / 40;
}

void normal_choose(const struct rules *rules, const struct view *view, struct action *action)
{
    const struct legal *legal = &view->legal;
    struct mind mind;
    struct best best = {.card = DECK_MAX};
    if (cards_empty(legal->normal) && cards_empty(legal->flex) && (legal->draw || legal->keep)) {
        *action = action_make(legal->draw ? ACTION_DRAW : ACTION_KEEP, view->seat);
        if (!legal->challenge)
            return;
    }
    look(&mind, rules, view);
    consider(&mind, legal->normal, false, &best);
    if (rules->power_cards != 0)
        consider(&mind, legal->flex, true, &best);
    bool least =
        best.card != DECK_MAX && view->pending == 0 &&
        ((legal->draw && best.worth < PLAY_FROM) || (legal->keep && best.worth < PLAY_DRAWN_FROM));
    if (best.card != DECK_MAX && !least) {
        play(&mind, &best, action);
        return;
    }
    *action = action_make(ACTION_PASS, view->seat);
    if (legal->colour) {
        action->kind = ACTION_COLOUR;
        action->colour = (uint8_t)best_colour(&mind);
    } else if (legal->target) {
        action->kind = ACTION_TARGET;
        action->target = (uint8_t)seat_least(view, legal->targets);
    } else if (legal->challenge && guilt(&mind) >= DOUBT_FROM) {
        action->kind = ACTION_CHALLENGE;
    } else if (legal->accept) {
        action->kind = ACTION_ACCEPT;
    } else if (legal->draw) {
        action->kind = ACTION_DRAW;
    } else if (legal->keep) {
        action->kind = ACTION_KEEP;
    }
}

unsigned normal_colour(const struct rules *rules, const struct view *view)
{
    struct mind mind;
    look(&mind, rules, view);
    return best_colour(&mind);
}

static void choose(const struct rules *rules, const struct view *view, struct chance *chance,
                   const struct player_budget *budget, struct action *action)
{
    (void)budget;
    normal_choose(rules, view, action);
    if (action->uno)
        action->uno = !forgotten(&player_normal, chance);
}

const struct player_impl player_normal = {
    .name = "normal", .forgets = 6, .notices = 65, .choose = choose};
