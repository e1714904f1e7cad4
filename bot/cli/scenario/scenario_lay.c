/* Lays the cards of a case. */
#include <string.h>

#include "base/array.h"
#include "scenario_draft.h"

enum { LAY_SEED = 1, HAND_LEFT_OUT = 2 };

static bool refuse(struct draft *draft, unsigned line, const char *why)
{
    return scenario_fault_set(draft->fault, line, "%s", why);
}

/* Takes one card of each face from `left`, the cards that lie nowhere yet. */
static bool take_cards(struct draft *draft, const struct faces *faces, struct cards *left,
                       uint8_t cards[DECK_MAX])
{
    const struct rules *rules = &draft->scenario->rules;
    char code[CARD_TEXT];
    for (unsigned i = 0; i < faces->count; i++) {
        struct cards open = cards_and(*left, rules->of_face[faces->at[i]]);
        if (cards_empty(open)) {
            return scenario_fault_set(draft->fault, faces->line, "more %s than the deck holds",
                                      face_format(&rules->deck.face[faces->at[i]], code));
        }
        cards[i] = (uint8_t)cards_first(open);
        cards_remove(left, cards[i]);
    }
    return true;
}

static struct cards whole_deck(const struct draft *draft)
{
    struct cards deck = cards_none();
    for (unsigned card = 0; card < draft->scenario->rules.deck.size; card++)
        cards_add(&deck, card);
    return deck;
}

static bool lay_hands(struct draft *draft, struct cards *left)
{
    uint8_t cards[DECK_MAX] = {0};
    for (unsigned seat = 0; seat < draft->scenario->players; seat++) {
        if (!take_cards(draft, &draft->hand[seat], left, cards))
            return false;
        for (unsigned i = 0; i < draft->hand[seat].count; i++)
            cards_add(&draft->scenario->game.hand[seat], cards[i]);
    }
    return true;
}

static bool lay_piles(struct draft *draft, struct cards *left)
{
    struct game *game = &draft->scenario->game;
    uint8_t pile[DECK_MAX] = {0};
    if (!take_cards(draft, &draft->discard, left, game->discard) ||
        !take_cards(draft, &draft->pile, left, pile))
        return false;
    game->discard_count = (uint8_t)draft->discard.count;
    game->pile_count = (uint8_t)draft->pile.count;
    for (unsigned i = 0; i < draft->pile.count; i++) /* the next card lies last */
        game->pile[i] = pile[draft->pile.count - 1 - i];
    return true;
}

/* Fills a hand with two cards that do not matter: numbers that do not match the top, if possible.
 */
static void fill_hand(const struct scenario *scenario, struct cards *hand, struct cards *left)
{
    const struct rules *rules = &scenario->rules;
    const struct game *game = &scenario->game;
    unsigned top = rules->deck.face_of[game->discard[game->discard_count - 1]];
    struct cards plain = cards_none();
    for (unsigned value = 0; value < 10; value++)
        plain = cards_or(plain, rules->of_number[value]);
    plain = cards_without(plain, cards_or(rules->flips, rules->flexes));
    plain = cards_without(plain, cards_or(rules->of_colour[game->colour], rules->match_face[top]));
    for (unsigned i = 0; i < HAND_LEFT_OUT && !cards_empty(*left); i++) {
        struct cards pick = cards_and(*left, plain);
        unsigned card = cards_first(cards_empty(pick) ? *left : pick);
        cards_remove(left, card);
        cards_add(hand, card);
    }
}

/* Puts the rest of the deck below the named cards, in random order. */
static void fill_pile(struct scenario *scenario, struct cards left)
{
    struct game *game = &scenario->game;
    uint8_t rest[DECK_MAX];
    unsigned count = 0;
    for (; !cards_empty(left); cards_remove(&left, cards_first(left)))
        rest[count++] = (uint8_t)cards_first(left);
    memmove(game->pile + count, game->pile, game->pile_count);
    for (unsigned i = 0; i < count; i++) {
        unsigned pick = i + chance_below(&scenario->chance.base, count - i);
        game->pile[i] = rest[pick];
        rest[pick] = rest[i];
    }
    game->pile_count = (uint8_t)(game->pile_count + count);
}

static bool lay_colour(struct draft *draft)
{
    const struct rules *rules = &draft->scenario->rules;
    struct game *game = &draft->scenario->game;
    const struct card *top =
        &rules->deck.face[rules->deck.face_of[game->discard[game->discard_count - 1]]];
    game->colour = (uint8_t)(draft->colour != COLOUR_NONE ? draft->colour : top->colour);
    if (game->colour == COLOUR_NONE)
        return refuse(draft, draft->discard.line, "a wild on top needs a colour in force");
    if (!kind_is_wild(top->kind) && game->colour != top->colour) {
        return refuse(draft, draft->said[SAID_COLOUR],
                      "the colour in force is not that of the top");
    }
    if (draft->hyper != COLOUR_NONE && draft->hyper != game->colour)
        return refuse(draft, draft->said[SAID_HYPER], "Hyper Speed is not the colour in force");
    game->hyper = (uint8_t)draft->hyper;
    return true;
}

static bool lay_position(struct draft *draft, unsigned dealer)
{
    struct scenario *scenario = draft->scenario;
    struct game *game = &scenario->game;
    struct cards left = whole_deck(draft);
    if (!draft_said(draft, SAID_DISCARD))
        return refuse(draft, scenario->line, "the case has neither discard nor turned");
    position_init(game, scenario->players);
    game->dealer = (uint8_t)dealer;
    game->turn =
        (uint8_t)(draft->turn != SEAT_NONE ? draft->turn : (dealer + 1) % scenario->players);
    game->direction = (int8_t)draft->direction;
    game->power_red = (uint16_t)draft->power_red;
    if (!lay_hands(draft, &left) || !lay_piles(draft, &left) || !lay_colour(draft))
        return false;
    for (unsigned seat = 0; seat < scenario->players; seat++) {
        if (draft->hand[seat].line == 0)
            fill_hand(scenario, &game->hand[seat], &left);
    }
    if (!draft_said(draft, SAID_PILE) || draft->pile_goes_on)
        fill_pile(scenario, left);
    position_seal(&scenario->rules, game);
    return true;
}

/* checks `dealer-draw`. After a "/" only the players who tied draw again; the last group
 * decides the dealer. */
static bool check_draws(struct draft *draft)
{
    const struct deck *deck = &draft->scenario->rules.deck;
    unsigned tied = draft->scenario->players, at = 0, line = draft->draws.line;
    struct cards left = whole_deck(draft);
    uint8_t cards[DECK_MAX] = {0};
    if (!take_cards(draft, &draft->draws, &left, cards))
        return false;
    for (unsigned group = 0; group < draft->draw_group_count; group++) {
        unsigned highest = 0, best = 0;
        if (draft->draw_groups[group] != tied || tied == 1) {
            return refuse(draft, line,
                          "dealer-draw: a card for each who draws, no more and no less");
        }
        for (unsigned i = 0; i < tied; i++) {
            unsigned value = deck->face[draft->draws.at[at++]].value;
            if (i == 0 || value > highest) {
                highest = value;
                best = 0;
            }
            best += value == highest;
        }
        tied = best;
    }
    return tied == 1 || refuse(draft, line, "dealer-draw: the last draw is tied");
}

static void deal_init(const struct draft *draft, struct position_deal *deal)
{
    *deal = (struct position_deal){.players = draft->scenario->players, .dealer = draft->dealer};
    deal->draw_count = draft->draws.count;
    memcpy(deal->draws, draft->draws.at, draft->draws.count);
    if (!draft_said(draft, SAID_DEALER) && !draft_said(draft, SAID_DEALER_DRAW))
        deal->dealer = deal->players - 1;
}

/* Refuses the directives that a deal cannot have, each with its line. */
static bool check_deal(struct draft *draft)
{
    static const enum directive positions[] = {SAID_DISCARD, SAID_COLOUR, SAID_DIRECTION, SAID_TURN,
                                               SAID_HYPER};
    const struct rules *rules = &draft->scenario->rules;
    unsigned line = draft->power_line;
    for (unsigned i = 0; i < ARRAY_SIZE(positions) && line == 0; i++)
        line = draft->said[positions[i]];
    if (line != 0)
        return refuse(draft, line, "a round that is dealt (turned) has no other position");
    uint8_t cards[DECK_MAX] = {0};
    struct cards left = whole_deck(draft);
    for (unsigned seat = 0; seat < draft->scenario->players; seat++) {
        const struct faces *hand = &draft->hand[seat];
        if (hand->count > rules_switch(rules, SWITCH_HAND_SIZE))
            return refuse(draft, hand->line, "a hand is larger than the deal");
        if (!take_cards(draft, hand, &left, cards))
            return false;
    }
    return take_cards(draft, &draft->turned, &left, cards) &&
           take_cards(draft, &draft->pile, &left, cards);
}

static bool lay_deal(struct draft *draft)
{
    struct scenario *scenario = draft->scenario;
    struct position_deal deal;
    if (!check_deal(draft))
        return false;
    deal_init(draft, &deal);
    deal.turned_count = draft->turned.count;
    memcpy(deal.turned, draft->turned.at, draft->turned.count);
    deal.next_count = draft->pile.count;
    deal.next_alone = draft_said(draft, SAID_PILE) && !draft->pile_goes_on;
    memcpy(deal.turned + draft->turned.count, draft->pile.at, draft->pile.count);
    for (unsigned seat = 0; seat < scenario->players; seat++) {
        deal.hand_count[seat] = (uint8_t)draft->hand[seat].count;
        memcpy(deal.hand[seat], draft->hand[seat].at, draft->hand[seat].count);
    }
    const char *why = position_deal(&scenario->rules, &scenario->game, &deal,
                                    &scenario->chance.base, &scenario->events);
    return why == NULL || refuse(draft, draft->turned.line, why);
}

/* Finds the dealer of a position. If the case gives draws for the dealer, a trial deal with these
 * draws decides. */
static bool find_dealer(struct draft *draft, unsigned *dealer)
{
    struct scenario *scenario = draft->scenario;
    struct position_deal deal;
    struct game game;
    deal_init(draft, &deal);
    *dealer = deal.dealer;
    if (!draft_said(draft, SAID_DEALER_DRAW))
        return true;
    const char *why = position_deal(&scenario->rules, &game, &deal, &scenario->chance.base, NULL);
    if (why != NULL)
        return refuse(draft, draft->draws.line, why);
    *dealer = game.dealer;
    return true;
}

bool draft_lay(struct draft *draft)
{
    unsigned dealer;
    chance_init_seed(&draft->scenario->chance, LAY_SEED);
    if (draft_said(draft, SAID_DEALER) && draft_said(draft, SAID_DEALER_DRAW))
        return refuse(draft, draft->draws.line, "dealer and dealer-draw contradict each other");
    if (draft_said(draft, SAID_DEALER_DRAW) && !check_draws(draft))
        return false;
    if (draft_said(draft, SAID_TURNED))
        return lay_deal(draft);
    return find_dealer(draft, &dealer) && lay_position(draft, dealer);
}
