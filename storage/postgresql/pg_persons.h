/* pg_persons.h: the persons of a transaction are locked before it does anything, in the order of
 * their numbers: two processes whose rounds end with the same people would else wait for each
 * other, and what one reads of a person the other could change before it writes. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_PERSONS_H
#define TALON_STORAGE_POSTGRESQL_PG_PERSONS_H

#include "pg_store.h"
#include "storage/batch.h"

#define PG_PERSONS_SQL                                                                             \
    "SELECT id FROM person WHERE id IN (SELECT i.person FROM identity i"                           \
    " JOIN unnest(CAST(?1 AS TEXT[]), CAST(?2 AS TEXT[]), CAST(?3 AS BIGINT[]))"                   \
    " AS x(network, account, verified) ON i.network = x.network AND i.account = x.account"         \
    " AND i.verified = x.verified) ORDER BY id FOR NO KEY UPDATE"

/* Whoever the batches name; it is only sent. False: memory is out, or the conn has the error. */
bool pg_persons_lock(struct pg_store *pg, const struct batch *first, unsigned count);

#endif
