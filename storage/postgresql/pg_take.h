/* pg_take.h: which leases a keeper takes and gives back (pg_keeper.h). For these two files only. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_TAKE_H
#define TALON_STORAGE_POSTGRESQL_PG_TAKE_H

#include "pg_keeper.h"

/* Takes leases that are wanted and free. Needs only a few round trips, however many they are.
 * False: the connection has the error. */
bool keeper_take(struct keeper *keeper);
/* Every two lives compares our leases with the table, because a standby that took over may lack the
 * last commits. Gives back leases that only the table calls ours. If the table does not call a
 * lease ours that we have, calls keeper_lose(). False: the connection has the error. */
bool keeper_check(struct keeper *keeper);

/* -- by the keeper -- */

/* Begins a transaction. False: there was an error, or the connection is new; then the process must
 * renew first. */
bool keeper_begin(struct keeper *keeper);
/* Commits the transaction if `good`, otherwise rolls it back. */
bool keeper_end(struct keeper *keeper, bool good);
/* How many leases are in that state. */
unsigned keeper_count(struct keeper *keeper, enum lease_state state);
/* Gives up: all leases are lost, and what this process writes is refused from now on. */
void keeper_lose(struct keeper *keeper);
/* Reads settings that other processes changed, if it is time (keeper->poll_at). If they could be
 * handed to the loop, keeper->polled_at is new. False: the connection has the error. */
bool keeper_poll_changes(struct keeper *keeper);
/* Whether it is time to renew. */
bool keeper_due(const struct keeper *keeper);

#endif
