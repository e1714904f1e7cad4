/* run.h: what torture repeats: something in a process of its own, again and again, for as long as
 * there is time.
 *
 * TALON_TORTURE_SECONDS is what a program may take (`./dev test` gives it none: RUN_SECONDS), and
 * TALON_TORTURE_SEED chooses what it tries first. */
#ifndef TALON_TESTS_TORTURE_RUN_H
#define TALON_TESTS_TORTURE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { RUN_SECONDS = 3, RUN_PATH = 128 };

unsigned torture_seed(void);
/* Below `below`; *chance is any number, and another one then. */
unsigned torture_draw(unsigned *chance, unsigned below);
/* The i-th of 0 to `count` - 1 in an order that the seed gives: each comes once, near ones apart.
 */
unsigned long torture_shuffled(unsigned long i, unsigned long count);

/* Seconds since some moment. */
double torture_now(void);
/* The time begins to run; what is left of it, in seconds. */
void torture_begin(void);
double torture_left(void);

/* Memory that a process shares with who started it. It lasts as long as the program. */
void *torture_shared(size_t size);

/* Runs `body` in a process of its own, which ends with what it gives; gives what waitpid() does.
 * What it says is in `said` (NULL: is lost). */
int torture_fork(int (*body)(void *arg), void *arg, FILE *said);
/* Shows what was said. */
void torture_show(FILE *said);

/* A new empty folder, and away with one and all that is in it. */
void torture_make_folder(char path[RUN_PATH]);
void torture_remove_folder(const char *path);

#endif
