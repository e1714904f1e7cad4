/* throttle.h: how fast the server lets us speak: the limits that its software calls for, which of
 * our lines are known to be through, and messages that found no room. */
#ifndef TALON_ADAPTERS_IRC_THROTTLE_H
#define TALON_ADAPTERS_IRC_THROTTLE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/message.h"
#include "handler.h"

/* The limits of an unknown server, or the configured ones. */
void throttle_begin(struct session *session);
/* A capability that the server offers: some tell its software. */
void throttle_token(struct session *session, const char *token, size_t length);
/* From now on the limits of the server's software. */
void throttle_ready(struct session *session);
/* A line that was paced goes out. */
void throttle_sent(struct session *session, const char *line, size_t length);
/* What we said to `target` came back to us. */
void throttle_echo(struct session *session, const char *target);
/* A message was dropped because too much waits: its table is told anew when there is room. */
void throttle_lost(struct session *session, const struct message *message);
/* How long, in ms, what is said now will wait; as adapter_impl.behind. */
uint64_t throttle_behind(const struct session *session, bool alone);
void throttle_tick(struct session *session);
/* ms; when throttle_tick() has something to do */
uint64_t throttle_due(const struct session *session);

line_handler throttle_on_myinfo, throttle_on_pong;

#endif
