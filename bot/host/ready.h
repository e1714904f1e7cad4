/* ready.h: whether this process does what it is there for. That is more than being alive: a process
 * whose database is away lives, and a restart would not help. */
#ifndef TALON_BOT_HOST_READY_H
#define TALON_BOT_HOST_READY_H

#include <stdbool.h>

struct host;

/* Returns true if the database can be read and written, every network of this process is connected,
 * and it lacks no network that it should take. Otherwise calls `reason` (may be NULL) with a plain
 * sentence for each thing that is missing; the text is valid during the call. */
bool ready_look(const struct host *host, void (*reason)(void *arg, const char *text), void *arg);

#endif
