/* capacity.h: how much a network lets us send, and when this is too little for more tables. */
#ifndef TALON_BOT_COMMAND_HANDLERS_CAPACITY_H
#define TALON_BOT_COMMAND_HANDLERS_CAPACITY_H

#include <stdbool.h>

struct command_context;
struct host;
struct network;

/* Measures how far behind each network's send queue is. The log says once that a network is too
 * far behind, and once that it has caught up. Called at the end of each turn of the loop. */
void capacity_look(struct host *host);
/* Returns true if a network is too far behind at this moment. */
bool capacity_is_late(struct host *host, struct network *network);
/* True if the context's network can send more; if too much waits already, tells the typist. */
bool capacity_left(struct command_context *context);
/* True if one more private table may open: its network and the typist's host have a limit each.
 * Tells the typist if not. */
bool capacity_left_alone(struct command_context *context);

#endif
