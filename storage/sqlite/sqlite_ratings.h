/* sqlite_ratings.h: ratings (sql_ratings.h) of a SQLite database made anew from its results. Each
 * function: false: `db` has the error. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_RATINGS_H
#define TALON_STORAGE_SQLITE_SQLITE_RATINGS_H

#include "sqlite_conn.h"

/* Notes all rounds that were played before there were ratings, in the order in which they ended, as
 * those of who they are now; of their places only who won is known. */
bool sqlite_ratings_begin(sqlite3 *db);
/* Where that is not known yet: notes in which seasons (UTC) the rounds ended, and those that rated
 * nobody, and makes all ratings anew. Where results were deleted, which nobody can go through any
 * more, the ratings that there are stay, as those of the last season. */
bool sqlite_ratings_settle(sqlite3 *db);
/* Makes all ratings anew, in temp.due_rating and due_point ... */
bool sqlite_ratings_replay(sqlite3 *db);
/* ... and puts them in the place of those that are kept. */
bool sqlite_ratings_keep(sqlite3 *db);
/* Whether results were ever deleted; those of before `*before` (INT64_MAX: nobody knows). */
bool sqlite_results_pruned(sqlite3 *db, bool *pruned, int64_t *before);

#endif
