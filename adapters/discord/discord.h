/* discord.h: the adapter for Discord.
 *
 * The files by subject: session, reconnect, frames, starts (the gateway's machine), gateway and ws
 * (its sockets); limits, bucket, answer, guard (what REST allows), rest and http (its sockets);
 * interaction, components, commands (Discord's forms and ours); body, render (a message's text);
 * panel, hand, reply (what stands where, and who is answered); places, event, hearing (what Discord
 * tells, and whether we are heard); rights (permissions).
 */
#ifndef TALON_ADAPTERS_DISCORD_H
#define TALON_ADAPTERS_DISCORD_H

#include "adapters/adapter.h"

extern const struct adapter_impl discord_adapter;

#endif
