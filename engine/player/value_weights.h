/* value_weights.h: the weights of value.c, in 1/64 of a doubling. */
#ifndef TALON_ENGINE_PLAYER_VALUE_WEIGHTS_H
#define TALON_ENGINE_PLAYER_VALUE_WEIGHTS_H

#include <stdint.h>

enum {
    VALUE_COUNT = 0,
    VALUE_PLACE = 16,
    VALUE_WILDS = 32,
    VALUE_OPEN = 48,
    VALUE_COLOURS = 84,
    VALUE_ACTIONS = 104,
    VALUE_PHASE = 120,
    VALUE_POWER = 126,
    VALUE_WEIGHTS = 129,
    VALUE_FEATURES = 8
};

static const int16_t value_weights[VALUE_WEIGHTS] = {
    0,   38, 20,  25,  -17, 51,  25,  1,   -20, -39, -57,  -73, -87, -102, -114, -153, 56,  27,  6,
    -12, 10, 4,   -1,  -17, 3,   1,   -2,  -15, -1,  -1,   -4,  -16, 9,    124,  0,    0,   -29, 92,
    68,  0,  -34, 37,  80,  99,  -58, -10, 24,  52,  -102, 750, 0,   -47,  32,   54,   -28, 15,  23,
    -27, -7, 0,   -37, 55,  0,   -17, 14,  20,  -14, 0,    4,   -15, -8,   -7,   -17,  30,  0,   -6,
    7,   8,  -7,  -2,  -2,  -15, -14, -12, 124, 9,   0,    0,   0,   68,   12,   8,    0,   0,   -3,
    -15, -7, -3,  2,   -34, -40, -28, -19, -12, 25,  27,   0,   0,   3,    11,   19,   0,   -13, -4,
    7,   13, -38, -28, -17, -6,  -4,  0,   0,   0,   0,    0,   -4,  -8,   1};

#endif
