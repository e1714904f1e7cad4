/* slash.h: the command table as networks with slash commands offer it (adapters/adapter.h).
 *
 * Names and help are those of commands.c in every language. What stands behind a command is given
 * here as typed options, a row for each command. */
#ifndef TALON_BOT_COMMAND_SLASH_H
#define TALON_BOT_COMMAND_SLASH_H

#include <stdbool.h>

#include "adapters/adapter.h"

/* Made once, after language_setup() and commands_setup(); owned by this module for as long as
 * the process lives. A network whose ids are stable (adapter_caps.stable_ids) does without the
 * commands that prove who somebody is. */
const struct chat_command *slash_commands(bool stable_ids, unsigned *count);

#endif
