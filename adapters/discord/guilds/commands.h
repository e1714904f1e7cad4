/* commands.h: the commands that the host offers as Discord's application commands. Pure.
 *
 * They are offered in servers where we are and in talks with us: `integration_types` [0] (installed
 * in a server), `contexts` 0 and 1. An app that a user has installed for themselves (type 1) is met
 * in groups of friends (context 2) and in servers where we are not, and cannot carry a table there:
 *
 * - we may write nothing in such a channel but answers to an interaction: a turn that calls
 * somebody has to be a new message, of which an interaction has five (40094 after), and what nobody
 *   pressed (a computer player's move, a turn that runs out, the next deal) has no interaction;
 * - an answer can be edited for fifteen minutes after its press: a table where everybody thinks or
 *   sleeps for longer can neither be shown anew nor closed, and after a restart never (tokens are
 *   not kept: they are secrets);
 * - no event tells of such a channel: neither that a message or the channel is gone, nor who is in.
 *
 * What could not go on is not offered. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMANDS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMANDS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"

/* The array that PUT .../commands takes; NULL: memory is out. */
cJSON *commands_json(const struct chat_command *commands, unsigned count);
/* Whether Discord has just these: all that `wanted` says, whatever it adds of its own. */
bool commands_same(const cJSON *have, const cJSON *wanted);

#endif
