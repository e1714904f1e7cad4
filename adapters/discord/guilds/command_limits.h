/* command_limits.h: what Discord accepts of a list of commands. Discord refuses the whole list for
 * one fault, so we look before we send it. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_LIMITS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_LIMITS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "base/fault.h"

/* Lengths are in characters. COMMAND_CHARACTERS is for all names, descriptions and values of a
 * command together, with those of its subcommands and options. Each text counts in its longest
 * language. */
enum {
    COMMAND_OPTIONS = 25, /* the most options of a command, group or subcommand, and choices of an
                           * option */
    COMMAND_NAME = 32,
    COMMAND_TEXT = 100, /* characters of a description, and of the name or value of a choice */
    COMMAND_CHARACTERS = 8000
};

/* Returns true if every command of the list (commands_json()) is within the limits. Otherwise `why`
 * names the command and the limit. */
bool command_limits_hold(const cJSON *list, struct fault *why);

#endif
