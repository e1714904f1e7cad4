/* The level `normal`: gives each possible action a worth and takes the best. A worth is the sum
 * of weights for what a glance shows: the effect of the card, how close the next player is to
 * the end, what stays in the hand, and who is hit. The weights were found by play (README.md). */
#include <stddef.h>

#include "engine/move/step.h"
#include "levels.h"
#include "normal.h"
#include "normal_weights.h"

enum {
    SWAP = 20,          /* HR-4: each card that the hand loses */
    UNSEEN_SHARES = 16, /* a colour's share of the cards not seen is counted in sixteenths */
    UNKNOWN = INT32_MIN
};

/* The data that all choices of a decision share. */
struct mind {
    const struct rules *rules;
    const struct view *view;
    unsigned own;
    unsigned next, before; /* how near both neighbours are to the end; a partner (HR-20) counts as
                            * far from it */
    uint32_t targets;      /* of the view, without the partner if others may be chosen */
    uint8_t share[COLOUR_COUNT];
};

static unsigned lesser_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The group of a hand by its size: up to 1 card, 2, 3 or 4, more. */
static unsigned nearness(unsigned count)
{
    return count <= 1 ? 0 : count == 2 ? 1 : count <= 4 ? 2 : 3;
}

/* Returns the group of the number of cards left in the own hand. The groups are 0, 1, 2, 3, 4, 5 to
 * 6, and more. */
static unsigned room_of(unsigned count)
{
    return count <= 4 ? count : count <= 6 ? 5 : 6;
}

static unsigned seat_beside(const struct view *view, int direction)
{
    unsigned seat = view->seat;
    do {
        if (direction > 0)
            seat = seat + 1u == view->players ? 0 : seat + 1u;
        else
            seat = seat == 0 ? view->players - 1u : seat - 1u;
    } while (!seat_in(view->in_round, seat)); /* the view's seat is */
    return seat;
}

static void spare_partner(struct mind *mind)
{
    const struct view *view = mind->view;
    unsigned partner = game_partner(mind->rules, view->players, view->seat);
    if (seat_beside(view, view->direction) == partner)
        mind->next = nearness(DECK_MAX);
    if (seat_beside(view, -view->direction) == partner)
        mind->before = nearness(DECK_MAX);
    mind->targets = player_targets(mind->rules, view);
}

static unsigned unseen_of(const struct mind *mind, unsigned colour)
{
    struct cards seen = cards_or(mind->view->hand, mind->view->discard);
    struct cards unseen = cards_without(mind->rules->of_colour[colour], seen);
    return half_count(unseen.low) + (mind->rules->decks > 1 ? half_count(unseen.high) : 0);
}

static void read_view(struct mind *mind, const struct rules *rules, const struct view *view)
{
    unsigned all = 0, count[4];
    mind->rules = rules;
    mind->view = view;
    for (unsigned i = 0; i < 4; i++)
        all += count[i] = unseen_of(mind, rules->colours[i]);
    for (unsigned i = 0; i < 4; i++) {
        unsigned share = all != 0 ? count[i] * UNSEEN_SHARES / all : 0;
        mind->share[rules->colours[i]] = (uint8_t)lesser_of(share - (share > 0), SHARE_MAX);
    }
    mind->own = view->hand_count[view->seat];
    mind->next = nearness(view->hand_count[seat_beside(view, view->direction)]);
    mind->before = nearness(view->hand_count[seat_beside(view, -view->direction)]);
    mind->targets = view->legal.targets;
    if (rules_switch(rules, SWITCH_TEAMS))
        spare_partner(mind);
}

static unsigned smallest_hand(const struct view *view, uint32_t mask)
{
    unsigned best = SEAT_NONE;
    for (unsigned seat = 0; seat < view->players; seat++) {
        if (seat_in(mask, seat) &&
            (best == SEAT_NONE || view->hand_count[seat] < view->hand_count[best]))
            best = seat;
    }
    return best;
}

/* HR-4: how many cards the hand loses. */
static int cards_lost(const struct mind *mind, unsigned number)
{
    const struct view *view = mind->view;
    int left = (int)mind->own - 1;
    if (left == 0 || (number != 7 && number != 0))
        return 0;
    if (number == 0)
        return left - (int)view->hand_count[seat_beside(view, -view->direction)];
    return left - (int)view->hand_count[smallest_hand(view, mind->targets)];
}

static inline struct cards same_face(const struct rules *rules, const struct card *printed)
{
    if (kind_is_wild(printed->kind))
        return cards_none();
    return printed->kind == KIND_NUMBER ? rules->of_number[printed->value]
                                        : rules->of_kind[printed->kind];
}

/* The worth of the cards left in hand after the play, without regard to the colour then in
 * force. */
static inline int worth_of_rest(const struct mind *mind, struct cards rest,
                                const struct card *played)
{
    static const uint8_t group[KIND_COUNT] = {
        [KIND_NUMBER] = 0, [KIND_SKIP] = 1, [KIND_REVERSE] = 1, [KIND_WILD] = 2, [KIND_DRAW2] = 4};
    const struct rules *rules = mind->rules;
    unsigned left = room_of(mind->own - 1), colours = 0;
    unsigned kind = played->kind, wilds = cards_count(cards_and(rest, rules->wilds));
    for (unsigned i = 0; i < 4; i++)
        colours += !cards_empty(cards_and(rest, rules->of_colour[rules->colours[i]]));
    int worth = weights[WEIGHT_GROUP + left * GROUPS + (kind > KIND_WILD ? 3u : group[kind])];
    worth += weights[WEIGHT_COLOURS + colours * ROOMS + left];
    worth += weights[WEIGHT_WILDS + lesser_of(wilds, WILDS_MAX) * ROOMS + left];
    if (!kind_is_wild(kind)) {
        struct cards alike = cards_and(rest, same_face(rules, played));
        unsigned count = cards_count(cards_without(alike, rules->of_colour[played->colour]));
        worth += weights[WEIGHT_ALIKE + lesser_of(count, ALIKE_MAX) * ROOMS + left];
    }
    return worth;
}

/* The worth of `colour` as the colour in force after the play, with the cards of `rest` in hand. */
static inline int worth_of_colour(const struct mind *mind, struct cards rest,
                                  const struct card *played, unsigned colour)
{
    const struct rules *rules = mind->rules;
    unsigned left = room_of(mind->own - 1);
    struct cards held = cards_and(rest, rules->of_colour[colour]);
    struct cards follow = cards_or(rules->wilds, same_face(rules, played));
    follow = cards_or(held, cards_and(rest, follow));
    return weights[WEIGHT_HELD + lesser_of(cards_count(held), HELD_MAX) * ROOMS + left] +
           weights[WEIGHT_FOLLOW + lesser_of(cards_count(follow), HELD_MAX) * ROOMS + left] +
           weights[WEIGHT_SHARE + mind->share[colour] * 2 + (mind->next < 2)];
}

static int worth_of_deed(const struct mind *mind, const struct card *played, bool flex)
{
    const struct view *view = mind->view;
    int worth =
        weights[WEIGHT_KIND + ((unsigned)flex * KIND_COUNT + played->kind) * 4 + mind->next];
    if (played->kind == KIND_REVERSE && view->players > 2)
        worth += weights[WEIGHT_REVERSE + mind->before * 4 + mind->next];
    if (played->kind == KIND_NUMBER && rules_switch(mind->rules, SWITCH_SEVEN_ZERO))
        worth += SWAP * cards_lost(mind, played->value);
    return worth;
}

struct best_choice {
    struct action action;
    int worth;
};

static void offer_choice(struct best_choice *best, const struct action *action, int worth)
{
    if (worth > best->worth)
        *best = (struct best_choice){*action, worth};
}

/* Sets the best target of the action and returns its worth. */
static int choose_target(const struct mind *mind, const int16_t worth_at[4], struct action *action)
{
    const struct view *view = mind->view;
    int most = UNKNOWN;
    for (unsigned seat = 0; seat < view->players; seat++) {
        int worth = worth_at[nearness(view->hand_count[seat])];
        if (!seat_in(mind->targets, seat) || worth <= most)
            continue;
        most = worth;
        action->target = (uint8_t)seat;
    }
    return most;
}

static inline __attribute__((always_inline)) void
offer_play(const struct mind *mind, unsigned card, bool flex, bool two, struct best_choice *best)
{
    const struct rules *rules = mind->rules;
    const struct view *view = mind->view;
    struct action action = action_make(ACTION_PLAY, view->seat);
    action.face = rules->deck.face_of[card];
    const struct card *played = &rules->deck.face[action.face];
    struct cards rest = cards_of(two, cards_without(view->hand, rules->of_card[card]));
    action.flex = flex;
    action.proclaim = played->kind == KIND_WILD_SKULL;
    int worth = worth_of_deed(mind, played, flex);
    if (rules->aims && play_needs_target(rules, NULL, view->seat, action.face, flex))
        worth += choose_target(mind, &weights[WEIGHT_TARGET + played->kind * 4], &action);
    if (mind->own > 1)
        worth += worth_of_rest(mind, rest, played);
    if (!kind_is_wild(played->kind)) {
        unsigned colour = flex ? played->flex_colour : played->colour;
        offer_choice(best, &action, worth + worth_of_colour(mind, rest, played, colour));
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        action.colour = rules->colours[i];
        offer_choice(best, &action, worth + worth_of_colour(mind, rest, played, action.colour));
    }
}

/* returns the chance, in percent, that the offender held a card of the colour in force before
 * the wild +4. A view does not show that colour, so this is the mean over all four. */
static unsigned guilt_percent(const struct mind *mind)
{
    unsigned all = mind->view->pile_count, sum = 0;
    for (unsigned seat = 0; seat < mind->view->players; seat++)
        all += seat != mind->view->seat ? mind->view->hand_count[seat] : 0u;
    for (unsigned i = 0; i < 4; i++) {
        unsigned without = 1000;
        for (unsigned n = mind->view->hand_count[mind->view->offender]; n > 0; n--)
            without = without * (all - unseen_of(mind, mind->rules->colours[i])) / all;
        sum += 1000 - without;
    }
    return sum / 40;
}

/* All actions of the view's seat except plays. */
static void offer_others(const struct mind *mind, struct best_choice *best)
{
    const struct rules *rules = mind->rules;
    const struct legal *legal = &mind->view->legal;
    unsigned own = lesser_of(mind->own, OWN_MAX);
    struct action action = action_make(ACTION_PASS, mind->view->seat);
    if (legal->draw) {
        unsigned plain = cards_count(cards_without(legal->normal, rules->wilds));
        action.kind = ACTION_DRAW;
        offer_choice(best, &action,
                     weights[WEIGHT_DRAW + own * 4 + mind->next] +
                         weights[WEIGHT_DRAW_THOUGH + lesser_of(plain, PLAIN_MAX) * OWNS + own]);
    }
    if (legal->keep) {
        action.kind = ACTION_KEEP;
        offer_choice(best, &action, weights[WEIGHT_KEEP + own * 4 + mind->next]);
    }
    if (legal->accept) {
        action.kind = ACTION_ACCEPT;
        offer_choice(best, &action, 0);
    }
    if (legal->challenge) {
        action.kind = ACTION_CHALLENGE;
        offer_choice(best, &action,
                     weights[WEIGHT_GUILT + guilt_percent(mind) / 10] +
                         weights[WEIGHT_DOUBT + (mind->own > 3 ? 4u : 0u) + mind->next]);
    }
    for (unsigned i = 0; i < 4 && legal->colour; i++) {
        action.kind = ACTION_COLOUR;
        action.colour = rules->colours[i];
        struct cards held = cards_and(mind->view->hand, rules->of_colour[action.colour]);
        offer_choice(best, &action,
                     weights[WEIGHT_NAMED + lesser_of(cards_count(held), NAMED_MAX)]);
    }
    if (legal->target) {
        action = action_make(ACTION_TARGET, mind->view->seat);
        offer_choice(best, &action, choose_target(mind, &weights[WEIGHT_CHOSEN], &action));
    }
    if (best->worth == UNKNOWN)
        best->action = action;
}

static inline __attribute__((always_inline)) void
offer_some(const struct mind *mind, struct cards set, bool flex, bool two, struct best_choice *best)
{
    const struct rules *rules = mind->rules;
    while (!cards_empty(set)) {
        unsigned card = cards_first(set);
        offer_play(mind, card, flex, two, best);
        set = cards_without(set, rules->of_face[rules->deck.face_of[card]]);
    }
}

/* Compiled for one deck and for two: this takes most of the time of a search. */
static void offer_plays(const struct mind *mind, const struct cards *set, bool flex,
                        struct best_choice *best)
{
    if (mind->rules->decks == 1)
        offer_some(mind, cards_of(false, *set), flex, false, best);
    else
        offer_some(mind, *set, flex, true, best);
}

/* HR-14: adds the other cards of that number, but not a 7 that a swap would give away. */
static void add_same(const struct rules *rules, const struct view *view, struct action *action)
{
    const struct card *printed = &rules->deck.face[action->face];
    if (rules_switch(rules, SWITCH_MULTI_PLAY) == MULTI_OFF || printed->kind != KIND_NUMBER ||
        view->phase != PHASE_TURN)
        return;
    struct cards same = cards_and(view->hand, rules->of_number[printed->value]);
    cards_remove(&same, cards_first(cards_and(view->hand, rules->of_face[action->face])));
    /* GCOVR_EXCL_BR_START: no deck has more than eight cards of a number */
    for (; !cards_empty(same) && action->more_count < sizeof(action->more);
         cards_remove(&same, cards_first(same))) {
        /* GCOVR_EXCL_BR_STOP */
        action->more[action->more_count++] = rules->deck.face_of[cards_first(same)];
    }
}

void normal_choose(const struct rules *rules, const struct view *view, struct action *action)
{
    const struct legal *legal = &view->legal;
    struct best_choice best = {.worth = UNKNOWN};
    struct mind mind;
    if (cards_empty(legal->normal) && cards_empty(legal->flex) && legal->draw) {
        *action = action_make(ACTION_DRAW, view->seat);
        return;
    }
    read_view(&mind, rules, view);
    offer_plays(&mind, &legal->normal, false, &best);
    if (rules->power_cards != 0)
        offer_plays(&mind, &legal->flex, true, &best);
    if (view->pending == 0 ||
        best.worth == UNKNOWN) /* HR-2: this level always passes a sum on if it can */
        offer_others(&mind, &best);
    *action = best.action;
    if (action->kind == ACTION_PLAY) {
        add_same(rules, view, action);
        action->uno = mind.own == 2u + action->more_count;
    }
}

static void choose_normal(const struct rules *rules, const struct view *view, struct chance *chance,
                          const struct player_budget *budget, struct action *action)
{
    (void)budget;
    normal_choose(rules, view, action);
    if (action->uno)
        action->uno = !forgets_uno(&player_normal, chance);
}

const struct player_impl player_normal = {
    .name = "normal", .forgets = 38, .notices = 65, .choose = choose_normal};
