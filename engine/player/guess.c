#include "guess.h"

#include <stddef.h>
#include <string.h>

#include "../step.h"

enum {
    OPEN_SIZE = offsetof(struct game, hand_count) + PLAYERS_MAX, /* as in view.c */
    BLUFF_ONE_IN = 4, /* a wild +4 that breaks the rule is played so much less often than another */
    TRIES = 8
};

void guess_init(struct guess *guess, const struct rules *rules, const struct view *view)
{
    struct game *game = &guess->game;
    uint8_t place = 0;
    guess->rules = rules;
    guess->view = view;
    guess->unseen_count = 0;
    memset(game, 0, sizeof *game);
    memcpy(game, view, OPEN_SIZE);
    game->winner = SEAT_NONE;
    game->hand[view->seat] = view->hand;
    game->discarded = view->discard;
    game->top = (uint8_t)cards_first(cards_and(view->discard, rules->of_face[view->top_face]));
    /* Who is out has left, or is done (HR-16); in which order does not matter any more. */
    for (unsigned seat = 0; seat < view->players; seat++)
        if (!seat_in(view->in_round, seat) && rules_switch(rules, SWITCH_PLAY_TO_LAST))
            game->place[seat] = ++place;
        else if (!seat_in(view->in_round, seat))
            seat_add(&game->left, seat);
    struct cards seen = cards_or(view->hand, view->discard);
    unsigned at = 0;
    for (unsigned card = 0; card < rules->deck.size; card++) {
        if (!cards_has(seen, card))
            guess->unseen[guess->unseen_count++] = (uint8_t)card;
        else if (cards_has(view->discard, card) && card != game->top)
            game->discard[at++] = (uint8_t)card;
    }
    game->discard[at] = game->top; /* the order of the others is lost in the next shuffle */
}

static unsigned any_of(struct cards set, struct chance *chance)
{
    return cards_nth(set, chance_below(chance, cards_count(set)));
}

/* Hands first, the rest is the pile. */
static void deal(const struct guess *guess, struct chance *chance, struct game *game)
{
    const struct view *view = guess->view;
    const struct rules *rules = guess->rules;
    uint8_t card[DECK_MAX];
    unsigned left = guess->unseen_count;
    memcpy(card, guess->unseen, sizeof card);
    for (unsigned i = left; i > 1; i--) {
        unsigned j = chance_below(chance, i);
        uint8_t swapped = card[i - 1];
        card[i - 1] = card[j];
        card[j] = swapped;
    }
    for (unsigned seat = 0; seat < view->players; seat++) {
        struct cards hand = {{0, 0}};
        if (seat == view->seat)
            continue;
        for (unsigned n = view->hand_count[seat]; n > 0; n--)
            hand = cards_or(hand, rules->of_card[card[--left]]);
        game->hand[seat] = hand;
    }
    memcpy(game->pile, card, view->pile_count);
}

/* A card of `from` goes from the rest to a hand. */
static void take(struct cards *rest, struct cards from, struct chance *chance, struct cards *hand)
{
    unsigned card = any_of(from, chance);
    cards_remove(rest, card);
    cards_add(hand, card);
}

/* W-3: the hands lie open, but the view keeps only who may be chosen: they hold the colour named,
 * the others do not. Who is bound most is dealt to first. */
static void deal_for_target(const struct guess *guess, struct chance *chance, struct game *game)
{
    const struct view *view = guess->view;
    struct cards colour = guess->rules->of_colour[view->colour], rest = {{0, 0}};
    for (unsigned i = 0; i < guess->unseen_count; i++)
        cards_add(&rest, guess->unseen[i]);
    for (unsigned seat = 0; seat < view->players; seat++) {
        if (seat == view->seat)
            continue;
        game->hand[seat] = (struct cards){{0, 0}};
        for (unsigned n = view->hand_count[seat]; n > 0 && !seat_in(view->legal.targets, seat); n--)
            take(&rest, cards_without(rest, colour), chance, &game->hand[seat]);
    }
    for (unsigned seat = 0; seat < view->players; seat++)
        if (seat_in(view->legal.targets, seat))
            take(&rest, cards_and(rest, colour), chance, &game->hand[seat]);
    for (unsigned seat = 0; seat < view->players; seat++)
        for (unsigned n = view->hand_count[seat]; n > 1 && seat_in(view->legal.targets, seat); n--)
            take(&rest, rest, chance, &game->hand[seat]);
    for (unsigned i = 0; i < game->pile_count; i++) {
        unsigned card = any_of(rest, chance);
        cards_remove(&rest, card);
        game->pile[i] = (uint8_t)card;
    }
}

/* the colour before the wild +4, and so whether it was a bluff. */
static bool guess_guilt(const struct guess *guess, struct chance *chance, struct game *game)
{
    const struct rules *rules = guess->rules;
    unsigned offender = game->offender;
    struct game before = {.colour = rules->colours[chance_below(chance, 4)]};
    struct cards hand = cards_or(game->hand[offender], rules->of_card[game->top]);
    game->colour_before = before.colour;
    /* F-15, R-54: only the flex side asks somebody who is not next. */
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
    struct cards hand = game->hand[game->turn];
    struct cards open = cards_or(view->legal.normal, view->legal.flex);
    if (view->drawn_face != FACE_NONE)
        hand = cards_and(hand, guess->rules->of_face[view->drawn_face]);
    if (!cards_empty(cards_and(hand, open))) /* of equal cards the same one */
        hand = cards_and(hand, open);
    game->drawn = (uint8_t)any_of(hand, chance);
}

void guess_game(struct guess *guess, struct chance *chance, struct game *game)
{
    unsigned tries = TRIES;
    *game = guess->game;
    for (;;) {
        deal(guess, chance, game);
        if (game->offender >= game->players || !guess_guilt(guess, chance, game) || --tries == 0 ||
            chance_below(chance, BLUFF_ONE_IN) == 0)
            break;
    }
    if (game->phase == PHASE_TARGET)
        deal_for_target(guess, chance, game);
    else if (game->phase == PHASE_DRAWN)
        guess_drawn(guess, chance, game);
}
