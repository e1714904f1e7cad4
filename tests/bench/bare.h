/* bare.h: the baseline of the engine: the same game without what makes an engine of it.
 *
 * Random legal play of the classic deck as a bare loop over bit sets. It checks nothing, tells
 * nothing, knows no switches, no challenge and no UNO: how fast this machine can go at all. */
#ifndef TALON_TESTS_BENCH_BARE_H
#define TALON_TESTS_BENCH_BARE_H

#include <stdint.h>

/* Plays rounds with 4 players; gives the moves (plays and draws). */
uint64_t bare_play(uint64_t seed, unsigned long rounds);

#endif
