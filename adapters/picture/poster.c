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
    unsigned place; /* in the order, from 0 */
    double x, baseline, width, size;
    unsigned ink;
};

static void draw_words(cairo_t *cairo, const struct poster_words *words)
{
    if (*words->text == '\0')
        return;
    card_ink(cairo, words->ink);
    name_draw(cairo, &(struct drawn_name){.name = words->text,
                                          .place = words->place,
                                          .x = words->x,
                                          .baseline = words->baseline,
                                          .width = words->width,
                                          .size = words->size});
}

static void draw_head(cairo_t *cairo, const struct poster *poster)
{
    draw_words(cairo, &(struct poster_words){poster->title, 0, EDGE, TITLE_BASE, RIGHT - EDGE,
                                             TITLE, INK_PAPER});
    draw_words(cairo, &(struct poster_words){poster->note, 0, EDGE, NOTE_BASE, RIGHT - EDGE, NOTE,
                                             INK_PAPER});
}

/* Draws the same cards on every picture, so that readers recognise the site. */
static void draw_fan(cairo_t *cairo, const struct card_patterns *patterns)
{
    static const struct {
        enum tint tint;
        const char *face;
    } cards[] = {{TINT_RED, "7"}, {TINT_BLUE, "+2"}, {TINT_YELLOW, "4"}, {TINT_GREEN, "9"}};
    const unsigned count = ARRAY_SIZE(cards);
    for (unsigned i = 0; i < count; i++) {
        const struct shown_card card = {.face_length = (uint8_t)strlen(cards[i].face)};
        struct card_look look = card_look_of(cards[i].tint, &card, cards[i].face);
        cairo_save(cairo);
        cairo_translate(cairo, RIGHT - FAN / 2.0, POSTER_HEIGHT - 72.0);
        cairo_scale(cairo, 0.85, 0.85);
        cairo_rotate(cairo, -0.42 + 0.28 * i);
        cairo_translate(cairo, -CARD_WIDTH / 2.0, -320);
        card_draw(cairo, patterns, &look);
        cairo_restore(cairo);
    }
    draw_words(cairo, &(struct poster_words){"Talon", 0, RIGHT - FAN / 2.0 - 52,
                                             POSTER_HEIGHT - 44.0, FAN, 30, INK_PAPER});
}

static void draw_rows(cairo_t *cairo, const struct poster *poster)
{
    double right = RIGHT - FAN - 40;
    for (unsigned i = 0; i < poster->count && i < POSTER_ROWS; i++) {
        double top = TOP + (double)ROW * i;
        double base = top + (ROW + CAPITAL) / 2.0 - 2;
        bool light = i % 2 == 0;
        if (light) {
            card_ink(cairo, INK_TABLE);
            card_round(cairo, EDGE - 16, top, right - EDGE + 32, ROW - 4, 12);
            cairo_fill(cairo);
        }
        draw_words(cairo, &(struct poster_words){poster->rows[i].rank, i, EDGE, base, RANK - 16,
                                                 CAPITAL, INK_PAPER});
        draw_words(cairo,
                   &(struct poster_words){poster->rows[i].name, i, EDGE + RANK, base,
                                          right - VALUE - EDGE - RANK - 16, CAPITAL, INK_PAPER});
        draw_words(cairo, &(struct poster_words){poster->rows[i].value, i, right - VALUE, base,
                                                 VALUE, CAPITAL, INK_PAPER});
    }
}

/* Draws the table in the middle, as large as there is room. */
static void draw_table(cairo_t *cairo, const struct card_patterns *patterns,
                       const struct poster *poster)
{
    double high = POSTER_HEIGHT - TOP - EDGE / 2.0;
    double wide = RIGHT - EDGE;
    double scale = high / table_height(&poster->snapshot);
    scale = scale * PICTURE_WIDTH > wide ? wide / PICTURE_WIDTH : scale;
    cairo_save(cairo);
    cairo_translate(cairo, (int)((POSTER_WIDTH - PICTURE_WIDTH * scale) / 2), TOP);
    cairo_scale(cairo, scale, scale);
    table_draw(cairo, patterns, &poster->snapshot);
    cairo_restore(cairo);
}

static bool paint_poster(cairo_surface_t *surface, const struct poster *poster)
{
    struct card_patterns patterns;
    if (!card_patterns_init(&patterns))
        return false;
    cairo_t *cairo = cairo_create(surface);
    card_ink(cairo, INK_GROUND);
    cairo_paint(cairo);
    draw_head(cairo, poster);
    if (poster->is_table) {
        draw_table(cairo, &patterns, poster);
    } else {
        draw_rows(cairo, poster);
        draw_fan(cairo, &patterns);
    }
    bool good = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    card_patterns_finish(&patterns);
    cairo_surface_flush(surface);
    return good;
}

unsigned char *poster_draw(const struct poster *poster, size_t *size)
{
    unsigned char *data = NULL;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, POSTER_WIDTH, POSTER_HEIGHT);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && paint_poster(surface, poster)) {
        const struct png_pixels pixels = {
            .at = (const uint32_t *)(const void *)cairo_image_surface_get_data(surface),
            .width = POSTER_WIDTH,
            .height = POSTER_HEIGHT,
            .stride = (size_t)cairo_image_surface_get_stride(surface) / sizeof(uint32_t),
            .own = card_inks,
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
