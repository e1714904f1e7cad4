/* picture_ring.h: the parts that pictures of a table in play and of a round's end share: the ring
 * round the pile, small cards, rows, and figures at their right edge. */
#ifndef TALON_ADAPTERS_PICTURE_RING_H
#define TALON_ADAPTERS_PICTURE_RING_H

#include "picture_card.h"

enum {
    ROW_HEIGHT = 38, /* pixels: height of a row of a table in play */
    ROW_CAPITAL = 16 /* pixels: height of a capital of a name in a row */
};

/* The ring: its pattern is the colour in force, the arrows outside it are the direction, and the
 * top card lies in it. */
struct drawn_ring {
    double x, y, side; /* x and y of its middle; side of its square, arrows included */
    uint8_t colour;    /* enum tint */
    bool clockwise;
    bool pile; /* other cards lie below the top card */
    const struct art_card *top;
};

void ring_draw(struct cairo_pen *pen, const struct drawn_ring *ring);
/* Draws a card of that width with its corner at x, y. */
void small_card(struct cairo_pen *pen, const struct art_card *card, double x, double y,
                double width);
/* Draws words in a box with round corners that ends at `right`. Returns where the box begins. */
struct drawn_pill {
    const char *words;
    double right, middle; /* x; y */
    bool filled;
    struct ink ink; /* paints the area if `filled`, else the frame and the words */
};
double pill_draw(struct cairo_pen *pen, const struct drawn_pill *pill);
/* Draws folded words (glyph.h) that end at `right`. */
void figure_draw(struct cairo_pen *pen, const char *words, double right, double baseline,
                 double size, struct ink ink);

#endif
