/* ping.h: answers the server's PING, and sends one when the server has been silent. */
#ifndef TALON_ADAPTERS_IRC_WIRE_PING_H
#define TALON_ADAPTERS_IRC_WIRE_PING_H

#include <stdint.h>

#include "adapters/irc/handler.h"

/* The connection is open, or a line has come: the server is alive. */
void ping_heard(struct session *session);
/* Sends a PING, unless one waits for its answer. */
void ping_ask(struct session *session);
/* Call it after registration. Sends a PING, or ends the connection if the last one was not
 * answered. */
void ping_tick(struct session *session);
/* Returns when (ms) ping_tick() has something to do. */
uint64_t ping_due(const struct session *session);

line_handler ping_on_ping;

#endif
