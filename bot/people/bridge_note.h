/* bridge_note.h: which channels of a network show a table whose home is on another network, in a
 * fleet.
 *
 * The process with the channel's network may be another one than that with the table. It must pass
 * on what people say there (bot/host/fleet/bridges.h), also after a restart. So the table's process
 * notes the channel in the store, in the scope "bridge:NETWORK". It does nothing if processes do
 * not share the store. */
#ifndef TALON_BOT_PEOPLE_BRIDGE_NOTE_H
#define TALON_BOT_PEOPLE_BRIDGE_NOTE_H

struct people;
struct network;

/* Notes that a table whose home is on that network is shown in the channel; NULL: no table is. Does
 * nothing if one of the networks is divided into parts, or has guests of pages: the table needs a
 * process that has both. */
void bridge_note(struct network *network, const char *channel, const struct network *home);
/* Returns the network that was noted for the channel; NULL: none. */
const char *bridge_noted(const struct network *network, const char *channel);
/* Calls `each` for all channels of the network that are noted. `channel` is folded. */
void bridge_notes(const struct network *network,
                  void (*each)(void *arg, const char *channel, const char *home), void *arg);

#endif
