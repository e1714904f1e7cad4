/* pg_outcome.h: what an error of PostgreSQL means for the batch that was being written. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_OUTCOME_H
#define TALON_STORAGE_POSTGRESQL_PG_OUTCOME_H

#include <stdbool.h>

enum pg_outcome {
    PG_AGAIN, /* nothing of the transaction was kept; a later try may work */
    PG_ANEW,  /* nothing was kept; a later try may work on a new connection: this one lost its
                 prepared statements, or leads to a server that no longer writes */
    PG_LOST,  /* nobody knows whether it is committed; the ledger finds out (pg_ledger.h) */
    PG_NEVER  /* it contradicts the database: every try would fail */
};

/* `state`: the five letters of SQLSTATE; NULL or "": the connection broke. */
enum pg_outcome pg_outcome(const char *state);
/* Whether a retry in a moment may work: the connection broke, or the server was busy or full. */
bool pg_outcome_passes(const char *state);

#endif
