/* picture_name.h: what a person calls themselves, drawn.
 *
 * Names come in every script, with accents, joined letters and signs: Pango shapes them, from what
 * fonts the machine has (fontconfig), and cuts what is too long with an ellipsis. Where no font has
 * a letter of it, boxes would tell nobody apart: then it is drawn in capitals of our own (glyph.h),
 * as far as it has Latin letters, else as its place in the order, "#3", which is the third one
 * named in the text beside the picture. Fonts of wide coverage: Debian's fonts-noto-core, and
 * fonts-noto-cjk. Cards need none of this: their words are ours. */
#ifndef TALON_ADAPTERS_DISCORD_PICTURE_NAME_H
#define TALON_ADAPTERS_DISCORD_PICTURE_NAME_H

#include <cairo.h>

/* In the ink that is set, from x on, of at most that width; `size` is that of a capital. */
void name_draw(cairo_t *cairo, const char *name, unsigned place, double x, double baseline,
               double width, double size);

#endif
