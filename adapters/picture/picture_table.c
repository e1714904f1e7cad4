#include "picture_table.h"

#include <stdio.h>

#include "base/art/glyph.h"
#include "picture.h"
#include "picture_name.h"
#include "picture_ring.h"

enum {
    EDGE = 16,
    RIGHT = PICTURE_WIDTH - EDGE,
    COLUMN = 5, /* most seats that stand beside the ring */
    PITCH = ROW_HEIGHT + 5,
    CHIP = 56,   /* side of the colour's square */
    BESIDE = 84, /* where rows begin beside the ring */
    BELOW = 188, /* the same below it */
    LEAST = 266, /* height with the ring alone */
    COUNT = 44,  /* width of a seat's number */
    STRIP = 64   /* height of the last moves */
};

/* Where things are: with few players beside a large ring, with many below a small one. */
struct layout {
    double ring_x, ring_side;
    double left; /* of the colour */
    double rows_x, rows_y, row_width;
    unsigned per_column;
};

static struct layout layout_of(const struct snapshot *snapshot)
{
    static const struct layout few = {135, 232, 272, 272, BESIDE, RIGHT - 272, COLUMN};
    struct layout many = {95, 162, 192, EDGE, BELOW, (RIGHT - EDGE - 12) / 2.0, 0};
    many.per_column = (snapshot->count + 1) / 2;
    return snapshot->count > COLUMN ? many : few;
}

static unsigned body_height(const struct snapshot *snapshot)
{
    const struct layout layout = layout_of(snapshot);
    bool beside = snapshot->count <= COLUMN;
    unsigned rows = beside ? snapshot->count : layout.per_column;
    unsigned height = (unsigned)layout.rows_y + rows * PITCH + 7;
    return beside && height < LEAST ? LEAST : height;
}

unsigned table_height(const struct snapshot *snapshot)
{
    return body_height(snapshot) + (*snapshot->moves != '\0' ? STRIP : 0);
}

static void read_top(const struct snapshot *snapshot, struct art_card *card)
{
    char letters[ART_LETTERS];
    art_read(card, snapshot->tint, &snapshot->card, snapshot->top);
    art_letters(letters, snapshot->colour_word, snapshot->letters);
    art_name(card, snapshot->colour, letters);
}

static void draw_colour(struct cairo_pen *pen, const struct snapshot *snapshot, double x)
{
    char word[GLYPH_WORDS], letters[ART_LETTERS];
    cairo_save(pen->cairo);
    cairo_translate(pen->cairo, x, EDGE);
    card_area(pen, 0, 0, CHIP, CHIP, 10, pattern_ink(snapshot->colour));
    if (snapshot->colour != TINT_WILD) {
        art_letters(letters, snapshot->colour_word, snapshot->letters);
        art_tag(&pen->canvas, letters, CHIP / 4.0, CHIP / 4.0, CHIP / 2.0);
        glyph_fold(word, snapshot->colour_word);
        glyph_show(&pen->canvas, word, CHIP + 14, CHIP / 2.0 + 13, 26, art_paper);
    }
    cairo_restore(pen->cairo);
}

/* Draws the draw pile as the back of a card with its number, and beside it how many cards the next
 * player must draw. */
static void draw_pile(struct cairo_pen *pen, const struct snapshot *snapshot)
{
    enum { WIDE = 42, TAG = 28 };
    char words[16];
    double x = RIGHT - WIDE - 2;
    double tag = EDGE + WIDE * 1.4 - TAG + 6;
    pen->canvas.pen->place(&pen->canvas, x, EDGE - 2, WIDE / (double)ART_WIDTH);
    art_back(&pen->canvas);
    pen->canvas.pen->put_back(&pen->canvas);
    snprintf(words, sizeof(words), "%u", snapshot->pile);
    double width = glyph_width(words, 15) + 16;
    double left = x + WIDE / 2.0 - width / 2;
    card_area(pen, left, tag, width, TAG, 6, ink_shade);
    pen->canvas.pen->rect(&pen->canvas, left, tag, width, TAG, 6);
    pen->canvas.pen->stroke(&pen->canvas, art_paper, 2, false);
    glyph_show(&pen->canvas, words, left + 8, tag + (TAG + 15) / 2.0, 15, art_paper);
    if (snapshot->pending > 0) {
        snprintf(words, sizeof(words), "+%u", snapshot->pending);
        pill_draw(pen, &(struct drawn_pill){.words = words,
                                            .right = left - 12,
                                            .middle = EDGE + CHIP / 2.0,
                                            .filled = true,
                                            .ink = ink_playable});
    }
}

static void draw_count(struct cairo_pen *pen, unsigned number, double x, double y)
{
    char words[16];
    snprintf(words, sizeof(words), "%u", number);
    card_area(pen, x, y, COUNT, ROW_HEIGHT - 8, 7, art_dark);
    pen->canvas.pen->rect(&pen->canvas, x, y, COUNT, ROW_HEIGHT - 8, 7);
    pen->canvas.pen->stroke(&pen->canvas, ink_frame, 1.5, false);
    glyph_show(&pen->canvas, words, x + (COUNT - glyph_width(words, 15)) / 2,
               y + (ROW_HEIGHT - 8 + 15) / 2.0, 15, art_paper);
}

/* Draws the row of a player. The row of the player who must act is light and says so; that of the
 * player who moved last has a frame. */
static void draw_seat(struct cairo_pen *pen, const struct snapshot *snapshot,
                      const struct layout *layout, unsigned seat)
{
    unsigned column = seat / layout->per_column;
    double x = layout->rows_x + column * (layout->row_width + 12);
    double y = layout->rows_y + (double)PITCH * (seat % layout->per_column);
    double right = x + layout->row_width - 10;
    double middle = y + ROW_HEIGHT / 2.0;
    bool turn = seat == 0;
    if (turn) {
        card_area(pen, x, y, layout->row_width, ROW_HEIGHT, 8, art_paper);
    } else if (seat + 1 == snapshot->moved) {
        pen->canvas.pen->rect(&pen->canvas, x + 1, y + 1, layout->row_width - 2, ROW_HEIGHT - 2, 8);
        pen->canvas.pen->stroke(&pen->canvas, art_paper, 2, false);
    }
    draw_count(pen, snapshot->seats[seat].cards, x + 4, y + 4);
    if (snapshot->seats[seat].uno) {
        right = pill_draw(pen, &(struct drawn_pill){"UNO", right, middle, true, ink_playable}) - 8;
    }
    if (turn && *snapshot->asks != '\0') {
        right =
            pill_draw(pen, &(struct drawn_pill){snapshot->asks, right, middle, false, art_dark}) -
            8;
    }
    if (*snapshot->seats[seat].team != '\0') {
        right = pill_draw(pen, &(struct drawn_pill){snapshot->seats[seat].team, right, middle,
                                                    false, turn ? art_dark : art_paper}) -
                8;
    }
    double from = x + COUNT + 14;
    name_draw(pen, &(struct drawn_name){.name = snapshot->seats[seat].name,
                                        .place = seat,
                                        .x = from,
                                        .baseline = middle + ROW_CAPITAL / 2.0,
                                        .width = right - from,
                                        .size = ROW_CAPITAL,
                                        .ink = turn ? art_dark : art_paper});
}

/* Draws the last moves, beside the card that they ended with. */
static void draw_moves(struct cairo_pen *pen, const struct snapshot *snapshot,
                       const struct art_card *top)
{
    double y = body_height(snapshot);
    card_area(pen, 0, y, PICTURE_WIDTH, STRIP, 0, ink_shade);
    small_card(pen, top, EDGE + 2, y + 10, 31);
    name_draw(pen, &(struct drawn_name){.name = snapshot->moves,
                                        .x = EDGE + 46,
                                        .baseline = y + 27,
                                        .width = RIGHT - EDGE - 46,
                                        .size = 14,
                                        .lines = 2,
                                        .middle = y + STRIP / 2.0,
                                        .ink = art_paper});
}

void table_draw(struct cairo_pen *pen, const struct snapshot *snapshot)
{
    const struct layout layout = layout_of(snapshot);
    struct art_card top;
    read_top(snapshot, &top);
    ring_draw(pen, &(struct drawn_ring){.x = layout.ring_x,
                                        .y = layout.ring_x,
                                        .side = layout.ring_side,
                                        .colour = snapshot->colour,
                                        .clockwise = snapshot->clockwise,
                                        .pile = true,
                                        .top = &top});
    draw_colour(pen, snapshot, layout.left);
    draw_pile(pen, snapshot);
    for (unsigned seat = 0; seat < snapshot->count; seat++)
        draw_seat(pen, snapshot, &layout, seat);
    if (*snapshot->moves != '\0')
        draw_moves(pen, snapshot, &top);
}
