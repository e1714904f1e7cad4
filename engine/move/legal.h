/* legal.h: all actions that a seat may take. */
#ifndef TALON_ENGINE_MOVE_LEGAL_H
#define TALON_ENGINE_MOVE_LEGAL_H

#include "engine/game.h"

/* The actions that a seat may take. Cards, targets and other answers are listed separately, not in
 * each combination. */
struct legal {
    struct cards
        normal; /* cards that may be played by their normal side (HR-14: as the first card) */
    struct cards flex;  /* cards that may be played by their flex side */
    uint32_t targets;   /* bit a seat: targets in PHASE_TARGET, or of a play that needs one */
    uint32_t catchable; /* bit a seat: CATCH would succeed */
    bool draw, keep, pass, accept, challenge, colour, target;
    bool jump_in; /* HR-3: the plays above are jump-ins */
};

/* UNO and LEAVE are always open to a seat in the round and are not listed. If the seat may do
 * nothing, all fields are empty. */
void game_legal(const struct rules *rules, const struct game *game, unsigned seat,
                struct legal *legal);

/* True if a play of `face` (`flex`: by its flex side) must name a colour or a target, unless it is
 * the last card. With two players F-13 lets a play leave the target out, but this function still
 * returns true. `game` may be NULL. */
bool play_needs_colour(const struct rules *rules, unsigned face);
bool play_needs_target(const struct rules *rules, const struct game *game, unsigned seat,
                       unsigned face, bool flex);

#endif
