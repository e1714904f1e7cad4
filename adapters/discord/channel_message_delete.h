/* channel_message_delete.h: messages of ours that are to go, in any channel.
 *
 * Bound: REMOVALS_MOST are known, and kept for a process that comes after this one. */
#ifndef TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_DELETE_H
#define TALON_ADAPTERS_DISCORD_CHANNEL_MESSAGE_DELETE_H

#include "channel_message_state.h"

/* Takes a message away, once more for as long as it fails; what is beyond REMOVALS_MOST, once. */
void panels_remove(struct panels *panels, const char *channel, const char *message);
/* Tries those whose time it is. */
void panels_remove_again(struct panels *panels);
/* Takes up those that a process before this one had to leave. */
void panels_remove_begin(struct panels *panels);
/* Frees all, and asks for nothing more. */
void panels_remove_finish(struct panels *panels);

#endif
