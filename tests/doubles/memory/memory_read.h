/* memory_read.h: the functions of struct store_impl that read, from memory. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_READ_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_READ_H

#include "memory_data.h"

/* The person of that number; if it is 0, of that identity; if that is NULL, of that name (struct
 * store_stats_query). MEMORY_NOBODY: there is none. */
size_t memory_find_player(const struct memory_store *m, int64_t person,
                          const struct store_identity *who, const char *network, const char *name);

/* The ratings of a person in that season. */
void memory_read_ratings(const struct memory_store *m, size_t person, int now,
                         struct store_ratings *ratings);

int64_t memory_next_table_id(struct store *store);
int64_t memory_next_round_id(struct store *store);
bool memory_load_tables(struct store *store, const char *network,
                        bool (*row)(void *arg, const struct store_table *table), void *arg);
bool memory_load_rounds(struct store *store, const char *network,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg);
bool memory_load_settings(struct store *store, const char *network,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg);
bool memory_board(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count);
bool memory_stats(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_PERIODS], struct store_ratings *ratings);
bool memory_links(struct store *store, const struct store_identity *who, struct store_links *links);
bool memory_taken(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken);
/* Leaves out rounds: there are few, and all are searched anyway. */
bool memory_traces(struct store *store, const struct store_identity *who,
                   const struct store_forget_texts *texts, struct store_traces *traces);

#endif
