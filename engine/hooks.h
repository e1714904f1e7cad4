/* hooks.h: where the special card of a rule set has a say (RULES.md 9). Included by engine/ alone.
 *
 * A hook that is NULL costs one test. A hook that takes a step may change the game, through the
 * functions of engine/ alone; the others change nothing. */
#ifndef TALON_ENGINE_HOOKS_H
#define TALON_ENGINE_HOOKS_H

#include "engine/move/effect.h"

struct hooks {
    /* Legality: which of `hand` may be played by the flex side now (F-2, F-3). */
    struct cards (*can_play_flex)(const struct rules *rules, const struct game *game, unsigned seat,
                                  struct cards hand);
    /* Before a lawful play: REFUSED_NOT, or what is still missing (S-2). */
    enum refusal (*before_play)(const struct rules *rules, const struct card *card,
                                const struct action *action);
    /* 2.2 step 3: a card of the play has come down (with HR-14 each of them, in order). */
    void (*on_down)(struct step *step, unsigned seat, unsigned face, bool flex);
    /* 2.2 step 6: true when the card's effect is done and the common one must not run. */
    bool (*on_play)(struct step *step, struct play *play);
    /* 2.2 step 7. */
    void (*after_play)(struct step *step, struct play *play);
    /* PHASE_TARGET: the acting seat has chosen one of game->eligible. */
    void (*on_target)(struct step *step, unsigned target);
    /* A seat has left the round. */
    void (*on_player_left)(struct step *step);
};

#endif
