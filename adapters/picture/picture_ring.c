#include "picture_ring.h"

#include "base/art/glyph.h"

enum { PILL_CAPITAL = 12, PILL_HEIGHT = 26 };

void ring_draw(struct cairo_pen *pen, const struct drawn_ring *ring)
{
    const struct pen *by = pen->canvas.pen;
    double scale = ART_RING_CARD / (double)CARD_WIDTH;
    by->place(&pen->canvas, ring->x - ring->side / 2, ring->y - ring->side / 2,
              ring->side / ART_RING);
    by->circle(&pen->canvas, ART_RING / 2.0, ART_RING / 2.0, ART_RING * 0.38);
    by->fill(&pen->canvas, ink_shade);
    art_ring(&pen->canvas, ring->colour);
    art_arrows(&pen->canvas, ring->clockwise);
    by->place(&pen->canvas, (ART_RING - ART_RING_CARD) / 2.0, (ART_RING - CARD_HEIGHT * scale) / 2,
              scale);
    if (ring->pile)
        card_pile(pen);
    card_draw(pen, ring->top, ART_PILE);
    by->put_back(&pen->canvas);
    by->put_back(&pen->canvas);
}

void small_card(struct cairo_pen *pen, const struct art_card *card, double x, double y,
                double width)
{
    cairo_save(pen->cairo);
    cairo_translate(pen->cairo, (int)x, (int)y);
    cairo_scale(pen->cairo, width / CARD_WIDTH, width / CARD_WIDTH);
    card_draw(pen, card, ART_PILE);
    cairo_restore(pen->cairo);
}

double pill_draw(struct cairo_pen *pen, const struct drawn_pill *pill)
{
    char words[GLYPH_WORDS];
    glyph_fold(words, pill->words);
    double width = glyph_width(words, PILL_CAPITAL) + 24;
    double x = pill->right - width;
    double y = pill->middle - PILL_HEIGHT / 2.0;
    if (pill->filled) {
        card_area(pen, x, y, width, PILL_HEIGHT, PILL_HEIGHT / 2.0, pill->ink);
    } else {
        pen->canvas.pen->rect(&pen->canvas, x, y, width, PILL_HEIGHT, PILL_HEIGHT / 2.0);
        pen->canvas.pen->stroke(&pen->canvas, pill->ink, 2, false);
    }
    glyph_show(&pen->canvas, words, x + 12, pill->middle + PILL_CAPITAL / 2.0, PILL_CAPITAL,
               pill->filled ? art_dark : pill->ink);
    return x;
}

void figure_draw(struct cairo_pen *pen, const char *words, double right, double baseline,
                 double size, struct ink ink)
{
    char folded[GLYPH_WORDS];
    glyph_fold(folded, words);
    glyph_show(&pen->canvas, folded, right - glyph_width(folded, size), baseline, size, ink);
}
