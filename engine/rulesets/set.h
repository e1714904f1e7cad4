/* set.h: the parts of a rule set: its deck, its defaults, and the hooks of its special card.
 * Only engine/ includes it. */
#ifndef TALON_ENGINE_SET_H
#define TALON_ENGINE_SET_H

#include "engine/array_size.h"
#include "engine/hooks.h"

struct ruleset {
    const char *name;
    uint8_t players_min, players_max;
    uint8_t power_cards;
    uint8_t colours[4]; /* RULES.md 9, in its order */
    uint16_t defaults[SWITCH_COUNT];
    const struct deck_row *rows;
    unsigned row_count;
    struct hooks hooks;
};

extern const struct ruleset ruleset_classic, ruleset_hyper, ruleset_skull, ruleset_web,
    ruleset_flex, ruleset_minion;

/* RULES.md 9: the defaults that all sheets share. A switch without a row here or in the sheet is
 * off or 0. */
#define SWITCHES_COMMON                                                                            \
    [SWITCH_WD4_GUILTY_KEEPS_TURN] = true, [SWITCH_TARGET] = 500, [SWITCH_HAND_SIZE] = 7,          \
    [SWITCH_ROUND_LIMIT] = 5000, [SWITCH_UNO_PENALTY] = 2,                                         \
    [SWITCH_TWO_PLAYER_REVERSE] = TWO_REVERSE_SKIP

/* Rows of a deck table. */
#define ROW_NUMBER(c, n, copies)                                                                   \
    {                                                                                              \
        {.kind = KIND_NUMBER, .colour = (c), .value = (n), .points = (n)}, (copies)                \
    }
#define ROW_ACTION(c, k)                                                                           \
    {                                                                                              \
        {.kind = (k), .colour = (c), .points = 20}, 2                                              \
    }
#define ROW_WILD(k)                                                                                \
    {                                                                                              \
        {.kind = (k), .points = 50}, 4                                                             \
    }
#define ROWS_COLOUR(c)                                                                             \
    ROW_NUMBER(c, 0, 1), ROW_NUMBER(c, 1, 2), ROW_NUMBER(c, 2, 2), ROW_NUMBER(c, 3, 2),            \
        ROW_NUMBER(c, 4, 2), ROW_NUMBER(c, 5, 2), ROW_NUMBER(c, 6, 2), ROW_NUMBER(c, 7, 2),        \
        ROW_NUMBER(c, 8, 2), ROW_NUMBER(c, 9, 2), ROW_ACTION(c, KIND_DRAW2),                       \
        ROW_ACTION(c, KIND_REVERSE), ROW_ACTION(c, KIND_SKIP)
#define ROWS_CLASSIC(a, b, c, d)                                                                   \
    ROWS_COLOUR(a), ROWS_COLOUR(b), ROWS_COLOUR(c), ROWS_COLOUR(d), ROW_WILD(KIND_WILD),           \
        ROW_WILD(KIND_WILD_DRAW4)

#endif
