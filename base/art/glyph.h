/* glyph.h: draws words in letters of our own, so that no font is needed. The letters are strokes
 * with round ends: capitals, digits and the signs of ASCII. Other characters are folded to these if
 * possible ("Cœur volé" becomes "COEUR VOLE"). A size is the height of a capital. */
#ifndef TALON_BASE_ART_GLYPH_H
#define TALON_BASE_ART_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

#include "canvas.h"

enum { GLYPH_WORDS = 96 /* bytes of folded words, NUL included */ };

/* Folds words to the letters above. Leaves out what cannot be folded, and cuts what does not fit.
 * Returns true if everything could be folded. */
bool glyph_fold(char out[GLYPH_WORDS], const char *words);

/* Returns the width of folded words, with the thickness of the strokes. */
double glyph_width(const char *folded, double size);
/* Draws folded words from x on. */
void glyph_show(struct canvas *canvas, const char *folded, double x, double baseline, double size,
                struct ink ink);

#endif
