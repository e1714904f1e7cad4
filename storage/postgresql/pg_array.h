/* pg_array.h: many values in one parameter: a PostgreSQL array, {"a","b"}. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_ARRAY_H
#define TALON_STORAGE_POSTGRESQL_PG_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed: empty. Clearing keeps the memory. */
struct pg_array {
    char *text; /* without the last bracket until pg_array_close() */
    size_t size, room;
};

/* Each: false: memory is out. */
bool pg_array_add(struct pg_array *array, const char *text);
/* A number, as text. */
bool pg_array_add_number(struct pg_array *array, const char *text);
bool pg_array_add_null(struct pg_array *array);
bool pg_array_add_int(struct pg_array *array, int64_t number);
bool pg_array_close(struct pg_array *array);
void pg_array_clear(struct pg_array *array);
void pg_array_finish(struct pg_array *array);

#endif
