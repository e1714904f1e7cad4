#include "picture_card.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/art/glyph.h"

enum {
    TILE = 24,   /* pixels of the square that a pattern repeats */
    BORDER = 5,  /* of paper, around the card */
    HEAD = 50,   /* the strip that shows the pattern */
    FOOT = 34,   /* and that of a flex side */
    MARGIN = 12, /* around the plate with the words */
    TAG = 39,    /* the side of a letter's */
    LINES = 4    /* of a face */
};

#define CIRCLE 6.28318530717958647692

const uint32_t card_inks[INKS] = {
    [TINT_WILD] = 0x4a4f5a,   [TINT_RED] = 0xb3202c,    [TINT_GREEN] = 0x2f9e62,
    [TINT_BLUE] = 0x2456c4,   [TINT_YELLOW] = 0xf2c230, [TINT_PURPLE] = 0x7c3fb0,
    [TINT_ORANGE] = 0xe8742a, [INK_GROUND] = 0x1d222b,  [INK_TABLE] = 0x353d4b,
    [INK_PAPER] = 0xf8f5ec,   [INK_DARK] = 0x16181d,    [INK_PLAYABLE] = 0xffffff,
};

const char card_letters[TINTS + 1] = "?RGBYPO";

struct card_look card_look_of(unsigned tint, const struct shown_card *card, const char *label)
{
    struct card_look look = {.tint = tint < TINTS ? (uint8_t)tint : TINT_WILD, .card = *card};
    look.card.flex = card->flex < TINTS ? card->flex : TINT_WILD;
    look.card.sign = card->sign < SIGNS ? card->sign : SIGN_NONE;
    snprintf(look.face, sizeof(look.face), "%.*s", (int)card->face_length, label + card->face);
    return look;
}

void card_wild(struct card_look *look, enum tint named)
{
    if (look->tint == TINT_WILD && (int)named < TINTS)
        look->tint = (uint8_t)named;
}

/* -- patterns -- */

static void draw_dots(cairo_t *cairo)
{
    cairo_arc(cairo, TILE / 4.0, TILE / 4.0, 4.6, 0, CIRCLE);
    cairo_close_path(cairo);
    cairo_arc(cairo, TILE * 3 / 4.0, TILE * 3 / 4.0, 4.6, 0, CIRCLE);
    cairo_fill(cairo);
}

static void draw_slants(cairo_t *cairo)
{
    cairo_set_line_width(cairo, 6);
    for (int i = -1; i <= 1; i++) {
        cairo_move_to(cairo, i * TILE - 6, TILE + 6);
        cairo_line_to(cairo, i * TILE + TILE + 6, -6);
    }
    cairo_stroke(cairo);
}

static void draw_waves(cairo_t *cairo)
{
    cairo_set_line_width(cairo, 5);
    for (int y = 6; y < TILE; y += TILE / 2) {
        cairo_move_to(cairo, -6, y);
        cairo_curve_to(cairo, -2, y - 6, 2, y - 6, 6, y);
        cairo_curve_to(cairo, 10, y + 6, 14, y + 6, 18, y);
        cairo_curve_to(cairo, 22, y - 6, 26, y - 6, 30, y);
    }
    cairo_stroke(cairo);
}

static void draw_triangles(cairo_t *cairo)
{
    cairo_move_to(cairo, TILE / 2.0, 3);
    cairo_line_to(cairo, TILE - 3, TILE - 4);
    cairo_line_to(cairo, 3, TILE - 4);
    cairo_fill(cairo);
}

static void draw_lattice(cairo_t *cairo)
{
    cairo_rectangle(cairo, 0, 0, TILE / 2.0, TILE / 2.0);
    cairo_rectangle(cairo, TILE / 2.0, TILE / 2.0, TILE / 2.0, TILE / 2.0);
    cairo_fill(cairo);
}

static void draw_rings(cairo_t *cairo)
{
    cairo_set_line_width(cairo, 4);
    cairo_arc(cairo, TILE / 2.0, TILE / 2.0, 7.5, 0, CIRCLE);
    cairo_stroke(cairo);
}

static void draw_crosses(cairo_t *cairo)
{
    cairo_rectangle(cairo, 10, 4, 4, 16);
    cairo_rectangle(cairo, 4, 10, 16, 4);
    cairo_fill(cairo);
}

static const struct {
    void (*draw)(cairo_t *cairo);
    double light; /* brightness of a pattern's lines: 1 is white, 0 is black */
    double alpha;
} pattern_rows[TINTS] = {
    [TINT_WILD] = {draw_crosses, 1, 0.45},     [TINT_RED] = {draw_dots, 1, 0.45},
    [TINT_GREEN] = {draw_slants, 1, 0.40},     [TINT_BLUE] = {draw_waves, 1, 0.40},
    [TINT_YELLOW] = {draw_triangles, 0, 0.35}, [TINT_PURPLE] = {draw_lattice, 1, 0.32},
    [TINT_ORANGE] = {draw_rings, 0, 0.40},
};

static cairo_pattern_t *make_pattern(unsigned tint)
{
    cairo_surface_t *tile = cairo_image_surface_create(CAIRO_FORMAT_RGB24, TILE, TILE);
    cairo_t *cairo = cairo_create(tile);
    double light = pattern_rows[tint].light;
    card_ink(cairo, tint);
    cairo_paint(cairo);
    cairo_set_source_rgba(cairo, light, light, light, pattern_rows[tint].alpha);
    pattern_rows[tint].draw(cairo);
    cairo_destroy(cairo);
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(tile);
    cairo_surface_destroy(tile);
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
    return pattern;
}

bool card_patterns_init(struct card_patterns *patterns)
{
    bool good = true;
    for (unsigned tint = 0; tint < TINTS; tint++) {
        patterns->of[tint] = make_pattern(tint);
        good = good && cairo_pattern_status(patterns->of[tint]) == CAIRO_STATUS_SUCCESS;
    }
    if (!good)
        card_patterns_finish(patterns);
    return good;
}

void card_patterns_finish(struct card_patterns *patterns)
{
    for (unsigned tint = 0; tint < TINTS; tint++)
        cairo_pattern_destroy(patterns->of[tint]);
}

void card_pattern(cairo_t *cairo, const struct card_patterns *patterns, unsigned tint)
{
    cairo_matrix_t matrix;
    cairo_get_matrix(cairo, &matrix);
    cairo_matrix_init_scale(&matrix, matrix.xx, matrix.yy);
    cairo_pattern_set_matrix(patterns->of[tint], &matrix);
    cairo_set_source(cairo, patterns->of[tint]);
}

/* -- pieces -- */

void card_ink(cairo_t *cairo, unsigned ink)
{
    uint32_t colour = card_inks[ink];
    cairo_set_source_rgb(cairo, (double)(colour >> 16) / 255, (double)(colour >> 8 & 0xff) / 255,
                         (double)(colour & 0xff) / 255);
}

void card_round(cairo_t *cairo, double x, double y, double width, double height, double radius)
{
    double right = x + width - radius;
    double bottom = y + height - radius;
    cairo_new_path(cairo);
    cairo_arc(cairo, right, y + radius, radius, -CIRCLE / 4, 0);
    cairo_arc(cairo, right, bottom, radius, 0, CIRCLE / 4);
    cairo_arc(cairo, x + radius, bottom, radius, CIRCLE / 4, CIRCLE / 2);
    cairo_arc(cairo, x + radius, y + radius, radius, CIRCLE / 2, CIRCLE * 3 / 4);
    cairo_close_path(cairo);
}

/* Returns the largest size, up to `most`, in which the words fit the width. Whole pixels, because
 * they make the file smaller. */
static double fitting_size(const char *words, double width, double most)
{
    double size = most * width / glyph_width(words, most);
    return floor(size < most ? size : most);
}

static void show_line(cairo_t *cairo, const char *words, double middle, double baseline,
                      double size)
{
    glyph_show(cairo, words, floor(middle - glyph_width(words, size) / 2), floor(baseline), size);
}

void card_words(cairo_t *cairo, const char *words, const cairo_rectangle_t *area, double most)
{
    char text[GLYPH_WORDS];
    char *line[LINES];
    double size[LINES];
    unsigned count = 0;
    double all = 0;
    glyph_fold(text, words);
    char *save = NULL;
    for (char *word = strtok_r(text, " ", &save); word != NULL && count < LINES;
         word = strtok_r(NULL, " ", &save))
        line[count++] = word;
    double gap = count > 1 ? area->height / 12 : 0;
    for (unsigned i = 0; i < count; i++) {
        double share = (area->height - gap * (count - 1)) / count;
        size[i] = fitting_size(line[i], area->width, most < share ? most : share);
        all += size[i];
    }
    double top = area->y + (area->height - all - gap * (count > 0 ? count - 1 : 0)) / 2;
    for (unsigned i = 0; i < count; i++) {
        top += size[i];
        show_line(cairo, line[i], area->x + area->width / 2, top, size[i]);
        top += gap;
    }
}

/* -- a card -- */

void card_tag(cairo_t *cairo, char letter, double x, double y, double side)
{
    const char text[2] = {letter, '\0'};
    card_ink(cairo, INK_PAPER);
    card_round(cairo, x, y, side, side, 8);
    cairo_fill(cairo);
    card_ink(cairo, INK_DARK);
    show_line(cairo, text, x + side / 2, y + side * 0.84, side * 0.68);
}

/* Draws the flip icon: two arrow heads that point away from each other. */
static void draw_flip(cairo_t *cairo, double x, double y, double side)
{
    double middle = x + side / 2;
    card_ink(cairo, INK_PAPER);
    card_round(cairo, x, y, side, side, 8);
    cairo_fill(cairo);
    card_ink(cairo, INK_DARK);
    cairo_move_to(cairo, middle, y + 4);
    cairo_line_to(cairo, x + side - 7, y + side / 2 - 3);
    cairo_line_to(cairo, x + 7, y + side / 2 - 3);
    cairo_close_path(cairo);
    cairo_move_to(cairo, middle, y + side - 4);
    cairo_line_to(cairo, x + side - 7, y + side / 2 + 3);
    cairo_line_to(cairo, x + 7, y + side / 2 + 3);
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

static void draw_body(cairo_t *cairo, const struct card_patterns *patterns,
                      const struct card_look *look)
{
    double width = CARD_WIDTH - 2 * BORDER;
    double height = CARD_HEIGHT - 2 * BORDER;
    card_ink(cairo, INK_PAPER);
    card_round(cairo, 0, 0, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND);
    cairo_fill(cairo);
    card_pattern(cairo, patterns, look->tint);
    card_round(cairo, BORDER, BORDER, width, height, CARD_ROUND - BORDER);
    cairo_fill(cairo);
}

static void draw_flex(cairo_t *cairo, const struct card_patterns *patterns,
                      const struct card_look *look)
{
    double top = CARD_HEIGHT - BORDER - FOOT;
    card_pattern(cairo, patterns, look->card.flex);
    card_round(cairo, BORDER, top, CARD_WIDTH - 2 * BORDER, FOOT, CARD_ROUND - BORDER);
    cairo_fill(cairo);
    card_tag(cairo, card_letters[look->card.flex], (CARD_WIDTH - 30) / 2.0, top + 2, 30);
}

void card_pile(cairo_t *cairo)
{
    cairo_set_line_width(cairo, 1.5);
    for (int i = 2; i > 0; i--) {
        card_ink(cairo, INK_PAPER);
        card_round(cairo, -4 * i, -4 * i, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND);
        cairo_fill_preserve(cairo);
        card_ink(cairo, INK_DARK);
        cairo_stroke(cairo);
    }
}

/* Draws a circle that is crossed out. */
static void draw_skip(cairo_t *cairo)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, 0, 0, 0.84, 0, CIRCLE);
    cairo_close_path(cairo);
    cairo_move_to(cairo, -0.59, 0.59);
    cairo_line_to(cairo, 0.59, -0.59);
    cairo_stroke(cairo);
}

/* One arrow up, one down. */
static void draw_reverse(cairo_t *cairo)
{
    for (int way = -1; way <= 1; way += 2) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, way * 0.5, way * -0.85);
        cairo_line_to(cairo, way * 0.5, way * 0.3);
        cairo_stroke(cairo);
        cairo_move_to(cairo, way * 0.05, way * 0.3);
        cairo_line_to(cairo, way * 0.95, way * 0.3);
        cairo_line_to(cairo, way * 0.5, way * 0.98);
        cairo_close_path(cairo);
        cairo_fill(cairo);
    }
}

/* Draws a sign into the square with its corner at x, y, in the current ink. */
static void draw_sign(cairo_t *cairo, unsigned sign, double x, double y, double side)
{
    static void (*const draw[SIGNS])(cairo_t * cairo) = {
        [SIGN_SKIP] = draw_skip, [SIGN_REVERSE] = draw_reverse};
    cairo_save(cairo);
    cairo_translate(cairo, x + side / 2, y + side / 2);
    cairo_scale(cairo, side / 2, side / 2);
    cairo_set_line_width(cairo, 0.3);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    draw[sign](cairo);
    cairo_restore(cairo);
}

/* Draws what the card bears: a sign with words below it, or only words. */
static void draw_face(cairo_t *cairo, const struct card_look *look, double width, double height)
{
    double word = look->card.sign ? height * 0.3 : height;
    double side = height - word - 14;
    if (look->card.sign)
        draw_sign(cairo, look->card.sign, (CARD_WIDTH - side) / 2, HEAD + 8, side);
    const cairo_rectangle_t area = {MARGIN + 9, HEAD + height - word + (look->card.sign ? 0 : 12),
                                    width - 18, word - (look->card.sign ? 9 : 24)};
    card_words(cairo, look->face, &area, 76);
}

void card_draw(cairo_t *cairo, const struct card_patterns *patterns, const struct card_look *look)
{
    double foot = look->card.flex ? FOOT + BORDER + 4 : MARGIN;
    double height = CARD_HEIGHT - HEAD - foot;
    double width = CARD_WIDTH - 2 * MARGIN;
    draw_body(cairo, patterns, look);
    if (look->tint != TINT_WILD)
        card_tag(cairo, card_letters[look->tint], MARGIN, 8, TAG);
    if (look->card.flip)
        draw_flip(cairo, CARD_WIDTH - MARGIN - TAG, 8, TAG);
    if (look->card.flex)
        draw_flex(cairo, patterns, look);
    card_ink(cairo, INK_PAPER);
    card_round(cairo, MARGIN, HEAD, width, height, 10);
    cairo_fill(cairo);
    card_ink(cairo, INK_DARK);
    draw_face(cairo, look, width, height);
}
