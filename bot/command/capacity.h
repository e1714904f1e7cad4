/* capacity.h: what a network lets us say, and when that is too little for more tables. */
#ifndef TALON_BOT_COMMAND_CAPACITY_H
#define TALON_BOT_COMMAND_CAPACITY_H

#include <stdbool.h>

struct command_context;
struct host;

/* Looks how far behind the networks are; the log says once that one is too far, and that it is no
 * more. At the end of each turn of the loop. */
void capacity_look(struct host *host);
/* Whether the network of a call may be asked for more than it has to tell now; told when not. */
bool capacity_left(struct command_context *context);
/* Whether there may be one more table in a private talk there: of the network, and of those who
 * come from the typist's host; told when not. */
bool capacity_left_alone(struct command_context *context);

#endif
