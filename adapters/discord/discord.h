/* discord.h: the adapter for Discord.
 *
 * The files by subject, from the top: discord (its life, and what is said), dispatch (what Discord
 * tells), command_registration, channel_access (whether we are heard in a channel), kept (what a
 * later process needs); responder, hand, interaction_response (what people are
 * answered), channel_message with _send, _thread, _delete and _state (what stands in a channel);
 * channels, refusals, permissions; message_body, content, components, embed, picture_file (a
 * message in Discord's form), interaction and commands (Discord's forms read and written); rest
 * with rest_job, limits, bucket, global_limit, api_response and api_health (requests); gateway,
 * shard, reconnect, gateway_payload, identify_limit, websocket (the gateway). */
#ifndef TALON_ADAPTERS_DISCORD_DISCORD_H
#define TALON_ADAPTERS_DISCORD_DISCORD_H

#include "adapters/adapter.h"

extern const struct adapter_impl discord_adapter;

#endif
