#include "picture_end.h"

#include <stdio.h>

#include "base/art/glyph.h"
#include "picture.h"
#include "picture_name.h"
#include "picture_ring.h"

enum {
    EDGE = 16,
    RIGHT = PICTURE_WIDTH - EDGE,
    TITLE = 166, /* x */
    BADGE = 112, /* side of the points */
    ROWS = 189,  /* y of the first row */
    ROW = 58,
    PITCH = ROW + 6,
    NAME = EDGE + 14,
    HAND = 214,         /* x of the cards */
    CARD = 34,          /* width of one */
    STEP = 25,          /* x from one card to the next, which covers a part of the first */
    TOTAL = RIGHT - 14, /* right edge of the last column */
    LEFT = TOTAL - 68   /* right edge of the column before the last, if there are totals */
};

unsigned end_height(const struct ending *ending)
{
    return ROWS + ending->count * PITCH + 10;
}

static void draw_head(struct cairo_pen *pen, const struct ending *ending)
{
    struct art_card top;
    char letters[ART_LETTERS];
    bool points = *ending->gained != '\0';
    double width = (points ? RIGHT - BADGE - 12 : RIGHT) - TITLE;
    art_read(&top, ending->top.tint, &ending->top.card, ending->top.label);
    art_letters(letters, ending->colour_word, ending->letters);
    art_name(&top, ending->colour, letters);
    ring_draw(pen, &(struct drawn_ring){.x = 82,
                                        .y = 82,
                                        .side = 140,
                                        .colour = ending->colour,
                                        .clockwise = ending->clockwise,
                                        .top = &top});
    name_draw(pen, &(struct drawn_name){.name = ending->title,
                                        .x = TITLE,
                                        .baseline = 72,
                                        .width = width,
                                        .size = 29,
                                        .ink = art_paper});
    name_draw(pen, &(struct drawn_name){.name = ending->note,
                                        .x = TITLE,
                                        .baseline = 106,
                                        .width = width,
                                        .size = 15,
                                        .ink = ink_quiet});
    if (!points)
        return;
    card_area(pen, RIGHT - BADGE, 37, BADGE, 91, 14, art_paper);
    double size = glyph_width(ending->gained, 28) > BADGE - 16 ? 20 : 28;
    figure_draw(pen, ending->gained, RIGHT - BADGE / 2.0 + glyph_width(ending->gained, size) / 2,
                89, size, art_dark);
    name_draw(pen, &(struct drawn_name){.name = ending->unit,
                                        .x = RIGHT - BADGE + 6,
                                        .baseline = 115,
                                        .width = BADGE - 12,
                                        .size = 13,
                                        .align = NAME_MIDDLE,
                                        .ink = art_dark});
}

static void draw_heading(struct cairo_pen *pen, const char *words, double right)
{
    name_draw(pen, &(struct drawn_name){.name = words,
                                        .x = right - 120,
                                        .baseline = ROWS - 10,
                                        .width = 120,
                                        .size = 12,
                                        .align = NAME_RIGHT,
                                        .ink = ink_quiet});
}

static void draw_cards(struct cairo_pen *pen, const struct ending *ending, unsigned seat, double y,
                       double right)
{
    unsigned cards = ending->seats[seat].cards;
    unsigned room = (unsigned)((right - HAND - CARD) / STEP) + 1;
    unsigned shown = cards < ENDING_CARDS ? cards : ENDING_CARDS;
    if (shown > room || shown < cards)
        shown = shown < room - 2 ? shown : room - 2; /* and a number */
    for (unsigned i = 0; i < shown; i++) {
        const struct drawn_card *drawn = &ending->seats[seat].hand[i];
        struct art_card card;
        art_read(&card, drawn->tint, &drawn->card, drawn->label);
        small_card(pen, &card, HAND + (double)STEP * i, y + 5, CARD);
    }
    if (shown < cards) {
        char words[16];
        snprintf(words, sizeof(words), "+%u", cards - shown);
        glyph_show(&pen->canvas, words, HAND + (double)STEP * shown + CARD - STEP + 6,
                   y + (ROW + 14) / 2.0, 14, ink_quiet);
    }
}

static void draw_seat(struct cairo_pen *pen, const struct ending *ending, unsigned seat)
{
    double y = ROWS + (double)PITCH * seat;
    double base = y + (ROW + ROW_CAPITAL) / 2.0;
    bool won = ending->seats[seat].won;
    bool totals = *ending->total_head != '\0';
    double left = totals ? LEFT : TOTAL;
    struct ink ink = won ? art_dark : art_paper;
    card_area(pen, EDGE, y, RIGHT - EDGE, ROW, 10, won ? art_paper : ink_shade);
    name_draw(pen, &(struct drawn_name){.name = ending->seats[seat].name,
                                        .place = seat,
                                        .x = NAME,
                                        .baseline = base,
                                        .width = HAND - NAME - 12,
                                        .size = ROW_CAPITAL + 1,
                                        .ink = ink});
    if (ending->seats[seat].cards > 0) {
        draw_cards(pen, ending, seat, y, left - 60);
    } else {
        name_draw(pen, &(struct drawn_name){.name = ending->none,
                                            .x = HAND,
                                            .baseline = base,
                                            .width = left - 60 - HAND,
                                            .size = 14,
                                            .ink = ink});
    }
    figure_draw(pen, ending->seats[seat].left, left, base, ROW_CAPITAL + 1,
                won ? art_dark : ink_quiet);
    if (totals)
        figure_draw(pen, ending->seats[seat].total, TOTAL, base, ROW_CAPITAL + 1, ink);
}

void end_draw(struct cairo_pen *pen, const struct ending *ending)
{
    bool totals = *ending->total_head != '\0';
    draw_head(pen, ending);
    draw_heading(pen, ending->left_head, totals ? LEFT : TOTAL);
    if (totals)
        draw_heading(pen, ending->total_head, TOTAL);
    for (unsigned seat = 0; seat < ending->count; seat++)
        draw_seat(pen, ending, seat);
}
