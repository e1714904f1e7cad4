/* database.h: opening what the configuration says that all is kept in: a file of SQLite, or a
 * database of a PostgreSQL server. */
#ifndef TALON_CLI_DATABASE_H
#define TALON_CLI_DATABASE_H

#include <stdio.h>

#include "bot/cli/config.h"
#include "storage/store.h"

/* Whether that is the address of a server ("postgresql://..."), and not a path. */
bool database_is_server(const char *database);
/* NULL, or why it cannot be used as an address. The answer holds nothing of it. */
const char *database_refused(const char *address);
/* What is said of it: of a server no user, no password and no options. */
void database_name(const char *database, char *name, size_t size);

struct database_setup {
    const struct config *config;
    const char *database; /* config_database() */
    int timezone_minutes;
    struct loop *loop;
    const struct log *log;
};
enum store_error database_open(struct store **store, const struct database_setup *setup, char *why,
                               size_t why_size);

/* -- tools, which know files -- */

/* The path of what is to be read: of a server that of a copy in $TMPDIR, which goes when the
 * program ends. NULL: it was said why not. */
const char *database_to_read(const char *database, const char *tool);
/* False, and said on stderr: it is a server's, of which the tool knows nothing; `instead` is what
 * helps there. */
bool database_is_file(const char *database, const char *tool, const char *instead);
/* What store_import() does, into a server as well. */
enum store_error database_import(const char *database, FILE *in, int64_t *count, char *why,
                                 size_t why_size);

#endif
