/* database.h: opens the database that the configuration names. It is a file of SQLite, or a
 * database of a PostgreSQL server. */
#ifndef TALON_BOT_CLI_DATABASE_DATABASE_H
#define TALON_BOT_CLI_DATABASE_DATABASE_H

#include <stdio.h>

#include "bot/cli/config/config.h"
#include "storage/check/backups.h"

/* Returns whether the text is the address of a server ("postgresql://..."), and not a path. */
bool database_is_server(const char *database);
/* Returns why the text cannot be used as an address, or NULL if it can. The reason repeats nothing
 * of the address, which may hold a password. */
const char *database_refused(const char *address);
/* Writes the database's name for people. The name of a server shows no user, no password and no
 * options. */
void database_name(const char *database, char *name, size_t size);

struct database_setup {
    const struct config *config;
    const char *database; /* config_database() */
    int timezone_minutes;
    struct loop *loop;
    const struct log *log;
    bool fresh; /* make a new database even if copies of an old one are in its folder */
};
/* Opens the database, and makes it if it is missing. On an error `why` is set. */
enum store_error database_open(struct store **store, const struct database_setup *setup,
                               struct fault *why);

/* Describes in `source` the database to copy, for store_backup(). Writes the password of a server
 * to `password`. Returns false if the database cannot be read. Both texts must outlive `source`. */
enum { DATABASE_PASSWORD_MAX = 512 };
bool database_source(const struct config *config, const char *database,
                     char password[DATABASE_PASSWORD_MAX], struct store_source *source,
                     struct fault *why);

/* -- tools, which know files -- */

/* The database a tool works on. If the arguments name none, it is that of the configuration. If
 * there is no configuration either, it is /var/lib/talon/talon.db. */
struct database_tool {
    const char *name;   /* "talon export" */
    const char *db;     /* a file or an address; NULL: not known yet */
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
/* The help of the tools that can also use a server. */
#define DATABASE_HELP_SERVER                                                                       \
    DATABASE_HELP                                                                                  \
    "FILE may also be a PostgreSQL database: postgresql://USER@HOST/NAME. Commands that only "     \
    "read copy\n"                                                                                  \
    "it into $TMPDIR (/tmp) first. If the address is that of the configuration, its "              \
    "database_password\n"                                                                          \
    "names the password. Otherwise libpq finds it (PGPASSFILE, PGPASSWORD).\n"
/* Stores the value of --db or --config. Returns false if `option` is neither. */
bool database_option(struct database_tool *tool, int option, const char *value);

/* Returns the path of a file to read. If the database is on a server, this is a copy in $TMPDIR,
 * which is removed when the program ends. Returns NULL after it has printed why there is none. */
const char *database_to_read(struct database_tool *tool);
/* Returns the path of a database file to work on. If the database is on a server, or cannot be
 * found, it prints why and returns NULL. `instead` tells people what to use for a server. */
const char *database_file(struct database_tool *tool, const char *instead);
/* Do what store_backup(), store_restore(), store_import() and store_forget() do, on a file or on a
 * server. */
enum store_error database_backup(struct database_tool *tool, const char *to,
                                 struct store_book *book, struct fault *why);
enum store_error database_restore(struct database_tool *tool, const char *from,
                                  char kept[STORE_KEPT_MAX], struct store_book *book,
                                  struct fault *why);
enum store_error database_import(struct database_tool *tool, FILE *in, int64_t *count,
                                 struct fault *why);
struct store_forget;
enum store_error database_forget(struct database_tool *tool, struct store_forget *forget,
                                 struct fault *why);

#endif
