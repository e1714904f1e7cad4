/* beside.h: a process beside this one that serves at a socket in the file system, as behind a
 * proxy, and is ordered about by a pipe. What cannot be had ends the program with a line. */
#ifndef TALON_TESTS_BENCH_BESIDE_H
#define TALON_TESTS_BENCH_BESIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "measure.h"

/* Where it serves, below its folder; and pipes, read at [0]: what is to be done there, and what
 * came of it. */
extern char beside_folder[MEASURE_PATH], beside_path[MEASURE_PATH + 16];
extern int beside_orders[2], beside_answers[2];

/* Ends the program where that does not hold. */
void must(bool holds, const char *what);
/* All of it, however long the other end takes to read. */
void write_all(int fd, const char *bytes, size_t length);

/* Makes the folder, and room for so many sockets. */
void beside_init(unsigned sockets);
/* Runs there until it is ended; dies with this one. */
pid_t beside_begin(void (*run)(void));
void beside_end(pid_t child);
void beside_finish(void);

void beside_order(const void *order, size_t size);
void beside_answer(const void *answer, size_t size);
/* Waits for the whole of it. */
void beside_await(void *answer, size_t size);

/* A socket that listens there; one that is connected to it. */
int beside_listen(void);
int beside_come(void);

#endif
