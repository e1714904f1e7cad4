/* leave.h: seats that leave a round (X-1, HR-15), and seats whose time is up. Only engine/
 * includes it. */
#ifndef TALON_ENGINE_MOVE_LEAVE_H
#define TALON_ENGINE_MOVE_LEAVE_H

#include "step.h"

/* ACTION_LEAVE and ACTION_TIMEOUT. */
enum refusal leave_apply(struct step *step, const struct action *action);
enum refusal leave_timeout(struct step *step, const struct action *action);
/* Takes a seat out of a running round. A question that it has to answer gets the default answer,
 * and its hand goes into the pile. The round ends if one player or one team is left. `mercy`: it is
 * out by HR-15, else it left. */
void leave_drop(struct step *step, unsigned seat, bool mercy);

#endif
