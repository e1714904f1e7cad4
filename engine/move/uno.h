/* uno.h: saying UNO, and catching a player who did not. Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_UNO_H
#define TALON_ENGINE_MOVE_UNO_H

#include "step.h"

/* ACTION_UNO and ACTION_CATCH. */
enum refusal uno_say(struct step *step, const struct action *action);
enum refusal uno_catch(struct step *step, const struct action *action);
/* after a play that left `left` cards in the hand, settles whether the player has
 * called UNO, is exposed, or pays for a false call. */
void uno_after_play(struct step *step, const struct action *action, unsigned left);

#endif
