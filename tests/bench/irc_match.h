/* irc_match.h: a match of two on a real ngircd, typed as fast as it is asked for: what it takes
 * from
 * "!play" to its line in the channel, against an echo bot and one durable commit. Everything runs
 * on one core: where the parts are placed alone moves a round trip by more than what is measured.
 */
#ifndef TALON_TESTS_BENCH_IRC_MATCH_H
#define TALON_TESTS_BENCH_IRC_MATCH_H

#include "measure.h"

/* Durable commits of one row, so many, each as a sample of seconds. */
typedef bool irc_match_commit(void *arg, unsigned count, struct samples *commits);

/* Measures (the daemon's database: daemon_server of tests/match/daemon.h) and prints the rows,
 * which begin with `what`. False: it could not be measured, which is said. */
bool irc_match_measure(const char *what, irc_match_commit *commit, void *arg);

#endif
