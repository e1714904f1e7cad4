/* scarcity.h: what a test and a daemon beneath scarcity.c share: memory that is out for some of the
 * libraries that the daemon stands on. It is the file that $TALON_SCARCITY names. */
#ifndef TALON_TESTS_STORM_SCARCITY_H
#define TALON_TESTS_STORM_SCARCITY_H

#include <stdatomic.h>

struct scarcity {
    char libraries[64]; /* beginnings of their files' names, a space between; read in a start */
    atomic_ulong asked; /* allocations of theirs so far */
    atomic_ulong first, last; /* of those fail; 0: none */
    atomic_ulong failed;
};

#endif
