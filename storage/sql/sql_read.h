/* sql_read.h: reads on the read-only connection, at the start and for questions. */
#ifndef TALON_STORAGE_SQL_SQL_READ_H
#define TALON_STORAGE_SQL_SQL_READ_H

#include "sql_store.h"

/* Reads a round from a row whose first columns are SQL_ROUND_COLUMNS. Its texts are valid until the
 * next step. False: the row is damaged. */
bool sql_round_of(struct sql_stmt *stmt, struct store_round *round);

/* -- parts of questions; false: an error -- */

/* Finds the number of a scope; 0: nobody has played in it. */
bool sql_find_scope(struct sql_store *sq, enum store_scope kind, const char *network,
                    const char *channel, int64_t *id);
/* Reads the ratings of a person as they are at that time (struct store_ratings). */
bool sql_read_ratings(struct sql_store *sq, int64_t person, int64_t at,
                      struct store_ratings *ratings);
/* Finds a person by account or name in that network, or else by the name that boards show. */
enum found sql_find_named(struct sql_store *sq, const char *network, const char *name,
                          int64_t *person);
/* Reads the name of a person, whether they are verified, and whether they chose the name. False:
 * nobody has that number, or an error. */
bool sql_read_person(struct sql_store *sq, int64_t person, char name[STORE_NAME_MAX],
                     bool *verified, bool *named);
/* Read from the current row, from column `at` on: the five numbers of a score, or the three of a
 * rating. */
void sql_numbers_of(struct sql_stmt *stmt, int at, struct store_score *score);
void sql_rating_of(struct sql_stmt *stmt, int at, struct rating *rating);

/* Functions of struct store_impl. */
bool sql_begin_read(struct store *store);
void sql_end_read(struct store *store, bool good);
int64_t sql_next_table_id(struct store *store);
int64_t sql_next_round_id(struct store *store);
bool sql_load_tables(struct store *store, const char *network,
                     bool (*row)(void *arg, const struct store_table *table), void *arg);
bool sql_load_rounds(struct store *store, const char *network,
                     bool (*round)(void *arg, const struct store_round *round),
                     bool (*action)(void *arg, const struct store_action *action), void *arg);
bool sql_load_settings(struct store *store, const char *network,
                       bool (*row)(void *arg, const char *scope, const char *key,
                                   const char *value),
                       void *arg);
bool sql_board(struct store *store, const struct store_board_query *query, struct store_score *rows,
               unsigned *count);
bool sql_stats(struct store *store, const struct store_stats_query *query, bool *found,
               struct store_score scores[STORE_PERIODS], struct store_ratings *ratings);
bool sql_links(struct store *store, const struct store_identity *who, struct store_links *links);
bool sql_taken(struct store *store, const struct store_identity *who, const char *name,
               bool *taken);

#endif
