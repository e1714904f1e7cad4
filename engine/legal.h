/* legal.h: which cards are playable (RULES.md 2.3 and what sections 7 and 10 change in it), by bit
 * operations. Included by engine/ alone. */
#ifndef TALON_ENGINE_LEGAL_H
#define TALON_ENGINE_LEGAL_H

#include "step.h"

/* What a seat to act may play: from `hand` (in PHASE_DRAWN the drawn card alone), by side. */
struct plays {
    struct cards normal, flex;
};

/* The sets or switches for which rules->narrowed stands. */
void plays_narrow(const struct rules *rules, const struct game *game, unsigned seat,
                  struct cards hand, struct plays *plays);

/* 2.3: what follows the top and the colour in force. */
static inline struct cards cards_matching(const struct rules *rules, const struct game *game)
{
    const struct cards *colour = &rules->of_colour[game->colour];
    const struct cards *face = &rules->match_face[game->top_face];
    return cards_or(*colour, *face);
}

/* The same for one card. */
static inline bool card_matches(const struct rules *rules, const struct game *game, unsigned card)
{
    const struct cards *colour = &rules->of_colour[game->colour];
    const struct cards *face = &rules->match_face[game->top_face];
    uint64_t open = colour->bits[card >> 6] | face->bits[card >> 6];
    return (open >> (card & 63)) & 1;
}

static inline struct plays plays_of(const struct rules *rules, const struct game *game,
                                    unsigned seat, struct cards hand)
{
    struct plays plays = {cards_and(hand, cards_matching(rules, game)), {{0, 0}}};
    if (rules->narrowed)
        plays_narrow(rules, game, seat, hand, &plays);
    return plays;
}

/* The cards that the seat may choose from now. */
static inline struct cards hand_open(const struct rules *rules, const struct game *game,
                                     unsigned seat)
{
    return cards_and(game->hand[seat], rules->of_card[game->drawn]);
}

/* HR-3: what a seat that is not to act may throw in. */
struct cards plays_jump_in(const struct rules *rules, const struct game *game, unsigned seat);

/* Of plays by the normal side those that are lawful: a wild +4 may be a bluff. */
struct cards plays_lawful(const struct rules *rules, const struct game *game, unsigned seat,
                          struct cards normal);

/* The seat to act may not draw (REFUSED_MUST_PLAY, REFUSED_NOTHING_TO_DRAW) or not pass. */
enum refusal refuse_draw(const struct rules *rules, const struct game *game);
enum refusal refuse_pass(const struct rules *rules, const struct game *game);
enum refusal refuse_keep(const struct rules *rules, const struct game *game);

/* HR-1: a sum that a wild +4 has opened and nobody has raised: it is accepted. */
static inline bool sum_of_wd4(const struct game *game)
{
    return game->pending == 4 && game->pending_kind == KIND_WILD_DRAW4;
}

/* The play takes the first card of a set of seats: HR-4 and flex sides choose another player. */
static inline uint16_t seats_others(const struct game *game, unsigned seat)
{
    return (uint16_t)(game->in_round & ~(1u << seat));
}

#endif
