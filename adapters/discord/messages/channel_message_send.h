/* channel_message_send.h: sends the requests of a channel's message. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_SEND_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_SEND_H

#include "channel_message_state.h"

/* Sends what waits, unless a request is under way that cannot take it. */
void channel_message_send(struct channel_message *post);

#endif
