/* drawn.h: draws the picture of a message, and reads it with the decoder of cairo. */
#ifndef TALON_TESTS_ADAPTERS_PICTURE_DRAWN_H
#define TALON_TESTS_ADAPTERS_PICTURE_DRAWN_H

#include <cairo.h>

#include "adapters/picture/picture.h"

/* Draws the picture of a message, which it destroys. */
struct picture *drawn_picture(struct message *message);
/* The pixels of a picture; the caller destroys them. */
cairo_surface_t *drawn_decode(const struct picture *picture);
/* Whether two pictures are the same file. */
bool drawn_same(const struct picture *one, const struct picture *other);

#endif
