/* memory_player.h: what pages show of one player, of a store in memory. */
#ifndef TALON_STORAGE_MEMORY_PLAYER_H
#define TALON_STORAGE_MEMORY_PLAYER_H

#include "store_base.h"

/* struct store_impl */
bool memory_player(struct store *store, const struct store_player_query *query,
                   struct store_player *player);

#endif
