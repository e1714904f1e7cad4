/* facts.h: what each seat of a round did, for records (storage/record.h) and achievements
 * (storage/achievement.h). The facts are noted with each move. A replay (replay.h) notes the same
 * ones again, because they follow from the moves. */
#ifndef TALON_BOT_TABLE_ROUND_FACTS_H
#define TALON_BOT_TABLE_ROUND_FACTS_H

#include <stdbool.h>

#include "engine/game.h"

struct store_result;

struct seat_facts {
    uint16_t plays; /* actions that laid cards; several cards laid at once (HR-14) count once */
    uint8_t cards;  /* the most cards that it held between two actions */
    uint8_t duels_won, duels_lost; /* challenges of a wild +4 that the seat won and lost, as
                                      challenger or challenged */
    uint8_t bluffs;  /* its wild +4s that broke the rule and that nobody challenged */
    uint8_t taken;   /* the most cards that it had to take at once; draws by choice or need
                        are none */
    bool last_wild4; /* its last play was a wild +4 and left no card */
    uint8_t caught[PLAYERS_MAX]; /* how often it caught each other seat */
};

struct round_facts {
    struct seat_facts seat[PLAYERS_MAX];
};

/* Call it after the deal. */
void facts_begin(struct round_facts *facts, const struct game *game);
/* Call it after an action. `guilty` is game->guilty from before the action. */
void facts_note(struct round_facts *facts, const struct rules *rules, uint32_t guilty,
                const struct action *action, const struct game *game, const struct events *events);
/* Writes the facts of result's seat into the result, in which `won` is set. Plays and cards are 0
 * if the round had a hand size other than the rule sheet's (HR-17). They are also 0 for a player
 * whose partner went out (HR-20): records are about going out. */
void facts_result(const struct round_facts *facts, const struct rules *rules,
                  const struct game *game, struct store_result *result);
/* Writes what the seat of the result did in a round that is over (store_deeds). `people`: bit N is
 * set if seat N belongs to a person. A player whose partner went out (HR-20) has only their
 * catches. */
void facts_deeds(const struct round_facts *facts, const struct rules *rules,
                 const struct game *game, uint32_t people, struct store_result *result);
/* Returns true if the result contains no facts, or the same facts. */
bool facts_agree(const struct round_facts *facts, const struct rules *rules,
                 const struct game *game, const struct store_result *result);

#endif
