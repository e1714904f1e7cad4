/* cli.h: the subcommands of the program. Each takes the arguments behind its own name (argv[0] is
 * "talon" and that name), and returns the exit status that config/man/talon.1 documents. Each
 * answers --help. */
#ifndef TALON_BOT_CLI_CLI_H
#define TALON_BOT_CLI_CLI_H

#include <sysexits.h>

enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,          /* it could not be done; of what judges (check-db, verify): no */
    CLI_UNJUDGED = 2,        /* what judges cases or rounds had nothing it could judge */
    CLI_PARTLY = 2,          /* all was written but some pages, which were named */
    CLI_USAGE = EX_USAGE,    /* it was asked wrongly */
    CLI_LATER = EX_TEMPFAIL, /* somebody else has the database, or the disk is full */
    CLI_CONFIG = EX_CONFIG   /* the configuration is refused */
};

int cli_backup(int argc, char **argv);
int cli_check_db(int argc, char **argv);
int cli_config(int argc, char **argv);
int cli_ctl(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_forget(int argc, char **argv);
int cli_import(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_restore(int argc, char **argv);
int cli_scenario(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_setup(int argc, char **argv);
int cli_simulate(int argc, char **argv);
#ifdef TALON_WEB
int cli_site(int argc, char **argv);
#endif
int cli_verify(int argc, char **argv);

struct store_book;
/* Says that a database is whole, and what it holds. */
void cli_print_book(const char *path, const struct store_book *book);

#endif
