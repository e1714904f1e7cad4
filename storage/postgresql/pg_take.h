/* pg_take.h: which leases a keeper takes and gives back (pg_keeper.h). Between these two alone. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_TAKE_H
#define TALON_STORAGE_POSTGRESQL_PG_TAKE_H

#include "pg_keeper.h"

/* Takes what is wanted and may be had: however many, in a few round trips. False: the conn has the
 * error. */
bool keeper_take(struct keeper *keeper);
/* Now and then: a server that took over and was behind may name another holder than there was. What
 * is ours by the table and not by us is given back; of what it is the other way round, all is lost.
 * False: likewise. */
bool keeper_check(struct keeper *keeper);

/* -- by the keeper -- */

/* False, too, when it is another connection since the renewal: that comes first. */
bool keeper_begin(struct keeper *keeper);
/* Ends it: committed if all was good. */
bool keeper_end(struct keeper *keeper, bool good);
/* Of all that is wanted or had, how many. */
unsigned keeper_count(struct keeper *keeper, enum lease_state state);
/* Nothing that this process writes is kept any more. */
void keeper_lose(struct keeper *keeper);
/* Whether it is time to renew. */
bool keeper_due(const struct keeper *keeper);

#endif
