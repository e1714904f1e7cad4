/* pg_fleet.h: what all processes on a PostgreSQL database know of each other. Off the loop, on the
 * connection that reads. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_FLEET_H
#define TALON_STORAGE_POSTGRESQL_PG_FLEET_H

#include "storage/lease.h"

/* Lists all leases and members into a zeroed list (lease_impl.list). */
bool pg_fleet_list(struct store *store, struct store_fleet *fleet);
/* store_ask_turn() (lease_impl.turn). */
bool pg_fleet_turn(struct store *store, const char *name, uint64_t pause, uint64_t *wait);

#endif
