/* commands.h: the commands that the host offers as Discord's application commands. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_COMMANDS_H
#define TALON_ADAPTERS_DISCORD_COMMANDS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* The array that PUT .../commands takes; NULL: memory is out. */
cJSON *commands_json(const struct chat_command *commands, unsigned count);
/* Whether Discord has just these: all that `wanted` says, whatever it adds of its own. */
bool commands_same(const cJSON *have, const cJSON *wanted);

#endif
