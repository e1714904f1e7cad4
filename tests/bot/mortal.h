/* mortal.h: a process that dies at a write of its choice, for tests of what must be whole then.
 *
 * SIGKILL at the Nth change that SQLite makes to a file, for N = 1, 2, 3, ... until nothing is left
 * to die at: no moment of what is done is left out. */
#ifndef TALON_TESTS_BOT_MORTAL_H
#define TALON_TESTS_BOT_MORTAL_H

#include <stdbool.h>

/* From now on this process dies before its `changes`-th write or truncation (0: never). */
void mortal_arm(unsigned changes);
/* Tells who waits in mortal_run() that the answer was given. */
void mortal_answer(void);

/* Runs `act` in a process of its own, where it calls mortal_arm() with `changes` when it is ready.
 * False: it died. `answered`: it called mortal_answer() before. */
bool mortal_run(void (*act)(unsigned changes), unsigned changes, bool *answered);

#endif
