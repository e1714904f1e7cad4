/* echo.h: the baseline of a round trip: a bot that can do nothing but answer one line. */
#ifndef TALON_TESTS_BENCH_ECHO_H
#define TALON_TESTS_BENCH_ECHO_H

#include <sys/types.h>

/* Starts a process that joins `channel` of the server at this port of 127.0.0.1 as "echo" and says
 * `answer` there after every line that begins with "!play". It ends with this process. -1 when it
 * cannot be started. */
pid_t echo_start(unsigned port, const char *channel, const char *answer);
void echo_stop(pid_t pid);

#endif
