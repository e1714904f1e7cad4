#include "picture_table.h"

#include <stdio.h>
#include <string.h>

#include "base/art/glyph.h"
#include "picture.h"
#include "picture_name.h"

enum {
    EDGE = 16,
    RIGHT = PICTURE_WIDTH - EDGE,
    COLUMN = 5, /* seats beside the ring; more stand below it in two columns */
    RING = 228, /* side of its square */
    SMALL_RING = 152,
    COLOUR = 56, /* side of the colour in force */
    SEAT = 43,
    COUNT = 44, /* width of a seat's card */
    COUNT_HIGH = 30,
    STACK = 40, /* width of the draw pile */
    CAPITAL = 20
};

/* Where things stand, by the number of seats. */
struct table_layout {
    double ring;             /* side of its square */
    double colour;           /* left edge of the colour in force */
    double seats_x, seats_y; /* the corner of the first seat */
    double width;            /* of a column of seats */
    unsigned columns, rows;
};

static struct table_layout layout_of(const struct snapshot *snapshot)
{
    bool many = snapshot->count > COLUMN;
    struct table_layout layout = {.ring = many ? SMALL_RING : RING, .columns = many ? 2 : 1};
    layout.rows = (snapshot->count + layout.columns - 1) / layout.columns;
    layout.colour = EDGE + layout.ring + 24;
    layout.seats_x = many ? EDGE : layout.colour;
    layout.seats_y = many ? EDGE + layout.ring + 20 : EDGE + COLOUR + 12;
    layout.width = (RIGHT - layout.seats_x) / layout.columns;
    return layout;
}

unsigned table_height(const struct snapshot *snapshot)
{
    const struct table_layout layout = layout_of(snapshot);
    unsigned seats = (unsigned)layout.seats_y + layout.rows * SEAT + EDGE - 8;
    unsigned ring = (unsigned)layout.ring + 2 * EDGE;
    return seats > ring ? seats : ring;
}

/* Draws the top card on a pile, in the ring of the colour in force. */
static void draw_top(struct cairo_pen *pen, const struct snapshot *snapshot,
                     const struct table_layout *layout)
{
    struct art_card card;
    char letters[ART_LETTERS];
    double scale = ART_RING_CARD / (double)CARD_WIDTH;
    art_read(&card, snapshot->tint, &snapshot->card, snapshot->top);
    art_letters(letters, snapshot->colour_word, snapshot->letters);
    art_name(&card, snapshot->colour, letters);
    pen->canvas.pen->place(&pen->canvas, EDGE, EDGE, layout->ring / ART_RING);
    pen->canvas.pen->circle(&pen->canvas, ART_RING / 2.0, ART_RING / 2.0, ART_RING * 0.38);
    pen->canvas.pen->fill(&pen->canvas, ink_shade);
    art_ring(&pen->canvas, snapshot->colour);
    art_arrows(&pen->canvas, snapshot->clockwise);
    pen->canvas.pen->place(&pen->canvas, (ART_RING - ART_RING_CARD) / 2.0,
                           (ART_RING - CARD_HEIGHT * scale) / 2, scale);
    card_pile(pen);
    card_draw(pen, &card, ART_PILE);
    pen->canvas.pen->put_back(&pen->canvas);
    pen->canvas.pen->put_back(&pen->canvas);
}

static void draw_colour(struct cairo_pen *pen, const struct snapshot *snapshot,
                        const struct table_layout *layout)
{
    char word[GLYPH_WORDS], letters[ART_LETTERS];
    art_letters(letters, snapshot->colour_word, snapshot->letters);
    if (snapshot->colour == TINT_WILD)
        return;
    pen->canvas.pen->place(&pen->canvas, layout->colour, EDGE, COLOUR / (double)ART_CHIP);
    art_chip(&pen->canvas, snapshot->colour, letters);
    pen->canvas.pen->put_back(&pen->canvas);
    glyph_fold(word, snapshot->colour_word);
    glyph_show(&pen->canvas, word, layout->colour + COLOUR + 14, EDGE + COLOUR / 2.0 + 14, 28,
               art_paper);
}

struct shown_count {
    const char *sign;
    unsigned number;
    struct ink paper, ink;
};

/* Draws a number on a small card. */
static void draw_count(struct cairo_pen *pen, struct shown_count count, double x, double y)
{
    char words[16];
    snprintf(words, sizeof(words), "%s%u", count.sign, count.number);
    card_area(pen, x, y, COUNT, COUNT_HIGH, 7, count.paper);
    glyph_show(&pen->canvas, words, x + (COUNT - glyph_width(words, CAPITAL)) / 2,
               y + (COUNT_HIGH + CAPITAL) / 2.0, CAPITAL, count.ink);
}

/* Draws the draw pile with its number of cards, and beside it how many cards the next player must
 * draw. */
static void draw_pile(struct cairo_pen *pen, const struct snapshot *snapshot)
{
    double x = RIGHT - STACK;
    pen->canvas.pen->place(&pen->canvas, x, EDGE, STACK / (double)ART_WIDTH);
    art_back(&pen->canvas);
    pen->canvas.pen->put_back(&pen->canvas);
    draw_count(pen, (struct shown_count){"", snapshot->pile, art_dark, art_paper},
               x + (STACK - COUNT) / 2.0, EDGE + 32);
    if (snapshot->pending > 0) {
        draw_count(pen, (struct shown_count){"+", snapshot->pending, ink_playable, art_dark},
                   x - COUNT - 12, EDGE + (COLOUR - COUNT_HIGH) / 2.0);
    }
}

/* Draws the row of a player. The row of the player who must act is light. */
static void draw_seat(struct cairo_pen *pen, const struct snapshot *snapshot,
                      const struct table_layout *layout, unsigned seat)
{
    unsigned column = seat / layout->rows;
    double x = layout->seats_x + layout->width * column;
    double y = layout->seats_y + (double)SEAT * (seat % layout->rows);
    double width = layout->width - (layout->columns > 1 ? 8 : 0);
    bool turn = seat == 0;
    if (turn)
        card_area(pen, x, y, width, SEAT - 5, 10, art_paper);
    const struct shown_count cards = {"", snapshot->seats[seat].cards, turn ? art_dark : ink_shade,
                                      art_paper};
    draw_count(pen, cards, x + 4, y + 4);
    name_draw(pen, &(struct drawn_name){.name = snapshot->seats[seat].name,
                                        .place = seat,
                                        .x = x + COUNT + 14,
                                        .baseline = y + (SEAT - 5 + CAPITAL) / 2.0,
                                        .width = width - COUNT - 24,
                                        .size = CAPITAL,
                                        .ink = turn ? art_dark : art_paper});
}

void table_draw(struct cairo_pen *pen, const struct snapshot *snapshot)
{
    const struct table_layout layout = layout_of(snapshot);
    draw_top(pen, snapshot, &layout);
    draw_colour(pen, snapshot, &layout);
    draw_pile(pen, snapshot);
    for (unsigned seat = 0; seat < snapshot->count; seat++)
        draw_seat(pen, snapshot, &layout, seat);
}
