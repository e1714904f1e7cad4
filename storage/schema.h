/* schema.h: the steps that bring a database to this version, made by schema.cmake from the files of
 * schema/. */
#ifndef TALON_STORAGE_SCHEMA_H
#define TALON_STORAGE_SCHEMA_H

struct migration {
    int version; /* user_version after it */
    const char *name, *sql;
};
/* Embedded from schema/NNN-name.sql, in order. */
extern const struct migration store_migrations[];
extern const unsigned store_migration_count;

#endif
