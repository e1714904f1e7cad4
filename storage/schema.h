/* schema.h: the steps that bring a database to this version. schema.cmake makes them from the files
 * of schema/. */
#ifndef TALON_STORAGE_SCHEMA_H
#define TALON_STORAGE_SCHEMA_H

struct migration {
    int version; /* user_version after it */
    const char *name, *sql;
    /* Several versions on one server: a program that knows the steps up to this one only may go on
     * after this step, because it need not know what the step adds. 0: such a program is too old.
     */
    int beside;
};
/* Embedded from schema/NNN-name.sql, in order. */
extern const struct migration store_migrations[];
extern const unsigned store_migration_count;

#endif
