/* cli.h: the subcommands of the program.
 *
 * Each takes the arguments behind its own name (argv[0] is "talon" and that name) and gives the
 * exit status: 0 done, 1 it said no, 2 it was asked wrongly. Each answers --help. */
#ifndef TALON_BOT_CLI_CLI_H
#define TALON_BOT_CLI_CLI_H

enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

int cli_backup(int argc, char **argv);
int cli_check_db(int argc, char **argv);
int cli_config(int argc, char **argv);
int cli_ctl(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_import(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_restore(int argc, char **argv);
int cli_scenario(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_simulate(int argc, char **argv);
int cli_verify(int argc, char **argv);

/* The database where it is not said, as the configuration has it. */
extern const char *const cli_database;
struct store_book;
/* Says that a database is whole, and what it holds. */
void cli_print_book(const char *path, const struct store_book *book);

#endif
