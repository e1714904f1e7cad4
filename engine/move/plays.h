/* plays.h: which cards may be played (RULES.md 2.3, and what sections 7 and 10 change), by
 * operations on sets of cards. Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_PLAYS_H
#define TALON_ENGINE_MOVE_PLAYS_H

#include "step.h"

/* The cards that a seat to act may play, by side. In PHASE_DRAWN that is only the drawn card. */
struct playable {
    struct cards normal, flex;
};

/* If rules->narrowed: removes from `plays` what a rule set or a switch forbids, and adds flex
 * sides. */
void plays_narrow(const struct rules *rules, const struct game *game, unsigned seat,
                  const struct cards *hand, struct playable *plays);

/* 2.3: the cards that follow the top and the colour in force. */
static inline struct cards cards_matching(const struct rules *rules, const struct game *game)
{
    const struct cards *colour = &rules->of_colour[game->colour];
    const struct cards *face = &rules->match_face[game->top_face];
    return cards_or(*colour, *face);
}

/* The same of one deck (rules->decks), for the fast paths. */
static inline struct half cards_matching_low(const struct rules *rules, const struct game *game)
{
    return half_or(rules->of_colour[game->colour].low, rules->match_face[game->top_face].low);
}

static inline struct playable plays_of(const struct rules *rules, const struct game *game,
                                       unsigned seat, struct cards hand)
{
    struct playable plays = {cards_and(hand, cards_matching(rules, game)), cards_none()};
    if (rules->narrowed)
        plays_narrow(rules, game, seat, &hand, &plays);
    return plays;
}

/* The cards that the seat may choose from: its hand, or in PHASE_DRAWN only the drawn card. */
static inline struct cards hand_open(const struct rules *rules, const struct game *game,
                                     unsigned seat)
{
    return cards_and(game->hand[seat], rules->of_card[game->drawn]);
}

static inline struct half hand_open_low(const struct rules *rules, const struct game *game,
                                        unsigned seat)
{
    return half_and(game->hand[seat].low, rules->of_card[game->drawn].low);
}

/* HR-3: the cards that a seat out of turn may throw in. */
struct cards plays_jump_in(const struct rules *rules, const struct game *game, unsigned seat);

/* Returns `normal` (plays by the normal side) without each wild +4 that would be a bluff. */
struct cards plays_lawful(const struct rules *rules, const struct game *game, unsigned seat,
                          struct cards normal);

/* HR-1, HR-2: the cards of `hand` that answer the pending sum. */
struct cards plays_answers(const struct rules *rules, const struct game *game, struct cards hand);

/* HR-12: the cards of the deck that may not be played as the last card of a hand. */
struct cards plays_not_last(const struct rules *rules);

/* true if a challenge of a wild +4 from `hand` would succeed. `hand` still holds that
 * card. */
bool wd4_guilty(const struct rules *rules, const struct game *game, struct cards hand);

/* HR-1: true if the sum is a single wild +4 that nobody has raised. Then ACCEPT takes it. */
static inline bool sum_of_wd4(const struct game *game)
{
    return game->pending == 4 && game->pending_kind == KIND_WILD_DRAW4;
}

/* The other seats of the round: HR-4 and flex sides may choose one of them. */
static inline uint32_t seats_others(const struct game *game, unsigned seat)
{
    return game->in_round & ~(1u << seat);
}

#endif
