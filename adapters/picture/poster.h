/* poster.h: draws the picture of a web page (struct poster of base/poster.h), in the size that
 * sites with link previews want. */
#ifndef TALON_ADAPTERS_PICTURE_POSTER_H
#define TALON_ADAPTERS_PICTURE_POSTER_H

#include <stddef.h>

#include "base/poster.h"

enum { POSTER_BYTES = 300000 /* none is larger */ };

/* Returns the bytes of a PNG file, which the caller frees. It takes tens of milliseconds, so do not
 * run it on the loop. NULL: memory is out, the picture would be too large, or the build cannot draw
 * (picture_can()). */
unsigned char *poster_draw(const struct poster *poster, size_t *size);

#endif
