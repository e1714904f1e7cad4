/* picture_card.h: cards (base/art/art.h) in pictures, and what pictures draw besides cards. */
#ifndef TALON_ADAPTERS_PICTURE_CARD_H
#define TALON_ADAPTERS_PICTURE_CARD_H

#include "cairo_pen.h"

enum {
    CARD_WIDTH = 144, /* pixels */
    CARD_HEIGHT = CARD_WIDTH * ART_HEIGHT / ART_WIDTH,
    CARD_ROUND = CARD_WIDTH * ART_ROUND / ART_WIDTH,
    INKS = TINTS + 8
};

extern const struct ink ink_ground, ink_shade, ink_playable, ink_quiet, ink_frame;

/* Writes the colours of large areas, for png.h. */
void card_inks(uint32_t inks[INKS]);

/* Fills an area with round corners. */
void card_area(struct cairo_pen *pen, double x, double y, double width, double height,
               double radius, struct ink ink);
/* Draws the cards of a pile, on which card_draw() then draws the top card. */
void card_pile(struct cairo_pen *pen);
/* Draws a card of CARD_WIDTH with its corner at 0, 0. */
void card_draw(struct cairo_pen *pen, const struct art_card *card, enum art_form form);

#endif
