/* schema.h: the steps that bring a database to this version. schema.cmake makes them from the files
 * of schema/. */
#ifndef TALON_STORAGE_SCHEMA_H
#define TALON_STORAGE_SCHEMA_H

struct migration {
    int version; /* user_version after it */
    const char *name, *sql;
    /* For several versions on one PostgreSQL server: the oldest version (its last known step) that
     * can still run after this step. 0: only programs that know this step can. */
    int beside;
};
/* Embedded from schema/NNN-name.sql, in order. */
extern const struct migration store_migrations[];
extern const unsigned store_migration_count;

#endif
