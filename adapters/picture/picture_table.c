#include "picture_table.h"

#include <stdio.h>
#include <string.h>

#include "base/art/glyph.h"
#include "picture.h"
#include "picture_name.h"

enum {
    EDGE = 12,
    LEFT = EDGE + CARD_WIDTH + 40, /* bottom of the card's strip, with a gap */
    RIGHT = PICTURE_WIDTH - EDGE,
    COLOUR = 72, /* height of everything above the seats */
    SEAT = 44,
    COLUMN = 5, /* seats in one */
    COUNT = 46, /* width of a seat's card */
    CAPITAL = 20
};

#define CIRCLE 6.28318530717958647692

static unsigned columns_of(const struct snapshot *snapshot)
{
    return snapshot->count > COLUMN ? 2 : 1;
}

unsigned table_height(const struct snapshot *snapshot)
{
    unsigned rows = (snapshot->count + columns_of(snapshot) - 1) / columns_of(snapshot);
    unsigned seats = EDGE + COLOUR + EDGE + rows * SEAT + EDGE;
    unsigned card = 2 * EDGE + CARD_HEIGHT + 28;
    return seats > card ? seats : card;
}

/* Draws the top card, on a pile, in an area of its own at the left. */
static void draw_top(struct cairo_pen *pen, const struct snapshot *snapshot, double height)
{
    struct art_card card;
    char letters[ART_LETTERS];
    art_read(&card, snapshot->tint, &snapshot->card, snapshot->top);
    art_letters(letters, snapshot->colour_word, snapshot->letters);
    art_name(&card, snapshot->colour, letters);
    card_area(pen, EDGE, EDGE, LEFT - 2 * EDGE, height - 2 * EDGE, CARD_ROUND, ink_table);
    cairo_save(pen->cairo);
    cairo_translate(pen->cairo, EDGE + 16, (int)((height - CARD_HEIGHT) / 2) + 4);
    card_pile(pen);
    card_draw(pen, &card, ART_PILE);
    cairo_restore(pen->cairo);
}

static void draw_colour(struct cairo_pen *pen, const struct snapshot *snapshot)
{
    char word[GLYPH_WORDS], letters[ART_LETTERS];
    cairo_save(pen->cairo);
    cairo_translate(pen->cairo, LEFT, EDGE);
    card_area(pen, 0, 0, COLOUR, COLOUR, CARD_ROUND, pattern_ink(snapshot->colour));
    if (snapshot->colour != TINT_WILD) {
        art_letters(letters, snapshot->colour_word, snapshot->letters);
        art_tag(&pen->canvas, letters, COLOUR / 4.0, COLOUR / 4.0, COLOUR / 2.0);
        glyph_fold(word, snapshot->colour_word);
        glyph_show(&pen->canvas, word, COLOUR + EDGE, COLOUR / 2.0 + 15, 30, art_paper);
    }
    cairo_restore(pen->cairo);
}

/* Draws the direction of play: an open circle with an arrow head at its end. */
static void draw_direction(struct cairo_pen *pen, bool clockwise, double x, double y, double radius)
{
    cairo_t *cairo = pen->cairo;
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, clockwise ? 1 : -1, 1);
    cairo_pen_ink(pen, art_paper);
    cairo_set_line_width(cairo, radius / 4);
    cairo_new_path(cairo);
    cairo_arc(cairo, 0, 0, radius, CIRCLE * 0.27, CIRCLE);
    cairo_stroke(cairo);
    cairo_move_to(cairo, radius * 0.5, -2);
    cairo_line_to(cairo, radius * 1.5, -2);
    cairo_line_to(cairo, radius, radius * 0.85);
    cairo_close_path(cairo);
    cairo_fill(cairo);
    cairo_restore(cairo);
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
    card_area(pen, x, y, COUNT, SEAT - 8, 7, count.paper);
    glyph_show(&pen->canvas, words, x + (COUNT - glyph_width(words, CAPITAL)) / 2,
               y + (SEAT - 8 + CAPITAL) / 2.0, CAPITAL, count.ink);
}

/* Draws the draw pile as a stack of cards with their number, and beside it how many cards the next
 * player must draw. */
static void draw_pile(struct cairo_pen *pen, const struct snapshot *snapshot)
{
    double y = EDGE + (COLOUR - SEAT + 8) / 2.0;
    double x = RIGHT - 60 - COUNT;
    for (int i = 2; i > 0; i--) {
        card_area(pen, x - 3.5 * i, y - 3.5 * i, COUNT, SEAT - 8, 7, art_paper);
        pen->canvas.pen->rect(&pen->canvas, x - 3.5 * i, y - 3.5 * i, COUNT, SEAT - 8, 7);
        pen->canvas.pen->stroke(&pen->canvas, ink_ground, 1.5, false);
    }
    draw_count(pen, (struct shown_count){"", snapshot->pile, art_paper, art_dark}, x, y);
    if (snapshot->pending > 0) {
        draw_count(pen, (struct shown_count){"+", snapshot->pending, ink_playable, art_dark},
                   x - COUNT - 18, y);
    }
}

/* Draws the row of a player. The row of the player who must act is light and has an arrow head. */
static void draw_seat(struct cairo_pen *pen, const struct snapshot *snapshot, unsigned seat)
{
    unsigned columns = columns_of(snapshot);
    unsigned rows = (snapshot->count + columns - 1) / columns;
    double width = (double)(RIGHT - LEFT) / columns;
    unsigned column = seat / rows;
    double x = LEFT + width * column;
    double y = EDGE + COLOUR + EDGE + (double)SEAT * (seat % rows);
    bool turn = seat == 0;
    if (turn) {
        card_area(pen, x, y, width - 8, SEAT - 2, 10, art_paper);
        pen->canvas.pen->move(&pen->canvas, x + 8, y + 11);
        pen->canvas.pen->line(&pen->canvas, x + 22, y + SEAT / 2.0 - 1);
        pen->canvas.pen->line(&pen->canvas, x + 8, y + SEAT - 13);
        pen->canvas.pen->close(&pen->canvas);
        pen->canvas.pen->fill(&pen->canvas, art_dark);
    }
    const struct shown_count cards = {"", snapshot->seats[seat].cards, turn ? art_dark : ink_table,
                                      art_paper};
    draw_count(pen, cards, x + 28, y + 3);
    name_draw(pen, &(struct drawn_name){.name = snapshot->seats[seat].name,
                                        .place = seat,
                                        .x = x + 28 + COUNT + 10,
                                        .baseline = y + (SEAT - 2 + CAPITAL) / 2.0,
                                        .width = width - 28 - COUNT - 26,
                                        .size = CAPITAL,
                                        .ink = turn ? art_dark : art_paper});
}

void table_draw(struct cairo_pen *pen, const struct snapshot *snapshot)
{
    draw_top(pen, snapshot, table_height(snapshot));
    draw_colour(pen, snapshot);
    draw_direction(pen, snapshot->clockwise, RIGHT - 26, EDGE + COLOUR / 2.0, 17);
    draw_pile(pen, snapshot);
    for (unsigned seat = 0; seat < snapshot->count; seat++)
        draw_seat(pen, snapshot, seat);
}
