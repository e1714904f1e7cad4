#include "player.h"

#include <string.h>

#include "engine/array_size.h"
#include "levels.h"

static const struct player_impl *const players[] = {&player_random, &player_easy, &player_normal,
                                                    &player_hard};

const struct player_impl *player_at(unsigned n)
{
    return n < ARRAY_SIZE(players) ? players[n] : NULL;
}

const struct player_impl *player_find(const char *name)
{
    const struct player_impl *impl;
    if (strcmp(name, "greedy") == 0) /* older rounds were stored with this name */
        return &player_normal;
    for (unsigned n = 0; (impl = player_at(n)) != NULL; n++) {
        if (strcmp(impl->name, name) == 0)
            return impl;
    }
    return NULL;
}
