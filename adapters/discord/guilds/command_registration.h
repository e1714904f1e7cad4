/* command_registration.h: makes sure that Discord has the host's application commands. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_REGISTRATION_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_REGISTRATION_H

#include "adapters/discord/discord_state.h"

/* Compares Discord's commands with the host's, everywhere or in the configured guilds, and
 * overwrites what differs. The process with the first shard does it once; after a refusal it tries
 * again with the next connection. */
void command_registration_start(struct discord *discord);

#endif
