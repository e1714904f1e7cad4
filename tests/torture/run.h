/* run.h: what torture repeats: a body in a process of its own, again and again, for as long as
 * there is time.
 *
 * TALON_TORTURE_SECONDS is what a program may take (`./dev test` gives it none: RUN_SECONDS), and
 * TALON_TORTURE_SEED chooses what it tries first: the seed that a failure names repeats it. */
#ifndef TALON_TESTS_TORTURE_RUN_H
#define TALON_TESTS_TORTURE_RUN_H

#include <stdbool.h>
#include <stddef.h>

enum { RUN_SECONDS = 4, RUN_PATH = 128 };

unsigned torture_seed(void);
/* Below `below`; *chance is any number, and another one then. */
unsigned torture_draw(unsigned *chance, unsigned below);

/* The i-th of 0 to `count` - 1 in an order that the seed gives: each comes once, near ones apart.
 */
unsigned long torture_shuffled(unsigned long i, unsigned long count);

/* The time begins to run; what is left of it, in seconds. */
void torture_begin(void);
double torture_left(void);

/* Memory that the body shares with who started it. It lasts as long as the program. */
void *torture_shared(size_t size);

/* Runs `body` as a test of its own process. False: it failed or died; what it said is shown, with
 * `what` that names it. */
bool torture_apart(void (*body)(void **state), const char *what);

/* A new empty folder, and away with one and all that is in it. */
void torture_make_folder(char path[RUN_PATH]);
void torture_remove_folder(const char *path);

#endif
