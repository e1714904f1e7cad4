/* say.h: messages as lines: to whom they may go, by which command, and how much fits. */
#ifndef TALON_ADAPTERS_IRC_SAY_H
#define TALON_ADAPTERS_IRC_SAY_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/message.h"

struct session;

/* Queues a message for its channel or user, at `now` (ms). False: it is dropped (not connected, not
 * in the channel, no such name, full). The message stays the caller's. */
bool say_message(struct session *session, const struct message *message, uint64_t now);

#endif
