/* hooks.h: the functions by which a special card changes the rules (RULES.md 4 to 8). Only engine/
 * includes it.
 *
 * A hook may be NULL: then it is not called. A hook that takes a `struct step` may change the game,
 * but only through functions of engine/. The other hooks change nothing. */
#ifndef TALON_ENGINE_HOOKS_H
#define TALON_ENGINE_HOOKS_H

#include "engine/move/effect.h"

struct hooks {
    /* Which cards of `hand` may be played by their flex side now (F-2, F-3). */
    void (*can_play_flex)(const struct rules *rules, const struct game *game, unsigned seat,
                          const struct cards *hand, struct cards *plays);
    /* Called before a lawful play. Returns REFUSED_NOT, or why the play is refused because
     * something is missing (S-2). */
    enum refusal (*before_play)(const struct rules *rules, const struct card *card,
                                const struct action *action);
    /* 2.2 step 3: a card of the play has come down. With HR-14 it is called for each card, in
     * order. */
    void (*on_down)(struct step *step, unsigned seat, unsigned face, bool flex);
    /* 2.2 step 6. Returns true if the hook has carried out the card's effect, so that the common
     * effect must not follow. */
    bool (*on_play)(struct step *step, struct play_effect *play);
    /* 2.2 step 7. */
    void (*after_play)(struct step *step, struct play_effect *play);
    /* PHASE_TARGET: the acting seat has chosen one of game->eligible. */
    void (*on_target)(struct step *step, unsigned target);
    /* A seat has left the round. */
    void (*on_player_left)(struct step *step);
};

#endif
