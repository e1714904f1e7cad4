/* digits.h: numbers in large figures of half blocks. Pure. */
#ifndef TALON_ADAPTERS_TERMINAL_DIGITS_H
#define TALON_ADAPTERS_TERMINAL_DIGITS_H

#include "grid.h"

enum { DIGITS_ROWS = 3 };

/* Returns how many columns a text of digits and plus signs takes in large figures; 0: the text has
 * other characters. */
unsigned digits_width(const char *text);
/* Writes such a text in DIGITS_ROWS rows. */
void digits_put(struct cell_grid *grid, unsigned row, unsigned column, enum paint paint,
                const char *text);

#endif
