/* talon forget: a person taken out of the database. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "bot/cli/cli.h"
#include "bot/cli/database/database.h"
#include "bot/table/seats/forget.h"

enum { WHY_MAX = 512 };

static const char usage[] =
    "usage: talon forget [--db FILE] NETWORK ACCOUNT\n"
    "Takes a person out of the database: the account (or, where there is none of that name, the\n"
    "nick) on that network of the configuration, and whatever it is linked with. The boards keep\n"
    "their scores without a name; accounts, names, links and settings go, and their identities in\n"
    "the records of rounds. The name that a channel saw stays in the proof of a round as long as "
    "its\n"
    "replay is kept (keep_replays). Backups that were made before still have everything. It "
    "cannot\n"
    "be undone. Stop the daemon before, and let them leave their tables.\n" DATABASE_HELP_SERVER
    "Exit status 0: done; 1: not, with the reason.\n";

int cli_forget(int argc, char **argv)
{
    static const struct option options[] = {
        DATABASE_OPTIONS, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct database_tool database = {.name = "talon forget"};
    struct store_forget forget = {.texts = &forget_texts};
    char why[WHY_MAX] = "";
    int option = 0;
    while ((option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
        if (database_option(&database, option, optarg))
            continue;
        fputs(usage, option == 'h' ? stdout : stderr);
        return option == 'h' ? CLI_DONE : CLI_USAGE;
    }
    if (argc != optind + 2) {
        fputs(usage, stderr);
        return CLI_USAGE;
    }
    forget.network = argv[optind];
    forget.account = argv[optind + 1];
    enum store_error error = database_forget(&database, &forget, why, sizeof(why));
    if (error != STORE_OK) {
        fprintf(stderr, "talon forget: %s%s; nothing was changed\n", why,
                error == STORE_LOCKED ? ": stop it first (systemctl stop talon)" : "");
        return error == STORE_LOCKED || error == STORE_FULL ? CLI_LATER : CLI_FAILED;
    }
    printf("deleted: %" PRId64 " identities, %" PRId64 " settings, their traces in %" PRId64
           " rounds, %" PRId64 " replays\n",
           forget.identities, forget.settings, forget.setups, forget.replays);
    return CLI_DONE;
}
