/* sql_end.h: the end of a round: its archive, its results, and what they change on the boards, in
 * the ratings, in the records and in the achievements. Writer thread, in the transaction of the
 * batch.
 *
 * First one query about the round and one about each person reads everything that the end needs to
 * know: identity, person, ratings and records. Then all is computed in memory, and written. A
 * remote database gets all queries in one round trip, and everything else with the commit. New
 * people cost it two more round trips: their numbers come from the database.
 *
 * If several rounds end in one transaction, their queries may be sent together, before the first of
 * them is written. If an earlier one of these rounds changed a person, that person is asked for
 * again (struct changed_people). */
#ifndef TALON_STORAGE_SQL_SQL_END_H
#define TALON_STORAGE_SQL_SQL_END_H

#include "sql_store.h"

/* Both return false if sq->writer has the error. */

/* Sends the queries of an end early (sql_pipeline()). Does nothing if they were sent already. The
 * round must be in the database. */
bool sql_expect_end(struct sql_store *sq, const struct store_round_end *end);
bool sql_end_round(struct sql_store *sq, const struct store_round_end *end);

#endif
