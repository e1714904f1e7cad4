/* facts.h: what each seat of a round did, for records (storage/record.h). It is noted with each
 * move, and again when the round is replayed (replay.h). It depends only on the engine. */
#ifndef TALON_BOT_TABLE_ROUND_FACTS_H
#define TALON_BOT_TABLE_ROUND_FACTS_H

#include <stdbool.h>

#include "engine/game.h"

struct store_result;

struct seat_facts {
    uint16_t plays; /* actions that laid cards; laying several cards of one number (HR-14) is one
                       action */
    uint8_t cards;  /* the most that it held between two actions */
    uint8_t duels_won, duels_lost; /* challenges of a wild +4 that the seat made or met */
    uint8_t bluffs; /* its wild +4s that broke the rule and that nobody challenged */
};

struct round_facts {
    struct seat_facts seat[PLAYERS_MAX];
};

/* Call it after the deal. */
void facts_begin(struct round_facts *facts, const struct game *game);
/* Call it after an action and its events. `guilty` is the value of that field of the game before
 * the action. */
void facts_note(struct round_facts *facts, uint16_t guilty, const struct action *action,
                const struct game *game, const struct events *events);
/* Puts the facts of its seat into a result. Plays and cards are 0 in a round with a hand size
 * that the set's sheet does not know (HR-17). */
void facts_result(const struct round_facts *facts, const struct rules *rules,
                  struct store_result *result);
/* True if the result has no facts, or these. */
bool facts_agree(const struct round_facts *facts, const struct rules *rules,
                 const struct store_result *result);

#endif
