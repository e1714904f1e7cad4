/* talon check-db: checks that the database is whole and that its boards agree with its results. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/loop.h"
#include "bot/cli/cli.h"
#include "bot/cli/config/config.h"
#include "bot/cli/database/database.h"
#include "storage/check/board_check.h"
#include "storage/check/copy.h"

enum { NAME_MAX_LENGTH = 512, TOLD_MAX = 50 };

static const char usage[] =
    "usage: talon check-db [--db FILE] [--timezone ZONE] [--repair]\n"
    "Reads the whole database and reports damage. Also compares leaderboards and ratings with the\n"
    "results of the rounds. Changes nothing. The daemon may run.\n"
    "  --timezone ZONE  the timezone of the configuration (UTC, +HH:MM): needed to compare the\n"
    "                   leaderboards of days, weeks, months and seasons, too\n"
    "  --repair         recalculates the leaderboards that differ: all of them, or nothing. Stop\n"
    "                   the daemon first\n"
    "If old results were deleted (keep_results), totals can only be checked for being too small, "
    "and\n"
    "ratings not at all. Exit status 0: all is right, or was corrected; 1: it is not, with the "
    "reason.\n" DATABASE_HELP_SERVER;

struct check_asked {
    struct database_tool database;
    const char *db; /* the file */
    struct store_board_check sums;
    int status; /* exit status; -1: the command continues */
};

void cli_print_book(const char *path, const struct store_book *book)
{
    printf("%s has no damage: %" PRId64 " kB, %" PRId64 " people, %" PRId64 " rounds (%" PRId64
           " running), %" PRId64 " open tables\n",
           path, (book->bytes + 1023) / 1024, book->people, book->rounds, book->running,
           book->tables);
}

static bool read_option(struct check_asked *asked, int option)
{
    if (database_option(&asked->database, option, optarg))
        return true;
    if (option == 'r')
        asked->sums.repair = true;
    else if (option == 't' && config_timezone(optarg, &asked->sums.timezone_minutes))
        asked->sums.periods = true;
    else if (option == 't')
        fprintf(stderr, "talon check-db: '%s' is not UTC, +HH:MM or -HH:MM\n", optarg);
    else
        return false;
    return option != 't' || asked->sums.periods;
}

static struct check_asked read_arguments(int argc, char **argv)
{
    static const struct option options[] = {
        DATABASE_OPTIONS,
        {"timezone", required_argument, NULL, 't'},
        {"repair", no_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct check_asked asked = {
        .database.name = "talon check-db", .sums.now = clock_now(), .status = -1};
    int option = 0;
    while ((option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
        if (read_option(&asked, option))
            continue;
        if (option != 't')
            fputs(usage, option == 'h' ? stdout : stderr);
        asked.status = option == 'h' ? CLI_DONE : CLI_USAGE;
        return asked;
    }
    if (argc != optind) {
        fputs(usage, stderr);
        asked.status = CLI_USAGE;
    }
    return asked;
}

static void tell_line(void *arg, const char *line)
{
    unsigned *told = arg;
    if (++*told <= TOLD_MAX)
        fprintf(stderr, "%s\n", line);
}

static int check_whole(const struct check_asked *asked)
{
    struct fault why = {0};
    struct store_book book = {0};
    enum store_error error = store_check(asked->db, &book, &why);
    if (error == STORE_OK) {
        char name[NAME_MAX_LENGTH];
        database_name(asked->database.db, name, sizeof(name));
        cli_print_book(name, &book);
        return CLI_DONE;
    }
    fprintf(stderr, "talon check-db: %s\n", why.text);
    if (error == STORE_DAMAGED)
        fprintf(stderr, "restore a backup: talon restore --db %s COPY\n", asked->db);
    return error == STORE_LOCKED ? CLI_LATER : CLI_FAILED;
}

static void print_sums(const struct check_asked *asked, const struct store_board_result *sums,
                       unsigned told)
{
    if (told > TOLD_MAX)
        fprintf(stderr, "and %u more\n", told - TOLD_MAX);
    if (sums->differ == 0) {
        printf("the leaderboards match the results: %" PRId64 " sums%s%s\n", sums->compared,
               asked->sums.periods ? "" : " of all time",
               sums->pruned ? ", as far as the results are kept" : "");
    } else if (sums->left < sums->differ) {
        printf("corrected %" PRId64 " of %" PRId64 " differences\n", sums->differ - sums->left,
               sums->differ);
    } else {
        printf("the leaderboards do NOT match the results: %" PRId64
               " differences. --repair recalculates them\n",
               sums->differ);
    }
}

static int check_boards(struct check_asked *asked)
{
    struct fault why = {0};
    unsigned told = 0;
    struct store_board_result sums;
    asked->sums.differs = tell_line;
    asked->sums.arg = &told;
    enum store_error error = store_check_boards(asked->db, &asked->sums, &sums, &why);
    if (error == STORE_OLDER && !asked->sums.repair) {
        printf("its leaderboards are not compared: %s\n", why.text);
        return CLI_DONE;
    }
    if (error != STORE_OK) {
        fprintf(stderr, "talon check-db: %s%s\n", why.text,
                error == STORE_LOCKED && asked->sums.repair
                    ? ": stop it first (systemctl stop talon)"
                    : "");
        return error == STORE_LOCKED || error == STORE_FULL ? CLI_LATER : CLI_FAILED;
    }
    print_sums(asked, &sums, told);
    return (asked->sums.repair ? sums.left : sums.differ) == 0 ? CLI_DONE : CLI_FAILED;
}

int cli_check_db(int argc, char **argv)
{
    struct check_asked asked = read_arguments(argc, argv);
    if (asked.status >= 0)
        return asked.status;
    asked.db = asked.sums.repair
                   ? database_file(&asked.database, "export it, import that into a file and back")
                   : database_to_read(&asked.database);
    if (asked.db == NULL)
        return CLI_FAILED;
    int status = check_whole(&asked);
    return status == CLI_DONE ? check_boards(&asked) : status;
}
