/* schema.h: the steps that bring a database to this version, made by schema.cmake from the files of
 * schema/. */
#ifndef TALON_STORAGE_SCHEMA_H
#define TALON_STORAGE_SCHEMA_H

struct migration {
    int version; /* user_version after it */
    const char *name, *sql;
    /* A program that knows only the steps up to this one goes on beside it, where several share a
     * server: the step adds what they need not know. 0: those that do not know it are too old. */
    int beside;
};
/* Embedded from schema/NNN-name.sql, in order. */
extern const struct migration store_migrations[];
extern const unsigned store_migration_count;

#endif
