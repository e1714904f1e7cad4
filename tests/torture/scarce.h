/* scarce.h: memory that is out, for tests: the n-th allocation fails, alone or with more behind it.
 *
 * What this tree's own code allocates comes here by the linker's --wrap; SQLite and cJSON are given
 * these functions by scarce_install(). (libuv ends the process itself where it finds no memory for
 * its own.) abort() comes here, too: to end on purpose, where an accepted move would be lost else,
 * is the house's way (storage/store.h), and to die of anything else is not. */
#ifndef TALON_TESTS_TORTURE_SCARCE_H
#define TALON_TESTS_TORTURE_SCARCE_H

#include <stdbool.h>

/* Before anything else is called. */
void scarce_install(void);
/* Counts from 1 from now on; those from the number `at` on, `length` of them, fail (`at` 0: none).
 */
void scarce_begin(unsigned long at, unsigned long length);
/* This thread is given all and counts nothing, or no more; gives what was before. */
bool scarce_spare(bool spared);
/* All are given again. How many were asked for. */
unsigned long scarce_end(void);
/* Whether one has failed. */
bool scarce_struck(void);
/* Set when the process ends on purpose; NULL: nobody wants to know. */
extern bool *scarce_ended;

#endif
