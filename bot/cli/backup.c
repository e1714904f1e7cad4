/* talon backup, restore and check-db: copies of the database, and whether it is whole. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "bot/cli/cli.h"
#include "storage/copy.h"

enum { WHY_MAX = 512 };

static const char *const database = "/var/lib/talon/talon.db"; /* as the configuration has it */

static const char backup_usage[] =
    "usage: talon backup [--db FILE] COPY\n"
    "Copies the database to COPY, which must not be there yet, and checks the copy. The daemon "
    "may\n"
    "go on meanwhile: the copy has all that was decided when it was begun. FILE is\n"
    "/var/lib/talon/talon.db if it is not said. COPY holds the secrets of running rounds: it is "
    "for\n"
    "its owner alone.\n";

static const char restore_usage[] =
    "usage: talon restore [--db FILE] COPY\n"
    "Puts COPY, a backup, in the place of the database, after it was checked. Stop the daemon\n"
    "before. The database that was there stays beside it as FILE.before-restore. FILE is\n"
    "/var/lib/talon/talon.db if it is not said.\n";

static const char check_usage[] =
    "usage: talon check-db [--db FILE]\n"
    "Reads the whole database and says whether it is whole; changes nothing. The daemon may go on\n"
    "meanwhile. FILE is /var/lib/talon/talon.db if it is not said. Exit status 0: it is; 1: it is\n"
    "not, with the reason.\n";

/* What the three are asked alike. */
struct asked {
    const char *db, *copy;
    int status; /* CLI_DONE: it was help; -1: go on */
};

static struct asked read_arguments(int argc, char **argv, const char *usage, int operands)
{
    static const struct option options[] = {
        {"db", required_argument, NULL, 'd'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct asked asked = {.db = database, .status = -1};
    int option = 0;
    while ((option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
        if (option == 'd') {
            asked.db = optarg;
            continue;
        }
        fputs(usage, option == 'h' ? stdout : stderr);
        asked.status = option == 'h' ? CLI_DONE : CLI_USAGE;
        return asked;
    }
    if (argc - optind != operands) {
        fputs(usage, stderr);
        asked.status = CLI_USAGE;
    }
    asked.copy = argc > optind ? argv[optind] : NULL;
    return asked;
}

static void print(const char *path, const struct store_book *book)
{
    printf("%s is whole: %" PRId64 " kB, %" PRId64 " people, %" PRId64 " rounds (%" PRId64
           " running), %" PRId64 " open tables\n",
           path, (book->bytes + 1023) / 1024, book->people, book->rounds, book->running,
           book->tables);
}

static int refuse(const char *command, const char *why)
{
    fprintf(stderr, "talon %s: %s\n", command, why);
    return CLI_FAILED;
}

int cli_backup(int argc, char **argv)
{
    char why[WHY_MAX] = "";
    struct store_book book = {0};
    const struct asked asked = read_arguments(argc, argv, backup_usage, 1);
    if (asked.status >= 0)
        return asked.status;
    if (store_backup(asked.db, asked.copy, &book, why, sizeof(why)) != STORE_OK)
        return refuse("backup", why);
    print(asked.copy, &book);
    return CLI_DONE;
}

int cli_restore(int argc, char **argv)
{
    char why[WHY_MAX] = "";
    char kept[STORE_KEPT_MAX] = "";
    struct store_book book = {0};
    const struct asked asked = read_arguments(argc, argv, restore_usage, 1);
    if (asked.status >= 0)
        return asked.status;
    enum store_error error = store_restore(asked.db, asked.copy, kept, &book, why, sizeof(why));
    if (error == STORE_LOCKED) {
        fprintf(stderr, "talon restore: %s: stop it first (systemctl stop talon)\n", why);
        return CLI_FAILED;
    }
    if (error != STORE_OK)
        return refuse("restore", why);
    print(asked.db, &book);
    if (*kept != '\0')
        printf("what was there before is %s\n", kept);
    return CLI_DONE;
}

int cli_check_db(int argc, char **argv)
{
    char why[WHY_MAX] = "";
    struct store_book book = {0};
    const struct asked asked = read_arguments(argc, argv, check_usage, 0);
    if (asked.status >= 0)
        return asked.status;
    enum store_error error = store_check(asked.db, &book, why, sizeof(why));
    if (error != STORE_OK)
        refuse("check-db", why);
    if (error == STORE_DAMAGED)
        fprintf(stderr, "a backup takes its place by: talon restore --db %s COPY\n", asked.db);
    if (error != STORE_OK)
        return CLI_FAILED;
    print(asked.db, &book);
    return CLI_DONE;
}
