/* sql_people.h: makes, links, parts and names identities and the persons behind them. Writer
 * thread, in the transaction of the batch, so no link is ever half made. False: the connection has
 * the error. */
#ifndef TALON_STORAGE_SQL_SQL_PEOPLE_H
#define TALON_STORAGE_SQL_SQL_PEOPLE_H

#include "sql.h"
#include "sql_store.h"

/* Finds an identity and its person with `stmt` (W_IDENTITY or R_IDENTITY). A linked nick is found
 * only if `who` has its mark, that is, comes from the same place. */
enum found sql_find(struct sql_stmt *stmt, const struct store_identity *who, int64_t *identity,
                    int64_t *person);

/* The identity of somebody seen at `at`, and its person. Makes those that do not exist, updates
 * their names, and adds `rounds` to the number of rounds that the identity has played. */
bool sql_meet(struct sql_store *sq, const struct store_identity *who, int64_t at, int rounds,
              struct met *met);
/* A round that is in the database and ends at `at`, in that season. `set` may be NULL for
 * sql_expect_meet(): then it takes everybody for unknown. */
struct meeting_round {
    int64_t round, at;
    int season;
    const char *set;
};
/* Like sql_meet(), for the people of a round that ends, MEETS_MAX at most. Also reads how they
 * stood. A remote database gets all queries of one kind in one round trip. */
enum { MEETS_MAX = 16 };
bool sql_meet_all(struct sql_store *sq, const struct meeting_round *round,
                  const struct store_identity *const *who, unsigned count, struct met *met,
                  struct standing *standing);
/* Sends the first queries of sql_meet_all() early (sql_pipeline()). */
bool sql_expect_meet(struct sql_store *sq, const struct meeting_round *round,
                     const struct store_identity *const *who, unsigned count);
bool sql_link(struct sql_store *sq, const struct link *link);
bool sql_part(struct sql_store *sq, const struct person_op *op);
bool sql_name(struct sql_store *sq, const struct person_op *op);
bool sql_hide(struct sql_store *sq, const struct person_op *op);
bool sql_move(struct sql_store *sq, const struct person_op *op);

#endif
