/* play.h: plays a card, in the fixed order of RULES.md 2.2. Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_PLAY_H
#define TALON_ENGINE_MOVE_PLAY_H

#include "step.h"

/* ACTION_PLAY. */
enum refusal play_apply(struct step *step, const struct action *action);

#endif
