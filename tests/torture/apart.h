/* apart.h: a cmocka test in a process of its own (run.h): its asserts end that alone. */
#ifndef TALON_TESTS_TORTURE_APART_H
#define TALON_TESTS_TORTURE_APART_H

#include <stdbool.h>

#include "run.h"

/* False: it failed or died; what it said is shown, with `what` that names it. */
bool torture_apart(void (*body)(void **state), const char *what);
/* The same for one that may end on purpose, by SIGABRT: `ended` tells then that it was so, and what
 * was said why. */
bool torture_apart_or_abort(void (*body)(void **state), const char *what, const bool *ended);

#endif
