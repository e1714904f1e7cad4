/* pacing.h: what waits to be sent (adapters/irc/pace.h), for its tests: all lines are taken. */
#ifndef TALON_TESTS_IRC_SENDING_H
#define TALON_TESTS_IRC_SENDING_H

#include "adapters/irc/sendq.h"

/* Empty, at a configured pace. */
void begin(struct sendq *sendq, unsigned burst, unsigned rate);
/* A whisper, CRLF included. */
void put(struct sendq *sendq, enum sendq_class class, const char *user, const char *line);
/* A line to a channel, which may be joined up to `most` bytes. */
void say(struct sendq *sendq, const char *channel, const char *text, size_t most);
/* The next line, "": none. */
const char *take(struct sendq *sendq, uint64_t now);

#endif
