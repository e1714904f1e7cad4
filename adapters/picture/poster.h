/* poster.h: the picture of a page (struct poster of base/poster.h), as wide and high as those
 * who show such pictures want them. */
#ifndef TALON_ADAPTERS_PICTURE_POSTER_H
#define TALON_ADAPTERS_PICTURE_POSTER_H

#include <stddef.h>

#include "base/poster.h"

enum { POSTER_BYTES = 300000 /* none is larger */ };

/* The bytes of a PNG file, to be freed. It takes tens of milliseconds: off the loop. NULL: memory
 * is out, it would be too large, or the build cannot draw (picture_can()). */
unsigned char *poster_draw(const struct poster *poster, size_t *size);

#endif
