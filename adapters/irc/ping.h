/* ping.h: PING both ways: the server's questions, and ours where it is silent. */
#ifndef TALON_ADAPTERS_IRC_PING_H
#define TALON_ADAPTERS_IRC_PING_H

#include <stdint.h>

#include "handler.h"

/* The server lives: the connection stands, or a line has come. */
void ping_heard(struct session *session);
void ping_tick(struct session *session);
/* ms; when the server has been silent for too long */
uint64_t ping_due(const struct session *session);

line_handler ping_on_ping;

#endif
