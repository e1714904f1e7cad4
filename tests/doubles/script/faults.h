/* faults.h: random faults from a seed, so that a test can repeat what it found. */
#ifndef TALON_TESTS_DOUBLES_SCRIPT_FAULTS_H
#define TALON_TESTS_DOUBLES_SCRIPT_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

struct faults {
    uint64_t state;
};

void faults_init(struct faults *faults, uint64_t seed);
/* True in `percent` of 100 calls. 0 and 100 use no randomness. */
bool faults_happen(struct faults *faults, long percent);

#endif
