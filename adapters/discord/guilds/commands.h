/* commands.h: the commands that the host offers as Discord's application commands. Pure.
 *
 * We offer them in our servers and in talks with us: `integration_types` [0] (installed in a
 * server), `contexts` 0 and 1. Users may also install an app for themselves (type 1), and use it in
 * groups of friends (context 2) and in servers where we are not. Such a channel cannot carry a
 * table:
 *
 * - We may write nothing there except answers to an interaction. A turn that calls a player has to
 *   be a new message, of which an interaction has five (40094 after that). A computer player's
 *   move, a timeout or the next deal has no interaction.
 * - An answer can be edited for fifteen minutes after its press. If all players think or sleep
 *   longer, the table can neither be shown again nor closed. After a restart it never can, because
 *   we do not store tokens (they are secrets).
 * - No event tells that a message or the channel is gone, or who is in it.
 *
 * We do not offer what could not go on. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMANDS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMANDS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* The array for PUT .../commands; NULL: memory is out. */
cJSON *commands_json(const struct chat_command *commands, unsigned count);
/* Whether Discord has exactly these commands: all members of `wanted`, whatever Discord adds. */
bool commands_same(const cJSON *have, const cJSON *wanted);

#endif
