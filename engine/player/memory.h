/* memory.h: what the plays of a round tell about hidden hands.
 *
 * A seat that draws holds no card of the colour in force; a seat that plays has chosen that
 * card. A searching player gets the memory beside the view. It is built only from what everybody
 * at the table sees. */
#ifndef TALON_ENGINE_PLAYER_MEMORY_H
#define TALON_ENGINE_PLAYER_MEMORY_H

#include "../view.h"

enum {
    MEMORY_PLAYS = 3,           /* older plays tell too little for the time they cost */
    MEMORY_WEIGHT_MAX = 1 << 20 /* of memory_weight() */
};

struct memory_play {
    struct view before; /* the table as all saw it */
    struct action action;
};

struct memory {
    /* may[seat][colour]: how many cards of that colour the seat holds at most; [COLOUR_NONE]:
     * wilds. */
    uint8_t may[PLAYERS_MAX][COLOUR_COUNT];
    /* plays[seat]: how many entries play[seat] has, the latest play first. A hand that changes in
     * another way (a draw, a swap) empties them. */
    uint8_t plays[PLAYERS_MAX];
    struct memory_play play[PLAYERS_MAX][MEMORY_PLAYS];
};

/* Call it when a round is dealt, or before the first action seen of a running round. */
void memory_begin(struct memory *memory, const struct game *game);

/* Call it after each accepted action, with the game before and after it. It uses only what a
 * spectator sees of both. */
void memory_note(struct memory *memory, const struct rules *rules, const struct game *before,
                 const struct action *action, const struct game *after);

/* Returns how well `hand` explains the plays of its seat, from 1 to MEMORY_WEIGHT_MAX. The weight
 * is in proportion to the chance of these plays with that hand, for a player who mostly plays as
 * `normal`. Adds the number of moves it examined to `*nodes`. `discard`: the discard pile now. */
uint32_t memory_weight(const struct memory *memory, const struct rules *rules, unsigned seat,
                       struct cards hand, struct cards discard, uint32_t *nodes);

#endif
