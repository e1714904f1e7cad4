/* channel_message_delete.h: deletes our messages, in any channel. Bound: at most DELETIONS_MAX
 * deletions wait, and they are stored for the next process. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_DELETE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_DELETE_H

#include "channel_message_state.h"

/* Deletes a message. If Discord does not answer, or is in trouble, tries again until it has
 * answered. Beyond DELETIONS_MAX it tries only once. */
void channel_message_delete(struct channel_messages *messages, const char *channel,
                            const char *message);
/* Sends the deletions that are due. */
void channel_message_delete_again(struct channel_messages *messages);
/* Frees all deletions, and sends no more. */
void channel_message_delete_finish(struct channel_messages *messages);

#endif
