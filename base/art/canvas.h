/* canvas.h: what cards are drawn on.
 *
 * art.h describes each card once, as calls of the functions below. A pen carries them out:
 * adapters/picture/ has one that paints pixels (cairo), svg.h is one that writes SVG. Lengths are
 * in units of the drawing, y points down.
 *
 * A path collects moves, lines and shapes until it is filled or stroked, which ends it. */
#ifndef TALON_BASE_ART_CANVAS_H
#define TALON_BASE_ART_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"

/* One pattern for each tint, with the tint's number, and one for the back of cards. */
enum { PATTERN_BACK = TINTS, PATTERNS, PATTERN_NONE };

struct ink {
    uint32_t rgb;    /* 0xRRGGBB */
    uint8_t percent; /* how much it covers */
    uint8_t pattern; /* the pattern drawn over the colour; PATTERN_NONE: none */
};

struct canvas {
    const struct pen *pen;
};

struct pen {
    void (*move)(struct canvas *canvas, double x, double y);
    void (*line)(struct canvas *canvas, double x, double y);
    /* Adds a curve from the current point to (x, y), bent by the control point (by_x, by_y) (a
     * quadratic Bezier curve). */
    void (*bend)(struct canvas *canvas, double by_x, double by_y, double x, double y);
    void (*close)(struct canvas *canvas);
    /* Add whole shapes to the path. `radius` is that of the corners. */
    void (*rect)(struct canvas *canvas, double x, double y, double width, double height,
                 double radius);
    void (*circle)(struct canvas *canvas, double x, double y, double radius);
    void (*fill)(struct canvas *canvas, struct ink ink);
    /* Strokes the path. `round`: its ends and corners are round. */
    void (*stroke)(struct canvas *canvas, struct ink ink, double width, bool round);
    /* Moves the origin, then scales. Both hold until put_back(). */
    void (*place)(struct canvas *canvas, double x, double y, double scale);
    void (*put_back)(struct canvas *canvas);
    /* Begins a part that many drawings share. Parts with equal names must look the same; a name has
     * letters, digits, "_" and "-". True: the caller draws the part and ends it with end_part().
     * False: the pen has this part already and repeats it, so the caller draws nothing. */
    bool (*begin_part)(struct canvas *canvas, const char *name);
    void (*end_part)(struct canvas *canvas);
};

#endif
