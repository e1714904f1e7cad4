#include "picture_card.h"

#include "base/array.h"

const struct ink ink_ground = {0x1a3537, 100, PATTERN_NONE};
const struct ink ink_shade = {0x0f2427, 100, PATTERN_NONE};
const struct ink ink_playable = {0xffd75e, 100, PATTERN_NONE};
const struct ink ink_quiet = {0xc3d0cb, 100, PATTERN_NONE};
const struct ink ink_frame = {0x5f6d6c, 100, PATTERN_NONE};

void card_inks(uint32_t inks[INKS])
{
    const struct ink own[] = {ink_ground, ink_shade, ink_playable, ink_quiet,
                              ink_frame,  art_paper, art_dark};
    unsigned count = 0;
    for (unsigned pattern = 0; pattern < PATTERNS; pattern++)
        inks[count++] = pattern_ink(pattern).rgb;
    for (unsigned i = 0; i < ARRAY_SIZE(own); i++)
        inks[count++] = own[i].rgb;
}

void card_area(struct cairo_pen *pen, double x, double y, double width, double height,
               double radius, struct ink ink)
{
    pen->canvas.pen->rect(&pen->canvas, x, y, width, height, radius);
    pen->canvas.pen->fill(&pen->canvas, ink);
}

void card_pile(struct cairo_pen *pen)
{
    for (int i = 2; i > 0; i--) {
        card_area(pen, -4 * i, -4 * i, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND, art_paper);
        pen->canvas.pen->rect(&pen->canvas, -4 * i, -4 * i, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND);
        pen->canvas.pen->stroke(&pen->canvas, art_dark, 1.5, false);
    }
}

void card_draw(struct cairo_pen *pen, const struct art_card *card, enum art_form form)
{
    pen->canvas.pen->place(&pen->canvas, 0, 0, CARD_WIDTH / (double)ART_WIDTH);
    art_draw(&pen->canvas, card, form);
    pen->canvas.pen->put_back(&pen->canvas);
}
