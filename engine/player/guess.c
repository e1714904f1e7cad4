#include "guess.h"

#include <stddef.h>
#include <string.h>

#include "engine/move/pile.h"
#include "engine/move/plays.h"

enum {
    BLUFF_ONE_IN = 4, /* a guess that makes the wild +4 a bluff is kept once in this many times */
    TRIES = 8,
    PROPOSALS =
        8 /* hands proposed for a seat in one guess; it gets one of them or keeps its old one */
};

void guess_init(struct guess *guess, const struct rules *rules, const struct view *view,
                const struct memory *memory)
{
    struct game *game = &guess->game;
    uint8_t place = 0;
    guess->rules = rules;
    guess->view = view;
    guess->memory = memory;
    guess->dealt = false;
    guess->rest_count = 0;
    guess->nodes = 0;
    memset(game, 0, sizeof(*game));
    memcpy(game, view, VIEW_OPEN_SIZE);
    game->winner = SEAT_NONE;
    game->drawn = DECK_MAX;
    game->hand[view->seat] = view->hand;
    game->discarded = view->discard;
    if (game->phase == PHASE_TARGET)
        game->eligible = view->legal.targets;
    unsigned top = cards_first(cards_and(view->discard, rules->of_face[view->top_face]));
    /* A seat that is out has reached a place (HR-16) or has left the round. The view does not tell
     * which place, and it no longer matters. */
    for (unsigned seat = 0; seat < view->players; seat++) {
        if (!seat_in(view->in_round, seat) && rules_switch(rules, SWITCH_PLAY_TO_LAST))
            game->place[seat] = ++place;
        else if (!seat_in(view->in_round, seat))
            seat_add(&game->left, seat);
    }
    struct cards seen = cards_or(view->hand, view->discard);
    unsigned at = 0;
    for (unsigned card = 0; card < rules->deck.size; card++) {
        if (!cards_has(seen, card))
            guess->rest[guess->rest_count++] = (uint8_t)card;
        else if (cards_has(view->discard, card) && card != top)
            game->discard[at++] = (uint8_t)card;
    }
    game->discard[at] = (uint8_t)top; /* the order of the cards below is unknown, and does not
                                         matter: the next shuffle loses it */
}

static unsigned any_of(struct cards set, struct chance *chance)
{
    return cards_nth(set, chance_below(chance, cards_count(set)));
}

/* Picks a random hand for the seat from guess->rest, without cards that the seat is known not to
 * hold. Moves the cards of the hand to the end of the rest. Returns how many cards remain before
 * them. */
static unsigned propose_hand(struct guess *guess, unsigned seat, struct chance *chance,
                             struct cards *hand)
{
    uint8_t may[COLOUR_COUNT];
    uint8_t *rest = guess->rest;
    unsigned left = guess->rest_count, open = left; /* the first `open` cards of the rest may still
                                                     * be drawn */
    memset(may, DECK_MAX, sizeof(may));
    if (guess->memory != NULL)
        memcpy(may, guess->memory->may[seat], sizeof(may));
    *hand = cards_none();
    for (unsigned need = guess->view->hand_count[seat]; need > 0;) {
        /* No card is left that the seat may hold, so the memory is wrong: a player who could play
         * drew. */
        if (open == 0) {
            memset(may, DECK_MAX, sizeof(may));
            open = left;
        }
        unsigned at = chance_below(chance, open--), card = rest[at];
        unsigned colour = rules_card(guess->rules, card)->colour;
        rest[at] = rest[open];
        rest[open] = (uint8_t)card;
        if (may[colour] == 0)
            continue;
        may[colour]--;
        rest[open] = rest[--left];
        rest[left] = (uint8_t)card;
        cards_add(hand, card);
        need--;
    }
    return left;
}

static uint32_t weight(struct guess *guess, unsigned seat, struct cards hand)
{
    return memory_weight(guess->memory, guess->rules, seat, hand, guess->view->discard,
                         &guess->nodes);
}

/* Puts the hand of the seat back into the rest and picks another. If plays of the seat are known,
 * picks from several proposals and the old hand: the better a hand explains the plays, the
 * likelier. */
static void deal_seat(struct guess *guess, unsigned seat, struct chance *chance)
{
    struct cards *kept = &guess->game.hand[seat], hand;
    bool asks = guess->memory != NULL && guess->memory->plays[seat] > 0;
    uint32_t sum = 0;
    if (guess->dealt) {
        for (hand = *kept; !cards_empty(hand); cards_remove(&hand, cards_first(hand)))
            guess->rest[guess->rest_count++] = (uint8_t)cards_first(hand);
        sum = asks ? weight(guess, seat, *kept) : 0;
    }
    for (unsigned i = 0; i < (asks ? PROPOSALS : 1); i++) {
        propose_hand(guess, seat, chance, &hand);
        uint32_t one = asks ? weight(guess, seat, hand) : 1;
        sum += one;
        if (chance_below(chance, sum) < one)
            *kept = hand;
    }
    unsigned count = 0;
    for (unsigned i = 0; i < guess->rest_count; i++) {
        if (!cards_has(*kept, guess->rest[i]))
            guess->rest[count++] = guess->rest[i];
    }
    guess->rest_count = (uint8_t)count;
}

static void deal_guess(struct guess *guess, struct chance *chance, struct game *game)
{
    for (unsigned seat = 0; seat < guess->view->players; seat++) {
        if (seat != guess->view->seat)
            deal_seat(guess, seat, chance);
    }
    guess->dealt = true;
    *game = guess->game;
    memcpy(game->pile, guess->rest, game->pile_count);
    pile_shuffle(game, chance);
}

/* Moves a random card of `from` from `rest` to `hand`; if `from` is empty, any card of `rest`. */
static void take_card(struct cards *rest, struct cards from, struct chance *chance,
                      struct cards *hand)
{
    unsigned card = any_of(cards_empty(from) ? *rest : from, chance);
    cards_remove(rest, card);
    cards_add(hand, card);
}

/* W-3: the hands were shown, but a view keeps only which seats may be chosen. Those seats hold
 * the named colour, and the others do not. So the others are dealt to first, without that
 * colour. Then each seat that may be chosen gets one card of it, and then the rest of its hand.
 * Fines (HR-10) may have changed hands since then: if the colour or all other cards run out, any
 * card is taken. */
static void deal_for_target(const struct guess *guess, struct chance *chance, struct game *game)
{
    const struct view *view = guess->view;
    struct cards colour = guess->rules->of_colour[view->colour], rest = cards_none();
    for (unsigned i = 0; i < guess->rest_count; i++)
        cards_add(&rest, guess->rest[i]);
    for (unsigned seat = 0; seat < view->players; seat++)
        rest = seat == view->seat ? rest : cards_or(rest, game->hand[seat]);
    for (unsigned seat = 0; seat < view->players; seat++) {
        if (seat == view->seat)
            continue;
        game->hand[seat] = cards_none();
        for (unsigned n = view->hand_count[seat]; n > 0 && !seat_in(view->legal.targets, seat); n--)
            take_card(&rest, cards_without(rest, colour), chance, &game->hand[seat]);
    }
    for (unsigned seat = 0; seat < view->players; seat++) {
        if (seat_in(view->legal.targets, seat))
            take_card(&rest, cards_and(rest, colour), chance, &game->hand[seat]);
    }
    for (unsigned seat = 0; seat < view->players; seat++) {
        for (unsigned n = view->hand_count[seat]; n > 1 && seat_in(view->legal.targets, seat); n--)
            take_card(&rest, rest, chance, &game->hand[seat]);
    }
    for (unsigned i = 0; i < game->pile_count; i++) {
        unsigned card = any_of(rest, chance);
        cards_remove(&rest, card);
        game->pile[i] = (uint8_t)card;
    }
}

/* guesses the colour that was in force before the wild +4. Returns true if the play was a
 * bluff, by that colour and the guessed hand. */
static bool guess_guilt(const struct guess *guess, struct chance *chance, struct game *game)
{
    const struct rules *rules = guess->rules;
    unsigned offender = game->offender;
    struct game before = {.colour = rules->colours[chance_below(chance, 4)]};
    struct cards hand = game->hand[offender];
    cards_add(&hand, game->discard[game->discard_count - 1]);
    game->colour_before = before.colour;
    /* F-15, R-54: a seat that is not the next one can only be asked if the flex side was played */
    game->challenge_flex = game->phase == PHASE_CHALLENGE && rules->power_cards != 0 &&
                           next_seat(game, offender) != game->turn;
    game->guilty = 0;
    if (wd4_guilty(rules, &before, hand) && !game->challenge_flex)
        seat_add(&game->guilty, offender);
    return game->guilty != 0;
}

/* PHASE_DRAWN: the card that the seat in turn may play. */
static void guess_drawn(const struct guess *guess, struct chance *chance, struct game *game)
{
    const struct view *view = guess->view;
    struct cards hand = cards_and(view->hand, guess->rules->of_face[view->drawn_face]);
    struct cards open = cards_or(view->legal.normal, view->legal.flex);
    if (!cards_empty(cards_and(hand, open))) /* if several copies are held, view_of() names the one
                                              * that may be played */
        hand = cards_and(hand, open);
    game->drawn = (uint8_t)any_of(hand, chance);
}

void guess_game(struct guess *guess, struct chance *chance, struct game *game)
{
    unsigned tries = TRIES;
    for (;;) {
        deal_guess(guess, chance, game);
        if (game->offender >= game->players || !guess_guilt(guess, chance, game) || --tries == 0 ||
            chance_below(chance, BLUFF_ONE_IN) == 0)
            break;
    }
    if (game->phase == PHASE_TARGET)
        deal_for_target(guess, chance, game);
    else if (game->phase == PHASE_DRAWN)
        guess_drawn(guess, chance, game);
}
