/* cli.h: the subcommands of the program.
 *
 * Each function takes the arguments after its subcommand: argv[0] is "talon" and the subcommand's
 * name. It returns the exit status. The manual page config/man/talon.1 explains these. Each
 * subcommand answers --help. */
#ifndef TALON_BOT_CLI_CLI_H
#define TALON_BOT_CLI_CLI_H

#include <sysexits.h>

enum {
    CLI_DONE = 0,
    CLI_FAILED = 1, /* the work failed, or a command that judges (check-db, verify) found a fault */
    CLI_UNJUDGED = 2, /* a command that judges cases or rounds found none to judge */
    CLI_PARTLY = 2,   /* some pages could not be written, and were named; the rest was written */
    CLI_USAGE = EX_USAGE,    /* the arguments are wrong */
    CLI_LATER = EX_TEMPFAIL, /* another process uses the database, or the disk is full */
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
/* Prints that the database at `path` is whole, and how much it holds. */
void cli_print_book(const char *path, const struct store_book *book);

#endif
