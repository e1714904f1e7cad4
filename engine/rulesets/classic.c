/* RULES.md 1 "Names": seed 000 without its special card; 108 cards, family A. */
#include "ruleset_internal.h"

static const struct deck_row rows[] = {
    ROWS_CLASSIC(COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW),
};

const struct ruleset ruleset_classic = {
    .name = "classic",
    .players_min = 2,
    .players_max = 10,
    .colours = {COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW},
    .defaults = family_a,
    .rows = rows,
    .row_count = ROW_COUNT(rows),
};
