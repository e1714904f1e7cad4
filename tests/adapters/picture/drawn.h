/* drawn.h: draws the picture of a message, and reads it with the decoder of cairo. */
#ifndef TALON_TESTS_ADAPTERS_PICTURE_DRAWN_H
#define TALON_TESTS_ADAPTERS_PICTURE_DRAWN_H

#include <cairo.h>

#include "adapters/picture/picture.h"

/* Draws the picture of a message, which it destroys. */
struct picture *drawn_picture(struct message *message);
/* Return the pixels of a PNG file, or of a picture. The caller destroys them. */
cairo_surface_t *drawn_read(const unsigned char *data, size_t size);
cairo_surface_t *drawn_decode(const struct picture *picture);
/* Whether two pictures are the same file. */
bool drawn_same(const struct picture *one, const struct picture *other);

#endif
