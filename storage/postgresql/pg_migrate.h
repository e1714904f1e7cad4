/* pg_migrate.h: brings the tables of a PostgreSQL database up to date.
 *
 * Each step is a transaction that first locks the row of the version. If several processes meet,
 * one makes the step and the others find it done.
 *
 * Versions side by side: the row has the version of the tables, and `least`. A program must know
 * all steps up to `least` to work on the tables. A step that only adds (a table, an index, a column
 * with a default or one that may be NULL) says "-- beside N" in its file: programs that know step N
 * or later go on, start and take over. After any other step, programs that do not know it must end.
 * So before a step that changes the form of data, there must be a release that can read both
 * forms. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_MIGRATE_H
#define TALON_STORAGE_POSTGRESQL_PG_MIGRATE_H

#include "pg_conn.h"
#include "storage/schema.h"

/* All steps, made from schema/NNN-name.sql. */
extern const struct migration pg_migrations[];
extern const unsigned pg_migration_count;

/* STORE_NEWER: a newer Talon has changed the tables, and this one is too old for them. */
enum store_error pg_migrate(struct pg_conn *conn, const struct migration *list, unsigned count,
                            struct fault *why);

#endif
