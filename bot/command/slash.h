/* slash.h: the command table as networks with slash commands offer it (adapters/adapter.h).
 *
 * Names and help are those of commands.c in every language. Here each command has a row with its
 * arguments as typed options. bot/text/slash_names.h says of which command it is a subcommand. */
#ifndef TALON_BOT_COMMAND_SLASH_H
#define TALON_BOT_COMMAND_SLASH_H

#include <stdbool.h>

#include "adapters/adapter.h"

struct command;

/* Returns the commands, made once after language_setup() and commands_setup(). This module owns
 * them for the whole life of the process. A network with stable ids (adapter_caps.stable_ids) gets
 * no commands that prove who somebody is. */
const struct chat_command *slash_commands(bool stable_ids, unsigned *count);

/* Returns a command as slash_commands() has it; NULL: it is not there. */
const struct chat_command *slash_command_of(const struct command *command, bool stable_ids);

/* Their texts in our other languages, for adapter_setup.languages. */
extern const struct chat_languages slash_languages;

#endif
