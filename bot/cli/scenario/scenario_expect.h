/* scenario_expect.h: reads the arguments of an `expect`, by the shape that scenario_check.h gives
 * it. */
#ifndef TALON_BOT_CLI_SCENARIO_SCENARIO_EXPECT_H
#define TALON_BOT_CLI_SCENARIO_SCENARIO_EXPECT_H

#include "scenario_words.h"

struct expectation;

struct expect {
    const struct expectation *row;
    unsigned player, other; /* numbers of names, from 0; SEAT_NONE: none (or all) */
    unsigned low, high;     /* a number or a range */
    unsigned value;         /* phase, colour, direction, power */
    uint8_t list[DECK_MAX]; /* faces, players, or plays (face, or face + PLAY_FLEX) */
    unsigned count;
};

enum { PLAY_FLEX = 0x80, OTHER_ALL = 254 };

/* Reads the words of a line; the first is "expect". Returns false with the fault set. */
bool expect_read(const struct rules *rules, unsigned players, const struct words *words,
                 unsigned line, struct expect *expect, struct scenario_fault *fault);

#endif
