/* channel_message_thread.h: the public thread that a channel's table has (channel_message.h). */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_THREAD_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_CHANNEL_MESSAGE_THREAD_H

#include "channel_message_state.h"

/* Returns true if a thread must be opened before the board is sent: the board is the first of a
 * table that may have a thread. */
bool channel_message_thread_wanted(const struct channel_message *post);
/* Asks Discord for that thread. */
void channel_message_thread_open(struct channel_message *post);
/* Call it when the table has ended: archives its thread, so that later messages go to the channel
 * itself, or to a new thread. */
void channel_message_thread_close(struct channel_message *post);
/* Call it when the table leaves its thread in another way. Like channel_message_thread_close(), but
 * does not archive the thread. */
void channel_message_thread_leave(struct channel_message *post);
/* Call it when nobody can write or press in the thread any more. The board moves to a new thread,
 * or to the channel itself if that can have no thread. If a request is under way, the board moves
 * after it. */
void channel_message_thread_lost(struct channel_message *post);

#endif
