/* simulate_boards.h: of `./dev fleet --simulate`: what the boards cost, at a hundredth of the
 * people that a million servers of Discord have. */
#ifndef TALON_TESTS_FLEET_SIMULATE_BOARDS_H
#define TALON_TESTS_FLEET_SIMULATE_BOARDS_H

#include "storage/store.h"

enum { BOARDS_PEOPLE = 100000 };

struct boards {
    double top, top_worst;     /* ms until the first ten rows are there: half and 99 of 100 times */
    double stats, stats_worst; /* likewise the ranks of somebody, in every window */
    double person;             /* bytes of the boards for each person, indices with them */
};

/* Gives that many people their rows in the board of all time, past the store, and asks it; `loop`
 * is the store's. False: something failed. */
bool boards_measure(struct boards *boards, struct store *store, struct loop *loop,
                    const char *address);

#endif
