#include "player.h"

#include <string.h>

#include "player_internal.h"

static const struct player_impl *const players[] = {&player_random, &player_greedy};

const struct player_impl *player_at(unsigned n)
{
    return n < sizeof players / sizeof players[0] ? players[n] : NULL;
}

const struct player_impl *player_find(const char *name)
{
    const struct player_impl *impl;
    for (unsigned n = 0; (impl = player_at(n)) != NULL; n++)
        if (strcmp(impl->name, name) == 0)
            return impl;
    return NULL;
}
