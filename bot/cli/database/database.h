/* database.h: opening what the configuration says that all is kept in: a file of SQLite, or a
 * database of a PostgreSQL server. */
#ifndef TALON_BOT_CLI_DATABASE_DATABASE_H
#define TALON_BOT_CLI_DATABASE_DATABASE_H

#include <stdio.h>

#include "bot/cli/config/config.h"
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
    bool fresh; /* a new one may be made where copies of one lie */
};
enum store_error database_open(struct store **store, const struct database_setup *setup,
                               struct fault *why);

/* -- tools, which know files -- */

/* What a tool is for. Where it was not told, it is the database of the configuration; where there
 * is no configuration either, /var/lib/talon/talon.db. */
struct database_tool {
    const char *name; /* "talon export" */
    const char *db; /* as it was told, then as it is known: a file, or an address; NULL: not yet */
    const char *config; /* NULL: /etc/talon/talon.conf */
};

enum { DATABASE_DB = 'd', DATABASE_CONFIG = 'C' };
/* The options of all these tools, for getopt_long(), and their help. */
#define DATABASE_OPTIONS                                                                           \
    {"db", required_argument, NULL, DATABASE_DB},                                                  \
    {                                                                                              \
        "config", required_argument, NULL, DATABASE_CONFIG                                         \
    }
#define DATABASE_HELP                                                                              \
    "  --db FILE        the database (default: that of the configuration)\n"                       \
    "  --config FILE    the configuration (default /etc/talon/talon.conf; if that does not\n"      \
    "                   exist, the database is /var/lib/talon/talon.db)\n"
/* Of those that know servers, too. */
#define DATABASE_HELP_SERVER                                                                       \
    DATABASE_HELP                                                                                  \
    "FILE may also be a PostgreSQL database: postgresql://USER@HOST/NAME. Commands that only "     \
    "read copy\n"                                                                                  \
    "it into $TMPDIR (/tmp) first. If the address is that of the configuration, its "              \
    "database_password\n"                                                                          \
    "names the password. Otherwise libpq finds it (PGPASSFILE, PGPASSWORD).\n"
/* Takes the value of one of them; false: it is another option. */
bool database_option(struct database_tool *tool, int option, const char *value);

/* The path of what is to be read: of a server that of a copy in $TMPDIR, which goes when the
 * program ends. NULL: it was said why not. */
const char *database_to_read(struct database_tool *tool);
/* The path of a file that is to be worked on. NULL, and said on stderr: it is a server's, of which
 * the tool knows nothing (`instead` is what helps there), or cannot be known. */
const char *database_file(struct database_tool *tool, const char *instead);
/* What store_import() and store_forget() do, in a server as well. */
enum store_error database_import(struct database_tool *tool, FILE *in, int64_t *count,
                                 struct fault *why);
struct store_forget;
enum store_error database_forget(struct database_tool *tool, struct store_forget *forget,
                                 struct fault *why);

#endif
