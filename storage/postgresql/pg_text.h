/* pg_text.h: statements and texts in the form that PostgreSQL takes. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_TEXT_H
#define TALON_STORAGE_POSTGRESQL_PG_TEXT_H

#include <stdbool.h>

/* Translates a statement of sql.h. The caller frees it. NULL: memory is out. */
char *pg_statement(const char *text);
/* Whether the text is valid UTF-8; PostgreSQL refuses anything else. */
bool pg_is_utf8(const char *text);
/* A copy with '?' in place of invalid bytes. The caller frees it. NULL: memory is out. */
char *pg_clean(const char *text);

#endif
