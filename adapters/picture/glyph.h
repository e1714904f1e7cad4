/* glyph.h: words in letters of our own, so that no font needs to be there.
 *
 * Capitals, digits and the signs of ASCII, as strokes with round ends. What can be folded to these
 * is ("Cœur volé" is "COEUR VOLE"). A size is the height of a capital in pixels. */
#ifndef TALON_ADAPTERS_PICTURE_GLYPH_H
#define TALON_ADAPTERS_PICTURE_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

#include <cairo.h>

enum { GLYPH_WORDS = 96 /* bytes of folded words, NUL included */ };

/* Whether all of it could be folded; what could not is left out. Cut where there is no room. */
bool glyph_fold(char out[GLYPH_WORDS], const char *words);

/* Of folded words: their width with the thickness of the strokes. */
double glyph_width(const char *folded, double size);
/* In the ink that is set, from x on. The path is new afterwards. */
void glyph_show(cairo_t *cairo, const char *folded, double x, double baseline, double size);

#endif
