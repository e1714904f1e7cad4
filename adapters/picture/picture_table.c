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
static void draw_top(cairo_t *cairo, const struct card_patterns *patterns,
                     const struct snapshot *snapshot, double height)
{
    struct card_look look = card_look_of(snapshot->tint, &snapshot->card, snapshot->top);
    card_wild(&look, (enum tint)snapshot->colour);
    card_ink(cairo, INK_TABLE);
    card_round(cairo, EDGE, EDGE, LEFT - 2 * EDGE, height - 2 * EDGE, CARD_ROUND);
    cairo_fill(cairo);
    cairo_save(cairo);
    cairo_translate(cairo, EDGE + 16, (int)((height - CARD_HEIGHT) / 2) + 4);
    card_pile(cairo);
    card_draw(cairo, patterns, &look);
    cairo_restore(cairo);
}

static void draw_colour(cairo_t *cairo, const struct card_patterns *patterns,
                        const struct snapshot *snapshot)
{
    char word[GLYPH_WORDS];
    card_pattern(cairo, patterns, snapshot->colour);
    card_round(cairo, LEFT, EDGE, COLOUR, COLOUR, CARD_ROUND);
    cairo_fill(cairo);
    if (snapshot->colour == TINT_WILD)
        return;
    card_tag(cairo, card_letters[snapshot->colour], LEFT + COLOUR / 4.0, EDGE + COLOUR / 4.0,
             COLOUR / 2.0);
    glyph_fold(word, snapshot->colour_word);
    card_ink(cairo, INK_PAPER);
    glyph_show(cairo, word, LEFT + COLOUR + EDGE, EDGE + COLOUR / 2.0 + 15, 30);
}

/* Draws the direction of play: an open circle with an arrow head at its end. */
static void draw_direction(cairo_t *cairo, bool clockwise, double x, double y, double radius)
{
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, clockwise ? 1 : -1, 1);
    card_ink(cairo, INK_PAPER);
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
    unsigned paper, ink;
};

/* Draws a number on a small card. */
static void draw_count(cairo_t *cairo, struct shown_count count, double x, double y)
{
    char words[16];
    snprintf(words, sizeof(words), "%s%u", count.sign, count.number);
    card_ink(cairo, count.paper);
    card_round(cairo, x, y, COUNT, SEAT - 8, 7);
    cairo_fill(cairo);
    card_ink(cairo, count.ink);
    glyph_show(cairo, words, x + (COUNT - glyph_width(words, CAPITAL)) / 2,
               y + (SEAT - 8 + CAPITAL) / 2.0, CAPITAL);
}

/* Draws the draw pile as a stack of cards with their number, and beside it how many cards the next
 * player must draw. */
static void draw_pile(cairo_t *cairo, const struct snapshot *snapshot)
{
    double y = EDGE + (COLOUR - SEAT + 8) / 2.0;
    double x = RIGHT - 60 - COUNT;
    for (int i = 2; i > 0; i--) {
        card_ink(cairo, INK_PAPER);
        card_round(cairo, x - 3.5 * i, y - 3.5 * i, COUNT, SEAT - 8, 7);
        cairo_fill_preserve(cairo);
        card_ink(cairo, INK_GROUND);
        cairo_set_line_width(cairo, 1.5);
        cairo_stroke(cairo);
    }
    draw_count(cairo, (struct shown_count){"", snapshot->pile, INK_PAPER, INK_DARK}, x, y);
    if (snapshot->pending > 0) {
        draw_count(cairo, (struct shown_count){"+", snapshot->pending, INK_PLAYABLE, INK_DARK},
                   x - COUNT - 18, y);
    }
}

/* Draws the row of a player. The row of the player who must act is light and has an arrow head. */
static void draw_seat(cairo_t *cairo, const struct snapshot *snapshot, unsigned seat)
{
    unsigned columns = columns_of(snapshot);
    unsigned rows = (snapshot->count + columns - 1) / columns;
    double width = (double)(RIGHT - LEFT) / columns;
    unsigned column = seat / rows;
    double x = LEFT + width * column;
    double y = EDGE + COLOUR + EDGE + (double)SEAT * (seat % rows);
    bool turn = seat == 0;
    if (turn) {
        card_ink(cairo, INK_PAPER);
        card_round(cairo, x, y, width - 8, SEAT - 2, 10);
        cairo_fill(cairo);
        card_ink(cairo, INK_DARK);
        cairo_move_to(cairo, x + 8, y + 11);
        cairo_line_to(cairo, x + 22, y + SEAT / 2.0 - 1);
        cairo_line_to(cairo, x + 8, y + SEAT - 13);
        cairo_close_path(cairo);
        cairo_fill(cairo);
    }
    const struct shown_count cards = {"", snapshot->seats[seat].cards, turn ? INK_DARK : INK_TABLE,
                                      INK_PAPER};
    draw_count(cairo, cards, x + 28, y + 3);
    card_ink(cairo, turn ? INK_DARK : INK_PAPER);
    name_draw(cairo, &(struct drawn_name){.name = snapshot->seats[seat].name,
                                          .place = seat,
                                          .x = x + 28 + COUNT + 10,
                                          .baseline = y + (SEAT - 2 + CAPITAL) / 2.0,
                                          .width = width - 28 - COUNT - 26,
                                          .size = CAPITAL});
}

void table_draw(cairo_t *cairo, const struct card_patterns *patterns,
                const struct snapshot *snapshot)
{
    draw_top(cairo, patterns, snapshot, table_height(snapshot));
    draw_colour(cairo, patterns, snapshot);
    draw_direction(cairo, snapshot->clockwise, RIGHT - 26, EDGE + COLOUR / 2.0, 17);
    draw_pile(cairo, snapshot);
    for (unsigned seat = 0; seat < snapshot->count; seat++)
        draw_seat(cairo, snapshot, seat);
}
