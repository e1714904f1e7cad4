/* discord.h: the adapter for Discord. Its folders and files, from the top:
 *
 * - here: discord (its life, and sending), dispatch (events of Discord), discord_config
 * - messages/: responder, hand, interaction_response, unanswered (answers to users);
 * channel_message with _send, _thread, _delete and _state (the message in a channel); message_body,
 * content, components, embed, picture_file (a message in Discord's form); interaction (what a user
 * did)
 * - guilds/: channels, channel_access and permissions (whether we are heard there), refusals,
 *   commands and command_registration (slash commands)
 * - rest/: rest with rest_job, limits, bucket, global_limit, api_response, api_health
 *   (requests); make_queue and make_order (drawing their pictures)
 * - gateway/: gateway, shard, reconnect, gateway_payload, identify_limit, websocket (events);
 *   resume_state (what the next process needs) */
#ifndef TALON_ADAPTERS_DISCORD_DISCORD_H
#define TALON_ADAPTERS_DISCORD_DISCORD_H

#include "adapters/adapter.h"

extern const struct adapter_impl discord_adapter;

#endif
