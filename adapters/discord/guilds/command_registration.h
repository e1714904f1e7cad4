/* command_registration.h: sees to it that Discord has the host's application commands. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_REGISTRATION_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_REGISTRATION_H

#include "adapters/discord/discord_state.h"

/* Compares what Discord has with what the host offers, everywhere or in the guilds that are
 * configured, and overwrites what differs. Once a process, by that which has the first shard; again
 * after Discord refused, with the next connection. */
void command_registration_start(struct discord *discord);

#endif
