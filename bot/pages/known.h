/* known.h: which places have pages although nobody has played there yet: else anybody could make a
 * page of any name. */
#ifndef TALON_BOT_PAGES_KNOWN_H
#define TALON_BOT_PAGES_KNOWN_H

#include <stdbool.h>

struct host;

/* Whether we are on that network, and in that channel of it, as far as can be told; `channel` "":
 * of none. Where rounds were played is known to the store alone. */
bool known_place(struct host *host, const char *network, const char *channel);

#endif
