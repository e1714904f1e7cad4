/* memory.h: what a round has shown of the hands that nobody shows.
 *
 * Who draws holds nothing that follows by colour; who plays had a choice, and made it. A player who
 * searches is given the memory of the round beside the view. It is made of what everybody at the
 * table sees, and of nothing else. */
#ifndef TALON_ENGINE_PLAYER_MEMORY_H
#define TALON_ENGINE_PLAYER_MEMORY_H

#include "../view.h"

enum {
    MEMORY_PLAYS = 3,           /* older plays tell too little for the time that they take */
    MEMORY_WEIGHT_MAX = 1 << 20 /* of memory_weight() */
};

struct memory_play {
    struct view before; /* the table as all saw it */
    struct action action;
};

struct memory {
    /* Of a seat: how many of its cards may be of a colour; [COLOUR_NONE]: wilds. */
    uint8_t may[PLAYERS_MAX][COLOUR_COUNT];
    /* The plays of a seat since its hand has changed in another way, latest first. */
    uint8_t plays[PLAYERS_MAX];
    struct memory_play play[PLAYERS_MAX][MEMORY_PLAYS];
};

/* To be called when a round is dealt, or when one goes on of which nothing was seen so far. */
void memory_begin(struct memory *memory, const struct game *game);

/* To be called when an action was accepted. Of both games only what a spectator sees is used. */
void memory_note(struct memory *memory, const struct rules *rules, const struct game *before,
                 const struct action *action, const struct game *after);

/* How well a hand explains the plays of its seat, from 1 to MEMORY_WEIGHT_MAX: in proportion to
 * how likely somebody with that hand has made them, who mostly plays as `normal` does. Adds to
 * `*nodes` how many moves were looked at. `discard`: the discard pile as it is now. */
uint32_t memory_weight(const struct memory *memory, const struct rules *rules, unsigned seat,
                       struct cards hand, struct cards discard, uint32_t *nodes);

#endif
