/* sqlite_ratings.h: computes the ratings (sql_ratings.h) of a SQLite database again from its
 * results. Each function: false: `db` has the error. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_RATINGS_H
#define TALON_STORAGE_SQLITE_SQLITE_RATINGS_H

#include "sqlite_conn.h"

/* Notes all rounds played before there were ratings, in the order in which they ended, for the
 * people as they are linked now. Only the winners of these rounds are known, not the order of the
 * others. */
bool sqlite_ratings_begin(sqlite3 *db);
/* For a database from before there were seasons: notes the season (UTC) of each round and the
 * rounds that rated nobody, and computes all ratings again. If results were deleted, they cannot be
 * computed; then the ratings stay, and count as those of the last season. */
bool sqlite_ratings_settle(sqlite3 *db);
/* Computes all ratings again, in temp.due_rating and due_point ... */
bool sqlite_ratings_replay(sqlite3 *db);
/* ... and replaces the stored ones by these. */
bool sqlite_ratings_keep(sqlite3 *db);
/* `*pruned`: results were once deleted; `*before`: only rounds before it lost theirs (INT64_MAX: no
 * time noted). */
bool sqlite_results_pruned(sqlite3 *db, bool *pruned, int64_t *before);

#endif
