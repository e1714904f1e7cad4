/* away.h: a way to a PostgreSQL server that takes time, as to one in another place. */
#ifndef TALON_TESTS_BENCH_AWAY_H
#define TALON_TESTS_BENCH_AWAY_H

#include <stdbool.h>
#include <sys/types.h>

struct away {
    pid_t pid;
    char folder[64], path[96];
};

/* Starts a process that passes on what comes for the server whose socket is in that folder, and
 * what it answers, each half of `trip` (seconds) later. It ends with this process. False: it cannot
 * be started. */
bool away_start(struct away *away, const char *server, double trip);
void away_stop(struct away *away);

#endif
