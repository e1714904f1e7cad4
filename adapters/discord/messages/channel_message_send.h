/* channel_message_send.h: sends the requests of a channel's message. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_SEND_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_SEND_H

#include "channel_message_state.h"

/* Sends what waits, or adds it to a request that was not sent yet. If a request has been sent, what
 * waits is sent after its answer. */
void channel_message_send(struct channel_message *post);

#endif
