/* sending.h: the send queue (adapters/irc/sending/sendq.h) as its tests use it: all lines are
 * taken. */
#ifndef TALON_TESTS_ADAPTERS_IRC_SENDING_H
#define TALON_TESTS_ADAPTERS_IRC_SENDING_H

#include "adapters/irc/sending/sendq.h"

/* An empty queue with configured limits. */
void begin(struct sendq *sendq, unsigned burst, unsigned rate);
/* A whisper, CRLF included. */
void put(struct sendq *sendq, enum sendq_class class, const char *user, const char *line);
/* A line to a channel, which may be joined up to `most` bytes. */
void say(struct sendq *sendq, const char *channel, const char *text, size_t most);
/* The next line, "": none. */
const char *take(struct sendq *sendq, uint64_t now);

#endif
