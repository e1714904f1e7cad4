/* daemon.h: a real `talon serve` for a test, on a real server.
 *
 * The program is $TALON_PROGRAM. Its configuration, database and log lie in a folder of its own. */
#ifndef TALON_TESTS_MATCH_DAEMON_H
#define TALON_TESTS_MATCH_DAEMON_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tests/real/ircd.h"

struct daemon {
    pid_t pid; /* 0: not running */
    char folder[64];
    char config[96], database[96], log[96];
};

/* Further lines of [talon], for daemons to come; "" at first. */
extern const char *daemon_talon_lines;

/* The PostgreSQL of daemons to come; NULL: a file of their own. */
extern const char *daemon_server;

/* What the file "password" holds, which further lines of the configuration may name. */
#define DAEMON_PASSWORD "open-sesame"

/* Writes the configuration for `ircd`; starts nothing. `more` are further lines of [irc test],
 * which sends as fast as it can unless they say flood_rate. It logs all there is (debug). */
bool daemon_init(struct daemon *daemon, const struct ircd *ircd, bool tls, const char *more);
/* Writes another one over it. */
bool daemon_configure(struct daemon *daemon, const struct ircd *ircd, bool tls, const char *more);
bool daemon_start(struct daemon *daemon);
/* SIGHUP: it reads its configuration again. */
void daemon_reload(struct daemon *daemon);
/* SIGKILL, and waits for its end. */
void daemon_kill(struct daemon *daemon);
/* Holds it where it is, or lets it go on. */
void daemon_pause(struct daemon *daemon, bool paused);
/* SIGTERM; its exit status, 128 and a signal that ended it, -1 when it needed SIGKILL. */
int daemon_stop(struct daemon *daemon);
/* Runs `talon verify` on a round of its database; true when it is proven. */
bool daemon_verify(const struct daemon *daemon, long long round);
/* Runs `talon ctl WORDS` on its control socket and gives what it printed, of both streams, cut at
 * `size`; the exit status, -1 when it could not be run. */
int daemon_ctl(const struct daemon *daemon, const char *words, char *text, size_t size);
/* Runs `talon WORDS --db` on its database (its server, if it has one), likewise. */
int daemon_tool(const struct daemon *daemon, const char *words, char *text, size_t size);
/* Likewise `talon WORDS --config`, with its configuration. */
int daemon_tool_by_config(const struct daemon *daemon, const char *words, char *text, size_t size);
/* Whether its log has that by now. */
bool daemon_logged(const struct daemon *daemon, const char *part);
/* Prints the end of the log (after a failure). */
void daemon_show_log(const struct daemon *daemon);
/* Ends it and removes its files. Aborts, with the line, when its log holds a secret of its
 * configuration, or the hand or code of somebody that irc_client.h has read. */
void daemon_finish(struct daemon *daemon);

#endif
