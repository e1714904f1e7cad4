/* sqlite_read.h: reading on the read-only connection, at the start and for questions. */
#ifndef TALON_STORAGE_SQLITE_READ_H
#define TALON_STORAGE_SQLITE_READ_H

#include "sqlite_store.h"

/* A round of the columns of SQLITE_ROUND_COLUMNS, from the first; its texts are valid until the
 * next step. False: damaged. */
bool sqlite_round_of(sqlite3_stmt *stmt, struct store_round *round);

/* -- parts of questions; false: an error -- */

struct sqlite_store;

/* Begins a transaction, so that all that a question reads is of the same moment; ends it, and gives
 * `good` back. */
bool sqlite_begin_read(struct sqlite_store *sq);
bool sqlite_end_read(struct sqlite_store *sq, bool good);
/* The number of a scope; 0 when nobody has played in it. */
bool sqlite_find_scope(struct sqlite_store *sq, enum store_scope kind, const char *network,
                       const char *channel, int64_t *id);
/* As they are at that time (struct store_ratings). */
bool sqlite_read_ratings(struct sqlite_store *sq, int64_t person, int64_t at,
                         struct store_ratings *ratings);
/* Finds a person by account or name in that network, or else by the name that the boards show. */
enum found sqlite_find_named(struct sqlite_store *sq, const char *network, const char *name,
                             int64_t *person);
/* Reads how a person is called, and whether that is verified and chosen. False: there is none, or
 * an error. */
bool sqlite_read_person(struct sqlite_store *sq, int64_t person, char name[STORE_NAME_MAX],
                        bool *verified, bool *named);
/* The five numbers of a score, in the order of the table, from column `at`; three of a rating. */
void sqlite_numbers_of(sqlite3_stmt *stmt, int at, struct store_score *score);
void sqlite_rating_of(sqlite3_stmt *stmt, int at, struct rating *rating);

/* The number of a scope; 0 when nobody has played in it. False: an error. */
bool sqlite_find_scope(struct sqlite_store *sq, enum store_scope kind, const char *network,
                       const char *channel, int64_t *id);

/* Functions of struct store_impl. */
int64_t sqlite_next_table_id(struct store *store);
int64_t sqlite_next_round_id(struct store *store);
bool sqlite_load_tables(struct store *store,
                        bool (*row)(void *arg, const struct store_table *table), void *arg);
bool sqlite_load_rounds(struct store *store,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg);
bool sqlite_load_settings(struct store *store,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg);
bool sqlite_board(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count);
bool sqlite_record(struct store *store, int64_t round, bool *found, char **setup, char **actions);
bool sqlite_stats(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_WINDOWS], struct store_ratings *ratings);
bool sqlite_links(struct store *store, const struct store_identity *who, struct store_links *links);
bool sqlite_taken(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken);

#endif
