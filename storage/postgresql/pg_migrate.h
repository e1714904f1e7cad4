/* pg_migrate.h: bringing the tables of a PostgreSQL database up to date.
 *
 * Each step is a transaction that begins with the row of the version, locked: of several processes
 * that meet, one does it, and the others find it done.
 *
 * Versions side by side. The row has the version of the tables, and `least`: the oldest that a
 * program may know to work on them. A step that only adds (a table, a column that has a default or
 * may be NULL, an index) and leaves the rest as it was says "-- beside N" in its file, the number
 * of the step before it or an older one: programs of then go on, start and take over. Any other
 * step ends that for all that do not know it: what reads the new form is released a version
 * earlier. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_MIGRATE_H
#define TALON_STORAGE_POSTGRESQL_PG_MIGRATE_H

#include "pg_conn.h"
#include "storage/schema.h"

/* The steps that are there: made from schema/NNN-name.sql. */
extern const struct migration pg_migrations[];
extern const unsigned pg_migration_count;

/* STORE_NEWER: a newer talon was here, and this one is too old for what it left. */
enum store_error pg_migrate(struct pg_conn *conn, const struct migration *list, unsigned count,
                            struct fault *why);

#endif
