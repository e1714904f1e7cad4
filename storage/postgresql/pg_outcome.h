/* pg_outcome.h: what an error of PostgreSQL means for what was to be written. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_OUTCOME_H
#define TALON_STORAGE_POSTGRESQL_PG_OUTCOME_H

#include <stdbool.h>

enum pg_outcome {
    PG_AGAIN, /* nothing of the transaction is there, and a later try may do better */
    PG_ANEW,  /* likewise, by a new connection: this one has lost what was prepared on it, or leads
                 to a server that does not write any more */
    PG_LOST,  /* nobody knows whether it is committed: the ledger does (pg_ledger.h) */
    PG_NEVER  /* it contradicts what is there: every try would end so */
};

/* By the five letters of SQLSTATE; NULL or "": the connection broke, and gave none. */
enum pg_outcome pg_outcome(const char *state);
/* True if the same thing, tried again in a moment, may not meet that error: the connection broke,
 * or the server let others go first or had no room. */
bool pg_outcome_passes(const char *state);

#endif
