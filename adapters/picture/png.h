/* png.h: writes pixels as a PNG file (PNG, Third Edition, W3C), with 256 colours at most and one
 * byte a pixel. For drawings with flat areas this takes a tenth of the time and bytes of cairo's
 * own PNG writer, and pictures are sent at each move. If there are more colours, similar ones
 * become the same, which shows a little at edges. Pure, uses zlib. */
#ifndef TALON_ADAPTERS_PICTURE_PNG_H
#define TALON_ADAPTERS_PICTURE_PNG_H

#include <stddef.h>
#include <stdint.h>

struct png_pixels {
    const uint32_t *at; /* 0x00RRGGBB; the high byte is ignored */
    unsigned width, height;
    size_t stride;       /* pixels of a row */
    const uint32_t *own; /* colours that are kept exactly (those of large areas), 32 at most */
    unsigned own_count;
};

/* Returns the file, which the caller frees; NULL: memory is out. */
unsigned char *png_make(const struct png_pixels *pixels, size_t *size);

#endif
