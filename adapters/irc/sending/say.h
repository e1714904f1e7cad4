/* say.h: turns messages into lines: who may get them, by which command, and how much text fits. */
#ifndef TALON_ADAPTERS_IRC_SENDING_SAY_H
#define TALON_ADAPTERS_IRC_SENDING_SAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"

struct session;

/* Queues the lines of a message for its channel or user; `now` in ms. Returns false if the message
 * is dropped: we are not connected or not in the channel, the name is invalid, or too much waits.
 * The caller keeps the message. */
bool say_message(struct session *session, const struct message *message, uint64_t now);

#endif
