/* throttle.h: how fast we may send: the limits of the server's software, which of our lines have
 * arrived, and which messages found no room in the send queue. */
#ifndef TALON_ADAPTERS_IRC_SENDING_THROTTLE_H
#define TALON_ADAPTERS_IRC_SENDING_THROTTLE_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/adapter.h"
#include "adapters/irc/handler.h"
#include "base/message.h"

/* Lines that went to tables, by the minute (ms / 60000); the current minute's are the last. */
enum { THROTTLE_MINUTES = 4 };
struct carried {
    uint64_t minute;
    unsigned lines[THROTTLE_MINUTES];
};

/* A connection begins, with the limits of the configuration or of an unknown server. */
void throttle_begin(struct session *session);
/* The server offers a capability. A few of these tell its software. */
void throttle_token(struct session *session, const char *token, size_t length);
/* Registration is over. From now on the limits of the server's software count. */
void throttle_ready(struct session *session);
/* A line of the send queue goes out. */
void throttle_sent(struct session *session, const char *line, size_t length);
/* The echo of a line to `target` has come, so the line has arrived. */
void throttle_echo(struct session *session, const char *target);
/* A message found no room. When there is room again, we ask the host to say how the table of its
 * channel stands (CHAT_DROPPED). */
void throttle_lost(struct session *session, const struct message *message);
/* Returns how long, in ms, a new message will wait; as adapter_impl.behind. */
uint64_t throttle_behind(const struct session *session, bool alone);
/* Fills in how many lines a minute the server takes from us and our helpers, and how many the
 * tables took; as adapter_impl.load. Each helper takes over hands. About half of all lines are
 * hands. So all helpers together count at most as much as the bot itself. */
void throttle_load(const struct session *session, struct adapter_load *load);
void throttle_tick(struct session *session);
/* Returns when (ms) throttle_tick() has something to do. */
uint64_t throttle_due(const struct session *session);

line_handler throttle_on_myinfo, throttle_on_pong;

#endif
