/* svg_reader.h: reads what the SVG pen wrote, and paints it with cairo. It knows the elements and
 * commands of that pen, and fails at any other. */
#ifndef TALON_TESTS_ADAPTERS_PICTURE_SVG_READER_H
#define TALON_TESTS_ADAPTERS_PICTURE_SVG_READER_H

#include "adapters/picture/cairo_pen.h"

/* Paints the symbol with that id, out of a whole SVG text. */
void svg_paint(struct cairo_pen *pen, const char *svg, const char *id);

#endif
