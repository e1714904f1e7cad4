/* distant.h: an adapter that stands for a network of another process.
 *
 * A table may be shown on a network of this process and on a network that another process has. The
 * process with the table's home plays it, and has an adapter of this kind for the other network.
 * What the table says there becomes letters to the other process (bot/people/letter.h), in the
 * batch with the changes that the letters tell of. Events that the other process sends back are
 * raised by this adapter. So the rest of the program sees an ordinary network. bridges.h is the
 * other process's side.
 *
 * The adapter knows what its network can do (caps) from the configuration, and how it compares
 * names from the store. It cannot say who is in a channel, and asks for nobody's certificate. */
#ifndef TALON_BOT_HOST_FLEET_DISTANT_H
#define TALON_BOT_HOST_FLEET_DISTANT_H

#include <stdbool.h>

struct adapter_impl;
struct host;
struct letter;
struct network;

/* Makes an implementation that stands for `real` under the name of its network; its adapter owns
 * it. `home`: the network in whose name it writes letters about no table. Returns NULL when memory
 * is out. */
const struct adapter_impl *distant_make(struct host *host, const struct adapter_impl *real,
                                        const char *name, const char *home);
/* Frees an implementation of which no adapter was made. */
void distant_drop(const struct adapter_impl *impl);
/* Starts the adapter of such a network. Its places count as reachable until the other process says
 * that they are not. */
void distant_start(struct network *network);
/* Raises the event of a letter from that network's process. */
void distant_hear(struct network *network, const struct letter *letter);

#endif
