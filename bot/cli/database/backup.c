/* talon backup and restore: copies of the database. */
#include <getopt.h>
#include <stdio.h>

#include "bot/cli/cli.h"
#include "bot/cli/database/database.h"
#include "storage/check/copy.h"

static const char backup_usage[] =
    "usage: talon backup [--db FILE] COPY\n"
    "Copies the database to COPY, which must not exist yet, and checks the copy. The daemon may "
    "run.\n"
    "COPY holds the secrets of running rounds. Only its owner can read it. The copy of a "
    "PostgreSQL\n"
    "database is a file of pg_dump, which must be installed.\n" DATABASE_HELP;

static const char restore_usage[] = "usage: talon restore [--db FILE] COPY\n"
                                    "Checks COPY, a backup, and makes it the database. Stop the "
                                    "daemon first. The old database stays\n"
                                    "beside it as FILE.before-restore. A PostgreSQL database must "
                                    "be new and empty.\n" DATABASE_HELP;

/* The arguments of both commands. */
struct backup_asked {
    struct database_tool database;
    const char *copy;
    int status; /* exit status; -1: the command continues */
};

static struct backup_asked read_arguments(int argc, char **argv, const char *usage)
{
    static const struct option options[] = {
        DATABASE_OPTIONS, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct backup_asked asked = {
        .database.name = usage == backup_usage ? "talon backup" : "talon restore", .status = -1};
    int option = 0;
    while ((option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
        if (database_option(&asked.database, option, optarg))
            continue;
        fputs(usage, option == 'h' ? stdout : stderr);
        asked.status = option == 'h' ? CLI_DONE : CLI_USAGE;
        return asked;
    }
    if (argc - optind != 1) {
        fputs(usage, stderr);
        asked.status = CLI_USAGE;
    }
    asked.copy = argc > optind ? argv[optind] : NULL;
    return asked;
}

static int refuse(const char *command, enum store_error error, const char *why)
{
    fprintf(stderr, "talon %s: %s\n", command, why);
    return error == STORE_LOCKED || error == STORE_FULL ? CLI_LATER : CLI_FAILED;
}

int cli_backup(int argc, char **argv)
{
    struct fault why = {0};
    struct store_book book = {0};
    struct backup_asked asked = read_arguments(argc, argv, backup_usage);
    if (asked.status >= 0)
        return asked.status;
    enum store_error error = database_backup(&asked.database, asked.copy, &book, &why);
    if (error != STORE_OK)
        return refuse("backup", error, why.text);
    cli_print_book(asked.copy, &book);
    return CLI_DONE;
}

int cli_restore(int argc, char **argv)
{
    struct fault why = {0};
    char kept[STORE_KEPT_MAX] = "";
    char name[STORE_KEPT_MAX];
    struct store_book book = {0};
    struct backup_asked asked = read_arguments(argc, argv, restore_usage);
    if (asked.status >= 0)
        return asked.status;
    enum store_error error = database_restore(&asked.database, asked.copy, kept, &book, &why);
    if (error == STORE_LOCKED)
        fputs("talon restore: stop the daemon first (systemctl stop talon)\n", stderr);
    if (error != STORE_OK)
        return refuse("restore", error, why.text);
    database_name(asked.database.db, name, sizeof(name));
    cli_print_book(name, &book);
    if (*kept != '\0')
        printf("the old database is now %s\n", kept);
    return CLI_DONE;
}
