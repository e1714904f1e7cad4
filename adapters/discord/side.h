/* side.h: the panels that people have opened beside tables (PURPOSE_PANEL of message.h): one for
 * each person at a table.
 *
 * A panel is an ephemeral message, reached by an interaction's token for fifteen minutes. When its
 * user opens another at the same table, the one before goes. Bound: SIDES_MOST are known, half a
 * kilobyte each, the oldest is forgotten first, and all are when their token is; one that is
 * forgotten stays where it is, and what is pressed in it is judged by its stamp. Pure but for the
 * request. */
#ifndef TALON_ADAPTERS_DISCORD_SIDE_H
#define TALON_ADAPTERS_DISCORD_SIDE_H

#include "original.h"

enum { SIDES_MOST = 4096 };

/* All zero: none. */
struct sides {
    struct side *all;
};

void sides_finish(struct sides *sides);
/* A panel of that user at that address (panel.h) is reached by `at` from now on. */
void sides_open(struct sides *sides, const char *address, const char *user,
                const struct original *at, struct rest *rest, uint64_t now);
/* How many are known. */
unsigned sides_count(const struct sides *sides);

#endif
