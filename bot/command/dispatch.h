/* dispatch.h: finds the handler of the command that somebody wrote or pressed, and calls it.
 *
 * A text is for us when it begins with our name or the prefix, comes in private, or is a command
 * of the network; a seated player's bare words and answers are, too. Before a handler runs, one
 * common check covers what its row asks for (command.h), the flood buckets (flood.h), and the
 * age of the button: it must belong to the present state of the table. */
#ifndef TALON_BOT_COMMAND_DISPATCH_H
#define TALON_BOT_COMMAND_DISPATCH_H

#include <stdint.h>

struct chat_event;
struct command_context;
struct host;
struct network;

/* Carries out a CHAT_MESSAGE. */
void dispatch_run(struct host *host, struct network *network, const struct chat_event *event);
/* Carries out another command, whose words the caller has put into the context. It checks what the
 * row of that command asks for. */
void dispatch_again(struct command_context *context, const char *words);

/* Called when the network dropped the message with that ticket (bot/show/ticket.h), because it was
 * out of date. Makes the message again from the table as it is now. */
void dispatch_stale(struct host *host, struct network *network, uint32_t number);

#endif
