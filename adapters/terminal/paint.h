/* paint.h: the colours of the paints on terminals of 256 and of 16 colours. Pure. */
#ifndef TALON_ADAPTERS_TERMINAL_PAINT_H
#define TALON_ADAPTERS_TERMINAL_PAINT_H

#include "grid.h"

/* Attributes. They also tell the paints apart where there are no colours (NO_COLOR). */
enum { PAINT_BOLD = 1, PAINT_DIM = 2, PAINT_REVERSE = 4 };

struct colours {
    uint8_t ink, ground;     /* of 256 */
    uint8_t ink16, ground16; /* of 16 */
    uint8_t bold16;          /* with 16 colours: PAINT_BOLD, PAINT_DIM */
    uint8_t plain;           /* attributes without colours */
};

const struct colours *paint_colours(enum paint paint);
/* The value 0xRRGGBB of one of the 256 colours. */
unsigned paint_rgb(unsigned colour);

#endif
