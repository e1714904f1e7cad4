/* slash.h: the command table as networks with slash commands offer it (adapters/adapter.h).
 *
 * Names and help are those of commands.c in every language; what stands behind a command is given
 * here as typed options, a row a command. A row can be left out where accounts last: what it is for
 * does not come up there. */
#ifndef TALON_BOT_COMMAND_SLASH_H
#define TALON_BOT_COMMAND_SLASH_H

#include <stdbool.h>

#include "adapters/adapter.h"

/* Made once, after language_setup(); for as long as the process lives. `lasting`: for a network
 * with adapter_caps.lasting. */
const struct chat_command *slash_commands(bool lasting, unsigned *count);

#endif
