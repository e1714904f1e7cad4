/* pattern.h: the patterns that stand for the colours of cards. Each repeats a square tile: dots are
 * red, stripes green, waves blue, triangles yellow, a lattice purple, rings orange, crosses wild.
 */
#ifndef TALON_BASE_ART_PATTERN_H
#define TALON_BASE_ART_PATTERN_H

#include "canvas.h"

/* Units of the tile's side. */
double pattern_side(unsigned pattern);
/* "red" ... "wild", "back". */
const char *pattern_name(unsigned pattern);
/* Returns the ink that paints with a pattern. */
struct ink pattern_ink(unsigned pattern);
/* Draws the tile, which has its corner at 0, 0. Strokes may go beyond the tile. */
void pattern_draw(struct canvas *canvas, unsigned pattern);

#endif
