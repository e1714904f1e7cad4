#include "drawn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

struct source {
    const unsigned char *at;
    size_t left;
};

static cairo_status_t take(void *arg, unsigned char *out, unsigned length)
{
    struct source *source = arg;
    if (length > source->left)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(out, source->at, length);
    source->at += length;
    source->left -= length;
    return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t *drawn_read(const unsigned char *data, size_t size)
{
    struct source source = {data, size};
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(take, &source);
    assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    assert_int_equal(source.left, 0);
    return surface;
}

cairo_surface_t *drawn_decode(const struct picture *picture)
{
    cairo_surface_t *surface = drawn_read(picture->data, picture->size);
    assert_int_equal(cairo_image_surface_get_width(surface), PICTURE_WIDTH);
    return surface;
}

struct picture *drawn_picture(struct message *message)
{
    assert_false(message->failed);
    struct picture *picture = picture_of(message);
    assert_non_null(picture);
    message_destroy(message);
    assert_true(picture_draw(picture));
    assert_true(picture->size > 0 && picture->size <= PICTURE_BYTES);
    return picture;
}

bool drawn_same(const struct picture *one, const struct picture *other)
{
    return one->size == other->size && memcmp(one->data, other->data, one->size) == 0;
}
