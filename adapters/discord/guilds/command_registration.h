/* command_registration.h: makes sure that Discord has the host's application commands, and learns
 * their ids (command_mentions.h). */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_REGISTRATION_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_REGISTRATION_H

#include "adapters/discord/discord_state.h"

/* Compares Discord's commands with the host's, everywhere or in the configured guilds, and
 * overwrites what differs. Only the process with shard 0 does it, once; after a refusal it tries
 * again when the shards are ready the next time. Other processes ask for the ids once. */
void command_registration_start(struct discord *discord);

#endif
