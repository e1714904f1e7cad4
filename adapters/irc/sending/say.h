/* say.h: messages become lines: to whom they may go, by which command, and how much text fits. */
#ifndef TALON_ADAPTERS_IRC_SENDING_SAY_H
#define TALON_ADAPTERS_IRC_SENDING_SAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"

struct session;

/* Queues the lines of a message for its channel or user; `now` in ms. False: it is dropped, since
 * we are not connected or not in the channel, or the name is none, or too much waits. The message
 * stays the caller's. */
bool say_message(struct session *session, const struct message *message, uint64_t now);

#endif
