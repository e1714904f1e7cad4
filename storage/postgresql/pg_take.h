/* pg_take.h: which leases a keeper takes and gives back (pg_keeper.h). For these two files only. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_TAKE_H
#define TALON_STORAGE_POSTGRESQL_PG_TAKE_H

#include "pg_keeper.h"

/* Takes the leases that are wanted and free, in a few round trips however many there are. False:
 * the connection has the error. */
bool keeper_take(struct keeper *keeper);
/* Compares the leases now and then, because a server that took over may be behind. A lease that
 * only the table calls ours is given back. If the table has another holder for a lease of ours,
 * everything is lost. False: the connection has the error. */
bool keeper_check(struct keeper *keeper);

/* -- by the keeper -- */

/* Begins a transaction. False: an error, or the connection is new since the last renewal, which
 * comes first. */
bool keeper_begin(struct keeper *keeper);
/* Commits the transaction if `good`, otherwise rolls it back. */
bool keeper_end(struct keeper *keeper, bool good);
/* How many leases are in that state. */
unsigned keeper_count(struct keeper *keeper, enum lease_state state);
/* Everything that this process writes is refused from now on. */
void keeper_lose(struct keeper *keeper);
/* Whether it is time to renew. */
bool keeper_due(const struct keeper *keeper);

#endif
