/* uno.h: saying UNO, and catching who did not. Included by engine/ alone. */
#ifndef TALON_ENGINE_MOVE_UNO_H
#define TALON_ENGINE_MOVE_UNO_H

#include "step.h"

/* ACTION_UNO and ACTION_CATCH. */
enum refusal uno_say(struct step *step, const struct action *action);
enum refusal uno_catch(struct step *step, const struct action *action);
/* what a play that left `left` cards in the hand does to its player's announcement. */
void uno_after_play(struct step *step, const struct action *action, unsigned left);

#endif
