/* channel_message_delete.h: messages of ours that are to go, in any channel.
 *
 * Bound: DELETIONS_MAX are known, and kept for a process that comes after this one. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_DELETE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_DELETE_H

#include "channel_message_state.h"

/* Takes a message away, once more for as long as it fails; what is beyond DELETIONS_MAX, once. */
void channel_message_delete(struct channel_messages *messages, const char *channel,
                            const char *message);
/* Tries those whose time it is. */
void channel_message_delete_again(struct channel_messages *messages);
/* Frees all, and asks for nothing more. */
void channel_message_delete_finish(struct channel_messages *messages);

#endif
