/* picture_name.h: what a person calls themselves, drawn.
 *
 * Names come in every script, with accents, joined letters and signs: Pango shapes them, from what
 * fonts the machine has (fontconfig), and cuts what is too long with an ellipsis. Where no font has
 * a letter of it, boxes would tell nobody apart: then it is drawn in capitals of our own (glyph.h),
 * as far as it has Latin letters, else as its place in the order, "#3", which is the third one
 * named in the text beside the picture. Fonts of wide coverage: Debian's fonts-noto-core, and
 * fonts-noto-cjk. Cards need none of this: their words are ours. */
#ifndef TALON_ADAPTERS_PICTURE_NAME_H
#define TALON_ADAPTERS_PICTURE_NAME_H

#include <cairo.h>

struct drawn_name {
    const char *name;
    unsigned place;     /* in the order, from 0 */
    double x, baseline; /* where it begins */
    double width;       /* at most */
    double size;        /* of a capital */
};

/* In the ink that is set. */
void name_draw(cairo_t *cairo, const struct drawn_name *name);

#endif
