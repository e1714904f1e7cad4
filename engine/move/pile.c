/* The two piles and drawing from them. */
#include "pile.h"

static void swap_cards(uint8_t *pile, unsigned a, unsigned b)
{
    uint8_t card = pile[a];
    pile[a] = pile[b];
    pile[b] = card;
}

/* Fisher-Yates from the top down; one word of chance places three cards. */
void pile_shuffle(struct game *game, struct chance *chance)
{
    unsigned left = game->pile_count;
    for (; left >= 3; left -= 3) {
        uint32_t pick[3];
        chance_below_three(chance, left, pick);
        swap_cards(game->pile, pick[0], left - 1);
        swap_cards(game->pile, pick[1], left - 2);
        swap_cards(game->pile, pick[2], left - 3);
    }
    if (left == 2)
        swap_cards(game->pile, chance_below(chance, 2), 1);
}

/* the discard pile without its top becomes the draw pile. The colour in force stays,
 * because the game keeps it, not the card. */
static void reshuffle_discards(struct step *step)
{
    struct game *game = step->game;
    unsigned count = game->discard_count - 1u, top = game->discard[count];
    for (unsigned i = 0; i < count; i++)
        game->pile[i] = game->discard[i];
    game->pile_count = (uint8_t)count;
    game->discard_count = 0;
    game->discarded = cards_none();
    pile_discard(step->rules, game, top);
    pile_shuffle(game, step->chance);
    step_tell_count(step, EVENT_RESHUFFLED, SEAT_NONE, count);
}

unsigned pile_take(struct step *step, unsigned seat, struct cards *drawn)
{
    struct game *game = step->game;
    if (game->pile_count == 0) {
        if (game->discard_count <= 1)
            return DECK_MAX;
        reshuffle_discards(step);
    }
    unsigned card = game->pile[--game->pile_count];
    cards_add(&game->hand[seat], card);
    cards_add(drawn, card);
    game->hand_count[seat]++;
    return card;
}

void pile_drew(struct step *step, unsigned seat, struct cards cards, unsigned count,
               enum draw_reason reason)
{
    struct game *game = step->game;
    if (count > 0)
        seat_remove(&game->exposed, seat);
    if (step->events != NULL) {
        step_emit(step, &(struct event){.kind = EVENT_DREW,
                                        .seat = (uint8_t)seat,
                                        .other = SEAT_NONE,
                                        .face = FACE_NONE,
                                        .count = (uint8_t)count,
                                        .detail = (uint8_t)reason,
                                        .cards = cards});
    }
}

unsigned pile_draw(struct step *step, unsigned seat, unsigned count, enum draw_reason reason)
{
    struct cards drawn = cards_none();
    unsigned got = 0;
    while (got < count && pile_take(step, seat, &drawn) != DECK_MAX)
        got++;
    pile_drew(step, seat, drawn, got, reason);
    return got;
}

void pile_return(struct step *step, unsigned seat)
{
    struct game *game = step->game;
    struct cards hand = game->hand[seat];
    for (; !cards_empty(hand); cards_remove(&hand, cards_first(hand)))
        game->pile[game->pile_count++] = (uint8_t)cards_first(hand);
    game->hand[seat] = cards_none();
    game->hand_count[seat] = 0;
    pile_shuffle(game, step->chance);
}
