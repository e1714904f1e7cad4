/* pacing.h: what waits to be sent (adapters/irc/pace.h), for its tests: all lines are taken. */
#ifndef TALON_TESTS_IRC_PACING_H
#define TALON_TESTS_IRC_PACING_H

#include "adapters/irc/pace.h"

/* Empty, at a configured pace. */
void begin(struct pace *pace, unsigned burst, unsigned rate);
/* A whisper, CRLF included. */
void put(struct pace *pace, enum pace_class class, const char *user, const char *line);
/* A line to a channel, which may be joined up to `most` bytes. */
void say(struct pace *pace, const char *channel, const char *text, size_t most);
/* The next line, "": none. */
const char *take(struct pace *pace, uint64_t now);

#endif
