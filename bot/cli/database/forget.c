/* talon forget: removes a person from the database. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "bot/cli/cli.h"
#include "bot/cli/database/database.h"
#include "bot/table/seats/forget.h"

static const char usage[] =
    "usage: talon forget [--db FILE] NETWORK ACCOUNT\n"
    "Deletes a person from the database: the account on that network of the configuration (or "
    "else\n"
    "the nick), and everything linked with it. The leaderboards keep the scores without a name. "
    "The\n"
    "name that a channel saw stays in the proof of a round until its replay is deleted\n"
    "(keep_replays). Backups from before still hold everything. Stop the daemon first; the person\n"
    "must have left their tables. This cannot be undone.\n" DATABASE_HELP_SERVER
    "Exit status 0: done; 1: failed, with the reason.\n";

int cli_forget(int argc, char **argv)
{
    static const struct option options[] = {
        DATABASE_OPTIONS, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct database_tool database = {.name = "talon forget"};
    struct store_forget forget = {.texts = &forget_texts};
    struct fault why = {0};
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
    enum store_error error = database_forget(&database, &forget, &why);
    if (error != STORE_OK) {
        fprintf(stderr, "talon forget: %s%s; nothing was changed\n", why.text,
                error == STORE_LOCKED ? ": stop it first (systemctl stop talon)" : "");
        return error == STORE_LOCKED || error == STORE_FULL ? CLI_LATER : CLI_FAILED;
    }
    printf("deleted: %" PRId64 " identities, %" PRId64 " settings, their traces in %" PRId64
           " rounds, %" PRId64 " replays\n",
           forget.identities, forget.settings, forget.setups, forget.replays);
    return CLI_DONE;
}
