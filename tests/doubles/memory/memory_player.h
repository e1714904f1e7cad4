/* memory_player.h: what pages show of one player, from memory. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_PLAYER_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_PLAYER_H

#include "memory_data.h"

/* struct store_impl */
bool memory_player(struct store *store, const struct store_player_query *query,
                   struct store_player *player);
bool memory_round_news(struct store *store, int64_t round, struct store_round_news *news);

/* The records of a person in a set ("": in all). */
void memory_records(const struct memory_store *m, size_t person, const char *set,
                    struct store_records *records);
/* The same from the rounds that ended before the one whose end_number is `end`. */
void memory_records_before(const struct memory_store *m, size_t person, const char *set, size_t end,
                           struct store_records *records);

#endif
