/* cairo_pen.h: a pen (base/art/canvas.h) that paints with cairo. */
#ifndef TALON_ADAPTERS_PICTURE_CAIRO_PEN_H
#define TALON_ADAPTERS_PICTURE_CAIRO_PEN_H

#include <stdbool.h>
#include <stdint.h>

#include <cairo.h>

#include "base/art/art.h"
#include "base/art/pattern.h"

enum {
    /* Tiles of patterns in different sizes; a picture has about 30. */
    TILES_MAX = 64
};

/* One side of a pattern's tile in pixels, and the tile as cairo wants it. */
struct tile {
    unsigned pattern, side;
    cairo_pattern_t *source;
};

struct cairo_pen {
    struct canvas canvas; /* first member, so that a cast finds this struct */
    cairo_t *cairo;
    unsigned tile_count;
    struct tile tiles[TILES_MAX];
};

/* Draws on `surface`. */
void cairo_pen_init(struct cairo_pen *pen, cairo_surface_t *surface);
/* Returns false if memory was out, so that the picture is not whole. */
bool cairo_pen_finish(struct cairo_pen *pen);

/* Makes an ink the source of what cairo draws next. A pattern is drawn in whole pixels and not
 * scaled, which is faster and makes files smaller. */
void cairo_pen_ink(struct cairo_pen *pen, struct ink ink);

#endif
