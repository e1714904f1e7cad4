/* commands_state.h: what this room keeps for the whole daemon (host->commands). For bot/command
 * only. */
#ifndef TALON_BOT_COMMAND_COMMANDS_STATE_H
#define TALON_BOT_COMMAND_COMMANDS_STATE_H

#include "bot/lent.h"

/* How many questions to the store wait for their answer, those of all people together. */
enum { QUESTIONS_MAX = 200 };

struct commands {
    struct lent lent;
    unsigned questions;          /* that wait (deferred.h) */
    struct bridge_code *bridges; /* codes of !bridge, the newest first (bridge.h) */
};

#endif
