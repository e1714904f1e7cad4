/* schema.h: the steps that bring a database to this version. schema.cmake makes them from the files
 * of schema/. */
#ifndef TALON_STORAGE_SCHEMA_H
#define TALON_STORAGE_SCHEMA_H

struct migration {
    int version; /* user_version after it */
    const char *name, *sql;
    /* For several versions on one server: a program that knows no step after this number may go on
     * once this step is done, because it need not know what the step adds. 0: all programs that do
     * not know the step are too old. */
    int beside;
};
/* Embedded from schema/NNN-name.sql, in order. */
extern const struct migration store_migrations[];
extern const unsigned store_migration_count;

#endif
