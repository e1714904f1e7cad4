#include "poster.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "picture.h"
#include "picture_card.h"
#include "picture_name.h"
#include "picture_table.h"
#include "png.h"

enum {
    EDGE = 64, /* pixels around everything */
    TITLE = 50,
    TITLE_BASE = EDGE + TITLE,
    NOTE = 26,
    NOTE_BASE = TITLE_BASE + 24 + NOTE,
    TOP = NOTE_BASE + 40, /* of what is below */
    ROW = 60,
    CAPITAL = 28,
    RANK = 90, /* width */
    VALUE = 200,
    FAN = 300, /* width of the fan of cards beside the rows */
    RIGHT = POSTER_WIDTH - EDGE
};

struct poster_words {
    const char *text;
    unsigned place; /* place in the order, from 0 */
    double x, baseline, width, size;
};

static void draw_words(struct cairo_pen *pen, const struct poster_words *words)
{
    if (*words->text == '\0')
        return;
    name_draw(pen, &(struct drawn_name){.name = words->text,
                                        .place = words->place,
                                        .x = words->x,
                                        .baseline = words->baseline,
                                        .width = words->width,
                                        .size = words->size,
                                        .ink = art_paper});
}

static void draw_head(struct cairo_pen *pen, const struct poster *poster)
{
    draw_words(pen,
               &(struct poster_words){poster->title, 0, EDGE, TITLE_BASE, RIGHT - EDGE, TITLE});
    draw_words(pen, &(struct poster_words){poster->note, 0, EDGE, NOTE_BASE, RIGHT - EDGE, NOTE});
}

/* Draws the same cards on every picture, so that readers recognise the site. */
static void draw_fan(struct cairo_pen *pen)
{
    static const struct {
        enum tint tint;
        struct shown_card card;
        const char *label;
    } cards[] = {{TINT_RED, {.face = 2, .face_length = 1}, "R 7"},
                 {TINT_BLUE, {.face = 2, .face_length = 2}, "B +2"},
                 {TINT_YELLOW, {.face = 2, .face_length = 1}, "Y 4"},
                 {TINT_GREEN, {.face = 2, .face_length = 1}, "G 9"}};
    const unsigned count = ARRAY_SIZE(cards);
    for (unsigned i = 0; i < count; i++) {
        struct art_card card;
        art_read(&card, cards[i].tint, &cards[i].card, cards[i].label);
        cairo_save(pen->cairo);
        cairo_translate(pen->cairo, RIGHT - FAN / 2.0, POSTER_HEIGHT - 72.0);
        cairo_scale(pen->cairo, 0.85, 0.85);
        cairo_rotate(pen->cairo, -0.42 + 0.28 * i);
        cairo_translate(pen->cairo, -CARD_WIDTH / 2.0, -320);
        card_draw(pen, &card, ART_PILE);
        cairo_restore(pen->cairo);
    }
    draw_words(pen, &(struct poster_words){"Talon", 0, RIGHT - FAN / 2.0 - 52, POSTER_HEIGHT - 44.0,
                                           FAN, 30});
}

static void draw_rows(struct cairo_pen *pen, const struct poster *poster)
{
    double right = RIGHT - FAN - 40;
    for (unsigned i = 0; i < poster->count && i < POSTER_ROWS; i++) {
        double top = TOP + (double)ROW * i;
        double base = top + (ROW + CAPITAL) / 2.0 - 2;
        bool light = i % 2 == 0;
        if (light) {
            card_area(pen, EDGE - 16, top, right - EDGE + 32, ROW - 4, 12, ink_shade);
        }
        draw_words(pen,
                   &(struct poster_words){poster->rows[i].rank, i, EDGE, base, RANK - 16, CAPITAL});
        draw_words(pen, &(struct poster_words){poster->rows[i].name, i, EDGE + RANK, base,
                                               right - VALUE - EDGE - RANK - 16, CAPITAL});
        draw_words(pen, &(struct poster_words){poster->rows[i].value, i, right - VALUE, base, VALUE,
                                               CAPITAL});
    }
}

/* Draws the table in the middle, as large as there is room. */
static void draw_table(struct cairo_pen *pen, const struct poster *poster)
{
    double high = POSTER_HEIGHT - TOP - EDGE / 2.0;
    double wide = RIGHT - EDGE;
    double scale = high / table_height(&poster->snapshot);
    scale = scale * PICTURE_WIDTH > wide ? wide / PICTURE_WIDTH : scale;
    cairo_save(pen->cairo);
    cairo_translate(pen->cairo, (int)((POSTER_WIDTH - PICTURE_WIDTH * scale) / 2), TOP);
    cairo_scale(pen->cairo, scale, scale);
    table_draw(pen, &poster->snapshot);
    cairo_restore(pen->cairo);
}

static bool paint_poster(cairo_surface_t *surface, const struct poster *poster)
{
    struct cairo_pen pen;
    cairo_pen_init(&pen, surface);
    cairo_pen_ink(&pen, ink_ground);
    cairo_paint(pen.cairo);
    draw_head(&pen, poster);
    if (poster->is_table) {
        draw_table(&pen, poster);
    } else {
        draw_rows(&pen, poster);
        draw_fan(&pen);
    }
    bool good = cairo_pen_finish(&pen);
    cairo_surface_flush(surface);
    return good;
}

unsigned char *poster_draw(const struct poster *poster, size_t *size)
{
    unsigned char *data = NULL;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, POSTER_WIDTH, POSTER_HEIGHT);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && paint_poster(surface, poster)) {
        uint32_t inks[INKS];
        card_inks(inks);
        const struct png_pixels pixels = {
            .at = (const uint32_t *)(const void *)cairo_image_surface_get_data(surface),
            .width = POSTER_WIDTH,
            .height = POSTER_HEIGHT,
            .stride = (size_t)cairo_image_surface_get_stride(surface) / sizeof(uint32_t),
            .own = inks,
            .own_count = INKS};
        data = png_make(&pixels, size);
    }
    cairo_surface_destroy(surface);
    if (data != NULL && *size > POSTER_BYTES) {
        free(data);
        data = NULL;
    }
    return data;
}
