/* capacity.h: how much a network lets us send, and when this is too little for more tables.
 *
 * A table that nobody has measured yet is counted with CAPACITY_LINES lines a minute: people who
 * think for ten seconds, with a line and a hand for each move. Older tables count with what the
 * network has carried for them in the last minutes. So there may be many idle tables beside a few
 * busy ones. */
#ifndef TALON_BOT_COMMAND_HANDLERS_CAPACITY_H
#define TALON_BOT_COMMAND_HANDLERS_CAPACITY_H

#include <stdbool.h>

enum {
    CAPACITY_LINES = 12,
    CAPACITY_ALWAYS = 3 /* tables that are never refused: slow play is better than none */
};

struct command_context;
struct commands;
struct host_options;
struct network;

/* Measures how far behind each network's send queue is. The log says once that a network is too
 * far behind, and once that it has caught up. Called at the end of each turn of the loop. */
void capacity_look(struct commands *commands);
/* Returns true if a network is too far behind at this moment. */
bool capacity_is_late(const struct host_options *options, struct network *network);
/* True if the context's network can send more; if too much waits already, tells the typist. */
bool capacity_left(struct command_context *context);
/* Returns how many tables the network can serve at the pace of the tables that it has; 0: any
 * number. */
unsigned capacity_tables(const struct commands *commands, const struct network *network);
/* True if the context's network can serve one more table. Otherwise tells the typist how many it
 * serves, and the log once. */
bool capacity_admits(struct command_context *context);
/* True if one more private table may open: its network and the typist's host have a limit each.
 * Tells the typist if not. */
bool capacity_left_alone(struct command_context *context);

#endif
