/* commands.h: the commands that the host offers as Discord's application commands. Pure.
 *
 * Commands of one group are subcommands of one command. We offer the commands in our servers and in
 * talks with us: `integration_types` [0] (installed in a server), `contexts` 0 and 1. Users may
 * also install an app for themselves (type 1), and use it in groups of friends (context 2) and in
 * servers where we are not. A channel of these two kinds cannot have a table:
 *
 * - We may write nothing there except answers to an interaction. To call a player to their turn we
 * must send a new message, and an interaction allows five (error 40094 after that). No interaction
 * comes with a computer player's move, a timeout or the next deal.
 * - We can edit an answer for fifteen minutes after the press. If no player presses for longer, we
 * can neither show the table again nor close it. After a restart we never can, because we do not
 * store the tokens (they are secrets).
 * - No event tells that a message or the channel is gone, or who is in it.
 *
 * So we do not offer commands there: a table could not go on. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMANDS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMANDS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* Returns the array for PUT .../commands; NULL: memory is out. */
cJSON *commands_json(const struct chat_command *commands, unsigned count,
                     const struct chat_languages *languages);
/* Returns true if Discord has exactly these commands, with all members that `wanted` gives them.
 * Members that Discord adds do not count. */
bool commands_same(const cJSON *have, const cJSON *wanted);

#endif
