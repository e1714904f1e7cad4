#include "position.h"

#include <string.h>

#include "engine/move/deal.h"
#include "engine/move/pile.h"

void position_init(struct game *game, unsigned players)
{
    memset(game, 0, sizeof(*game));
    game->players = (uint8_t)players;
    game->dealer = (uint8_t)(players - 1);
    game->direction = 1;
    game->winner = game->offender = SEAT_NONE;
    game->drawn = DECK_MAX;
    game->in_round = (1u << players) - 1;
}

void position_seal(const struct rules *rules, struct game *game)
{
    game->discarded = cards_none();
    for (unsigned i = 0; i < game->discard_count; i++)
        cards_add(&game->discarded, game->discard[i]);
    if (game->discard_count > 0)
        game->top_face = rules->deck.face_of[game->discard[game->discard_count - 1]];
    for (unsigned seat = 0; seat < game->players; seat++)
        game->hand_count[seat] = (uint8_t)cards_count(game->hand[seat]);
}

/* Moves a card of `face` to place `top` of the pile, by a swap with a card at that place or below.
 * False: there is no such card. */
static bool lay_face(const struct rules *rules, struct game *game, unsigned face, unsigned top)
{
    for (unsigned i = 0; i <= top; i++) {
        if (rules->deck.face_of[game->pile[i]] != face)
            continue;
        uint8_t card = game->pile[i];
        game->pile[i] = game->pile[top];
        game->pile[top] = card;
        return true;
    }
    return false;
}

/* Puts the cards that seats draw for the deal on top of the pile, the first one uppermost. Sets the
 * dealer. Returns NULL, or why that fails. */
static const char *draw_dealer(struct step *step, const struct position_deal *deal,
                               unsigned *dealer)
{
    struct game *game = step->game;
    for (unsigned i = 0; i < deal->draw_count; i++) {
        if (i >= game->pile_count ||
            !lay_face(step->rules, game, deal->draws[i], game->pile_count - 1u - i))
            return "the deck has no such card left to draw for the deal";
    }
    *dealer = deal_high_card(step);
    return NULL;
}

static const char *give_hands(struct step *step, const struct position_deal *deal)
{
    struct game *game = step->game;
    for (unsigned seat = 0; seat < deal->players; seat++) {
        if (deal->hand_count[seat] > rules_switch(step->rules, SWITCH_HAND_SIZE))
            return "a hand is larger than the deal";
        for (unsigned i = 0; i < deal->hand_count[seat]; i++) {
            if (!lay_face(step->rules, game, deal->hand[seat][i], game->pile_count - 1u))
                return "more of a card than the deck holds";
            cards_add(&game->hand[seat], game->pile[--game->pile_count]);
        }
        game->hand_count[seat] = deal->hand_count[seat];
    }
    return NULL;
}

/* Reserves the cards that will be turned up or lie next on the pile, so that nobody is dealt them.
 * They wait at the bottom, where fill_hands() takes none. Returns NULL, or why that fails. */
static const char *reserve_known(struct step *step, const struct position_deal *deal)
{
    struct game *game = step->game;
    unsigned known = deal->turned_count + deal->next_count, dealt = 0;
    for (unsigned i = 0; i < known; i++) {
        unsigned at = i;
        while (at < game->pile_count &&
               step->rules->deck.face_of[game->pile[at]] != deal->turned[i])
            at++;
        if (at >= game->pile_count)
            return "more of a card than the deck holds";
        uint8_t card = game->pile[at];
        game->pile[at] = game->pile[i];
        game->pile[i] = card;
    }
    for (unsigned seat = 0; seat < deal->players; seat++)
        dealt += rules_switch(step->rules, SWITCH_HAND_SIZE) - game->hand_count[seat];
    return game->pile_count < known + dealt ? "too few cards are left to deal" : NULL;
}

/* deal_hands() for hands that hold some cards already. */
static void fill_hands(struct step *step, unsigned dealer)
{
    struct game *game = step->game;
    unsigned size = rules_switch(step->rules, SWITCH_HAND_SIZE);
    game->dealer = (uint8_t)dealer;
    for (unsigned i = 0, to = dealer; i < size * game->players; i++) {
        to = to + 1 == game->players ? 0 : to + 1;
        if (game->hand_count[to] >= size)
            continue;
        cards_add(&game->hand[to], game->pile[--game->pile_count]);
        game->hand_count[to]++;
    }
    step_tell_count(step, EVENT_DEALT, dealer, size);
}

/* Brings the known cards to the top of the pile, after the hands are dealt. */
static void lay_known(struct step *step, const struct position_deal *deal)
{
    struct game *game = step->game;
    unsigned known = deal->turned_count + deal->next_count;
    for (unsigned i = 0; i < known; i++)
        (void)lay_face(step->rules, game, deal->turned[i], game->pile_count - 1u - i);
    if (!deal->next_alone)
        return;
    memmove(game->pile, game->pile + game->pile_count - known, known);
    game->pile_count = (uint8_t)known;
}

/* True if the pile has a card that is no wild +4. Without one, turning cards up would never end
 * (R-04). */
static bool can_start(const struct rules *rules, const struct game *game)
{
    for (unsigned i = 0; i < game->pile_count; i++) {
        if (!cards_has(rules->wd4s, game->pile[i]))
            return true;
    }
    return false;
}

const char *position_deal(const struct rules *rules, struct game *game,
                          const struct position_deal *deal, struct chance *chance,
                          struct events *events)
{
    struct step step = {rules, game, chance, events};
    unsigned dealer = deal->dealer;
    const char *error = NULL;
    if (events != NULL)
        events->count = 0;
    deal_begin(&step, deal->players);
    pile_shuffle(game, chance);
    if (deal->draw_count > 0)
        error = draw_dealer(&step, deal, &dealer);
    else if (dealer == SEAT_NONE && rules_switch(rules, SWITCH_DEALER) == DEALER_HIGH_CARD)
        dealer = deal_high_card(&step);
    else if (dealer == SEAT_NONE)
        dealer = chance_below(chance, deal->players);
    if (error != NULL)
        return error;
    deal_begin(&step, deal->players);
    pile_shuffle(game, chance);
    if ((error = give_hands(&step, deal)) != NULL || (error = reserve_known(&step, deal)) != NULL)
        return error;
    fill_hands(&step, dealer);
    lay_known(&step, deal);
    bool started = false;
    for (unsigned i = 0; !started; i++) {
        if (!can_start(rules, game))
            return "no card can start the discard pile";
        if (i < deal->turned_count) /* lay the known card on top again, because the pile may
                                     * have been shuffled */
            (void)lay_face(rules, game, deal->turned[i], game->pile_count - 1u);
        started = deal_turn(&step);
        if (started && i + 1 < deal->turned_count)
            return "cards are turned after the first discard was settled";
    }
    return NULL;
}
