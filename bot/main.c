/* The program: a table of subcommands. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/version.h"
#include "bot/cli/cli.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"play", cli_play, "play at a table in this terminal"},
    {"simulate", cli_simulate, "let computer players play whole rounds, and count"},
    {"scenario", cli_scenario, "run rule tests from *.scn files"},
    {"serve", cli_serve, "run the daemon that plays in channels"},
    {"setup", cli_setup, "write a configuration by a few questions, and test it"},
    {"config", cli_config, "print an example configuration with every key explained"},
    {"verify", cli_verify, "prove that a round was dealt fairly"},
    {"backup", cli_backup, "back up the database, also while the daemon runs"},
    {"restore", cli_restore, "restore a backup"},
    {"export", cli_export, "write the database as text"},
    {"forget", cli_forget, "delete a person from the database"},
    {"import", cli_import, "create a database from the output of export"},
#ifdef TALON_WEB
    {"site", cli_site, "write leaderboards, players and rounds as web pages"},
#endif
    {"check-db", cli_check_db, "check the database for damage and wrong leaderboards"},
    {"ctl", cli_ctl, "ask and direct the running daemon"},
};

enum { COMMANDS = ARRAY_SIZE(commands) };

static void usage(FILE *out)
{
    fputs("usage: talon COMMAND [ARGUMENT...]\n", out);
    for (unsigned i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
    fputs("talon COMMAND --help says more.\n", out);
}

/* Opens /dev/null for each standard stream that is closed. Else a file opened later could get the
 * stream's number, and messages would go into that file. */
static bool keep_streams(void)
{
    int fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = dup(fd);
    return fd >= 0 && close(fd) == 0;
}

int main(int argc, char **argv)
{
    if (!keep_streams())
        return CLI_FAILED;
    if (argc < 2) {
        usage(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return CLI_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("talon %s\nUNO is a trademark of Mattel. Talon is not affiliated with Mattel.\n",
               version_text);
        return CLI_DONE;
    }
    static char name[32];
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) != 0)
            continue;
        snprintf(name, sizeof(name), "talon %s", commands[i].name);
        argv[1] = name;
        return commands[i].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "talon: there is no command '%s'; talon --help lists them\n", argv[1]);
    return CLI_USAGE;
}
