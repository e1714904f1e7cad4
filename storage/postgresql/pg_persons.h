/* pg_persons.h: a batch's transaction first locks all persons whom it names, in order of their
 * numbers. Otherwise two processes whose rounds end with the same people would wait for each other,
 * and one could change a person between another's read and write. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_PERSONS_H
#define TALON_STORAGE_POSTGRESQL_PG_PERSONS_H

#include "pg_store.h"
#include "storage/batch.h"

#define PG_PERSONS_SQL                                                                             \
    "SELECT id FROM person WHERE id IN (SELECT i.person FROM identity i"                           \
    " JOIN unnest(CAST(?1 AS TEXT[]), CAST(?2 AS TEXT[]), CAST(?3 AS BIGINT[]))"                   \
    " AS x(network, account, verified) ON i.network = x.network AND i.account = x.account"         \
    " AND i.verified = x.verified) ORDER BY id FOR NO KEY UPDATE"

/* Locks everybody whom the batches name; only sends. False: memory is out, or the connection has
 * the error. */
bool pg_persons_lock(struct pg_store *pg, const struct batch *first, unsigned count);

#endif
