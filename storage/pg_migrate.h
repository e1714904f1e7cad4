/* pg_migrate.h: bringing the tables of a PostgreSQL database up to date.
 *
 * Each step is a transaction that begins with the row of the version, locked: of several processes
 * that meet, one does it, and the others find it done. */
#ifndef TALON_STORAGE_PG_MIGRATE_H
#define TALON_STORAGE_PG_MIGRATE_H

#include "pg_link.h"
#include "schema.h"

/* The steps that are there: made from schema_pg/NNN-name.sql. */
extern const struct migration pg_migrations[];
extern const unsigned pg_migration_count;

/* STORE_NEWER: a newer talon was here. */
enum store_error pg_migrate(struct pg_link *link, const struct migration *list, unsigned count,
                            char *why, size_t why_size);

#endif
