/* legal.h: every action that is open to a seat. */
#ifndef TALON_ENGINE_MOVE_LEGAL_H
#define TALON_ENGINE_MOVE_LEGAL_H

#include "engine/game.h"

/* Every action open to one seat, in factored form. */
struct legal {
    struct cards
        normal;        /* cards that may be played by their normal side; HR-14: as the first card */
    struct cards flex; /* cards that may be played by their flex side */
    uint16_t targets;  /* PHASE_TARGET, or of a play that needs one: bit a seat */
    uint16_t catchable; /* bit a seat: CATCH would succeed */
    bool draw, keep, pass, accept, challenge, colour, target;
    bool jump_in; /* HR-3: the plays above are jump-ins */
};

/* UNO and LEAVE are always open to a seat in the round and are not listed. For a seat that has
 * nothing to do all fields are empty. */
void game_legal(const struct rules *rules, const struct game *game, unsigned seat,
                struct legal *legal);

/* Whether a play of `face` by that side needs a colour or a target named with it, given that it is
 * not the last card. With two players the target may be left out (F-13). `game` may be NULL. */
bool play_needs_colour(const struct rules *rules, unsigned face);
bool play_needs_target(const struct rules *rules, const struct game *game, unsigned seat,
                       unsigned face, bool flex);

#endif
