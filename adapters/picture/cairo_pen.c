#include "cairo_pen.h"

#include <math.h>

#define CIRCLE 6.28318530717958647692

static cairo_t *cairo_of(struct canvas *canvas)
{
    return ((struct cairo_pen *)canvas)->cairo;
}

/* -- tiles -- */

static cairo_pattern_t *make_tile(unsigned pattern, unsigned side)
{
    struct cairo_pen pen;
    cairo_surface_t *tile = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)side, (int)side);
    double scale = side / pattern_side(pattern);
    cairo_pen_init(&pen, tile);
    cairo_scale(pen.cairo, scale, scale);
    pattern_draw(&pen.canvas, pattern);
    cairo_pen_finish(&pen);
    cairo_pattern_t *source = cairo_pattern_create_for_surface(tile);
    cairo_surface_destroy(tile);
    cairo_pattern_set_extend(source, CAIRO_EXTEND_REPEAT);
    return source;
}

/* Returns NULL if there are too many tiles. Then the area gets its plain colour only. */
static cairo_pattern_t *find_tile(struct cairo_pen *pen, unsigned pattern, unsigned side)
{
    for (unsigned i = 0; i < pen->tile_count; i++) {
        if (pen->tiles[i].pattern == pattern && pen->tiles[i].side == side)
            return pen->tiles[i].source;
    }
    if (pen->tile_count == TILES_MAX)
        return NULL;
    struct tile *tile = &pen->tiles[pen->tile_count++];
    *tile = (struct tile){pattern, side, make_tile(pattern, side)};
    return tile->source;
}

void cairo_pen_ink(struct cairo_pen *pen, struct ink ink)
{
    cairo_set_source_rgba(pen->cairo, (double)(ink.rgb >> 16) / 255,
                          (double)(ink.rgb >> 8 & 0xff) / 255, (double)(ink.rgb & 0xff) / 255,
                          ink.percent / 100.0);
    if (ink.pattern >= PATTERNS)
        return;
    cairo_matrix_t matrix;
    cairo_get_matrix(pen->cairo, &matrix);
    double scale = hypot(matrix.xx, matrix.yx);
    double side = round(pattern_side(ink.pattern) * scale);
    cairo_pattern_t *source = find_tile(pen, ink.pattern, side < 2 ? 2 : (unsigned)side);
    if (source == NULL)
        return;
    cairo_pattern_set_filter(source, matrix.yx == 0 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR);
    cairo_matrix_init_scale(&matrix, scale, scale);
    cairo_pattern_set_matrix(source, &matrix);
    cairo_set_source(pen->cairo, source);
}

/* -- the pen -- */

static void pen_move(struct canvas *canvas, double x, double y)
{
    cairo_move_to(cairo_of(canvas), x, y);
}

static void pen_line(struct canvas *canvas, double x, double y)
{
    cairo_line_to(cairo_of(canvas), x, y);
}

static void pen_bend(struct canvas *canvas, double by_x, double by_y, double x, double y)
{
    double from_x, from_y;
    cairo_get_current_point(cairo_of(canvas), &from_x, &from_y);
    cairo_curve_to(cairo_of(canvas), from_x + (by_x - from_x) * 2 / 3,
                   from_y + (by_y - from_y) * 2 / 3, x + (by_x - x) * 2 / 3, y + (by_y - y) * 2 / 3,
                   x, y);
}

static void pen_close(struct canvas *canvas)
{
    cairo_close_path(cairo_of(canvas));
}

static void pen_rect(struct canvas *canvas, double x, double y, double width, double height,
                     double radius)
{
    cairo_t *cairo = cairo_of(canvas);
    double right = x + width - radius;
    double bottom = y + height - radius;
    if (radius <= 0) {
        cairo_rectangle(cairo, x, y, width, height);
        return;
    }
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, right, y + radius, radius, -CIRCLE / 4, 0);
    cairo_arc(cairo, right, bottom, radius, 0, CIRCLE / 4);
    cairo_arc(cairo, x + radius, bottom, radius, CIRCLE / 4, CIRCLE / 2);
    cairo_arc(cairo, x + radius, y + radius, radius, CIRCLE / 2, CIRCLE * 3 / 4);
    cairo_close_path(cairo);
}

static void pen_circle(struct canvas *canvas, double x, double y, double radius)
{
    cairo_new_sub_path(cairo_of(canvas));
    cairo_arc(cairo_of(canvas), x, y, radius, 0, CIRCLE);
    cairo_close_path(cairo_of(canvas));
}

static void pen_fill(struct canvas *canvas, struct ink ink)
{
    cairo_pen_ink((struct cairo_pen *)canvas, ink);
    cairo_fill(cairo_of(canvas));
}

static void pen_stroke(struct canvas *canvas, struct ink ink, double width, bool round)
{
    cairo_t *cairo = cairo_of(canvas);
    cairo_pen_ink((struct cairo_pen *)canvas, ink);
    cairo_set_line_width(cairo, width);
    cairo_set_line_cap(cairo, round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cairo, round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
    cairo_stroke(cairo);
}

static void pen_place(struct canvas *canvas, double x, double y, double scale)
{
    cairo_save(cairo_of(canvas));
    cairo_translate(cairo_of(canvas), x, y);
    cairo_scale(cairo_of(canvas), scale, scale);
}

static void pen_put_back(struct canvas *canvas)
{
    cairo_restore(cairo_of(canvas));
}

static bool pen_begin_part(struct canvas *canvas, const char *name)
{
    (void)canvas;
    (void)name;
    return true;
}

static void pen_end_part(struct canvas *canvas)
{
    (void)canvas;
}

static const struct pen cairo_pen = {
    .move = pen_move,
    .line = pen_line,
    .bend = pen_bend,
    .close = pen_close,
    .rect = pen_rect,
    .circle = pen_circle,
    .fill = pen_fill,
    .stroke = pen_stroke,
    .place = pen_place,
    .put_back = pen_put_back,
    .begin_part = pen_begin_part,
    .end_part = pen_end_part,
};

void cairo_pen_init(struct cairo_pen *pen, cairo_surface_t *surface)
{
    pen->canvas.pen = &cairo_pen;
    pen->cairo = cairo_create(surface);
    pen->tile_count = 0;
}

bool cairo_pen_finish(struct cairo_pen *pen)
{
    bool good = cairo_status(pen->cairo) == CAIRO_STATUS_SUCCESS;
    for (unsigned i = 0; i < pen->tile_count; i++) {
        good = good && cairo_pattern_status(pen->tiles[i].source) == CAIRO_STATUS_SUCCESS;
        cairo_pattern_destroy(pen->tiles[i].source);
    }
    cairo_destroy(pen->cairo);
    return good;
}
