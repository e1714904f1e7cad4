/* talon export and import: write the database as lines of text, and read it back. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bot/cli/cli.h"
#include "bot/cli/database/database.h"
#include "bot/table/seats/personal_data.h"
#include "storage/export/export.h"
#include "storage/export/import.h"

enum { NAME_MAX_LENGTH = 512 };

static const char export_usage[] =
    "usage: talon export [--db FILE]\n"
    "       talon export [--db FILE] --person NETWORK ACCOUNT\n"
    "Writes the database to standard output, one JSON object on each line: people, identities,\n"
    "links, settings, rounds with their proofs and results, leaderboards, open tables. The daemon\n"
    "may run. The same database gives the same bytes. The output holds the secrets of running\n"
    "rounds: keep it as private as the database.\n"
    "  --person         writes everything about one person, to be given to them: the account on\n"
    "                   that network (or else the nick), and everything linked with it. The "
    "output\n"
    "                   holds nothing about other people, and no secret of a "
    "round.\n" DATABASE_HELP_SERVER "Exit status 0: complete; 1: failed, or a damaged replay was "
    "left out, or nothing is stored about\n"
    "the person.\n";

static const char import_usage[] = "usage: talon import [--db FILE]\n"
                                   "Reads the output of talon export from standard input and "
                                   "creates a database from it. The import\n"
                                   "is complete, or nothing is imported and the line with the "
                                   "fault is named. FILE must not exist,\n"
                                   "or be empty. A PostgreSQL database must hold no people, "
                                   "rounds, tables or settings.\n"
                                   "Stop the daemon first.\n" DATABASE_HELP_SERVER;

struct export_asked {
    struct database_tool database;
    bool person; /* the arguments name a person: network and account */
};

/* Returns the exit status, or -1 if the command continues. */
static int read_arguments(int argc, char **argv, const char *usage, struct export_asked *asked)
{
    static const struct option options[] = {DATABASE_OPTIONS,
                                            {"help", no_argument, NULL, 'h'},
                                            {"person", no_argument, NULL, 'p'},
                                            {NULL, 0, NULL, 0}};
    int option = 0;
    *asked = (struct export_asked){.database.name =
                                       usage == export_usage ? "talon export" : "talon import"};
    while ((option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
        if (database_option(&asked->database, option, optarg))
            continue;
        if (option == 'p' && usage == export_usage) {
            asked->person = true;
        } else {
            fputs(usage, option == 'h' ? stdout : stderr);
            return option == 'h' ? CLI_DONE : CLI_USAGE;
        }
    }
    if (argc == optind + (asked->person ? 2 : 0))
        return -1;
    fputs(usage, stderr);
    return CLI_USAGE;
}

static void tell_left_out(void *arg, const char *line)
{
    (void)arg;
    fprintf(stderr, "talon export: %s: left out\n", line);
}

static int export_all(const char *db)
{
    struct fault why = {0};
    struct store_export to = {.out = stdout, .left_out = tell_left_out};
    if (store_export(db, &to, &why) != STORE_OK) {
        fprintf(stderr, "talon export: %s\n", why.text);
        return CLI_FAILED;
    }
    return to.left > 0 ? CLI_FAILED : CLI_DONE;
}

static int export_person(const char *db, const char *network, const char *account)
{
    struct fault why = {0};
    struct store_export_person to = {
        .out = stdout, .network = network, .account = account, .texts = &personal_data_texts};
    if (store_export_person(db, &to, &why) == STORE_OK)
        return CLI_DONE;
    fprintf(stderr, "talon export: %s\n", why.text);
    return CLI_FAILED;
}

int cli_export(int argc, char **argv)
{
    struct export_asked asked;
    int status = read_arguments(argc, argv, export_usage, &asked);
    if (status >= 0)
        return status;
    const char *db = database_to_read(&asked.database);
    if (db == NULL)
        return CLI_FAILED;
    status = asked.person ? export_person(db, argv[optind], argv[optind + 1]) : export_all(db);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "talon export: cannot write the output: %s\n", strerror(errno));
        return CLI_FAILED;
    }
    return status;
}

int cli_import(int argc, char **argv)
{
    struct export_asked asked;
    struct fault why = {0};
    int64_t lines = 0;
    int status = read_arguments(argc, argv, import_usage, &asked);
    if (status >= 0)
        return status;
    enum store_error error = database_import(&asked.database, stdin, &lines, &why);
    if (error != STORE_OK) {
        fprintf(stderr, "talon import: %s%s; nothing was imported\n", why.text,
                error == STORE_LOCKED ? ": stop it first (systemctl stop talon)" : "");
        return error == STORE_LOCKED || error == STORE_FULL ? CLI_LATER : CLI_FAILED;
    }
    char name[NAME_MAX_LENGTH];
    database_name(asked.database.db, name, sizeof(name));
    printf("%s: imported %" PRId64 " lines\n", name, lines);
    return CLI_DONE;
}
