/* channel_message_thread.h: the public thread that a channel's table has (channel_message.h). */
#ifndef TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_THREAD_H
#define TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_THREAD_H

#include "channel_message_state.h"

/* Whether its board begins a table that has no thread, and may have one. */
bool panel_thread_wanted(const struct panel *panel);
/* Asks Discord for that thread. */
void panel_thread_open(struct panel *panel);
/* The table has ended: its thread is archived, and what comes goes to the channel itself, or to a
 * new thread. */
void panel_thread_close(struct panel *panel);
/* Likewise, but the thread stays as it is. */
void panel_thread_leave(struct panel *panel);

#endif
