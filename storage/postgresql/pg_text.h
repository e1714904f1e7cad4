/* pg_text.h: texts as PostgreSQL wants them. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_TEXT_H
#define TALON_STORAGE_POSTGRESQL_PG_TEXT_H

#include <stdbool.h>

/* A statement of sql.h in words of PostgreSQL; to be freed. NULL: memory is out. */
char *pg_statement(const char *text);
/* Whether it is UTF-8 throughout, of which PostgreSQL refuses anything else for ever. */
bool pg_is_utf8(const char *text);
/* A copy that is: what is not has become '?'. To be freed. NULL: memory is out. */
char *pg_clean(const char *text);

#endif
