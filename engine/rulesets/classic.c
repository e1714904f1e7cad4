/* The classic set: 108 cards, no special card. */
#include "set.h"

static const struct deck_row rows[] = {
    ROWS_CLASSIC(COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW),
};

const struct ruleset ruleset_classic = {
    .name = "classic",
    .players_min = 2,
    .players_max = 10,
    .colours = {COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW},
    .defaults =
        {
            SWITCHES_COMMON,
            [SWITCH_DEALER] = DEALER_CHOSEN,
            [SWITCH_FIRST_DISCARD] = FIRST_IGNORE_NON_NUMBER,
            [SWITCH_FIRST_WD4] = FIRST_WD4_IGNORED,
            [SWITCH_FIRST_SPECIAL] = FIRST_SPECIAL_IGNORED,
            [SWITCH_WD4_MATCH] = WD4_MATCH_ALL_WILDS,
            [SWITCH_LAST_CARD_DRAW] = LAST_DRAW_NONE,
            [SWITCH_SCORE] = SCORE_SINGLE_ROUND,
        },
    .rows = rows,
    .row_count = ARRAY_SIZE(rows),
};
