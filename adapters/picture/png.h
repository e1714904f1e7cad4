/* png.h: pixels as the bytes of a PNG file.
 *
 * Of at most 256 colours, one byte a pixel: of a drawing of flat areas that is a tenth of what
 * cairo's own writing gives and takes, and it is sent at each move. Edges lose a little when there
 * are more colours. Pure, over zlib. PNG (Third Edition), W3C. */
#ifndef TALON_ADAPTERS_PICTURE_PNG_H
#define TALON_ADAPTERS_PICTURE_PNG_H

#include <stddef.h>
#include <stdint.h>

struct png_pixels {
    const uint32_t *at; /* 0x00RRGGBB; the high byte does not count */
    unsigned width, height;
    size_t stride;       /* pixels of a row */
    const uint32_t *own; /* the colours of the areas, at most 32: these stay as they are */
    unsigned own_count;
};

/* To be freed; NULL: memory is out. */
unsigned char *png_make(const struct png_pixels *pixels, size_t *size);

#endif
