/* picture_name.h: draws the name of a person. Names come in every script, with accents, joined
 * letters and emoji. Pango shapes them with the fonts of the machine (fontconfig), and cuts long
 * ones with an ellipsis.
 *
 * If no font has all letters of a name, boxes would make all such names look alike. Then a name of
 * Latin letters is drawn in our own capitals (glyph.h). Any other name becomes its place in the
 * order: "#3" is the third name in the text beside the picture.
 *
 * Fonts for nearly every script: Debian's fonts-noto-core and fonts-noto-cjk. Cards need no font,
 * since their words are ours. */
#ifndef TALON_ADAPTERS_PICTURE_NAME_H
#define TALON_ADAPTERS_PICTURE_NAME_H

#include "cairo_pen.h"

enum name_align { NAME_LEFT, NAME_MIDDLE, NAME_RIGHT };

struct drawn_name {
    const char *name;
    unsigned place;     /* place of the name in the order, from 0 */
    double x, baseline; /* where it begins */
    double width;       /* at most */
    double size;        /* of a capital */
    uint8_t align;      /* enum name_align: where the name lies in `width` */
    unsigned lines;     /* at most; 0: one */
    double middle;      /* y of the middle of the text; used instead of `baseline` if there may be
                         * several lines */
    struct ink ink;
};

void name_draw(struct cairo_pen *pen, const struct drawn_name *name);

#endif
