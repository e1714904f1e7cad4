/* play.h: a card is played, in the fixed order of RULES.md 2.2. Included by engine/ alone. */
#ifndef TALON_ENGINE_MOVE_PLAY_H
#define TALON_ENGINE_MOVE_PLAY_H

#include "step.h"

/* ACTION_PLAY. */
enum refusal play_apply(struct step *step, const struct action *action);

#endif
