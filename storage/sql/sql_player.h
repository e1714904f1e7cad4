/* sql_player.h: what pages show of one player. Reads on the read-only connection. */
#ifndef TALON_STORAGE_SQL_SQL_PLAYER_H
#define TALON_STORAGE_SQL_SQL_PLAYER_H

#include "storage/store_base.h"

/* struct store_impl */
bool sql_player(struct store *store, const struct store_player_query *query,
                struct store_player *player);
bool sql_round_news(struct store *store, int64_t round, struct store_round_news *news);

#endif
