/* draw.h: draws the table into a grid. Pure: screen.h shows the grid on the terminal.
 *
 * From the top: the title, the other seats, the pile in its ring with the draw pile, the last three
 * moves (one, if the log stands beside the table), the own hand, a line with what is asked and
 * answered, and the bar with the buttons or the prompt. From 116 columns on the
 * totals and the log stand at the right. */
#ifndef TALON_ADAPTERS_TERMINAL_DRAW_H
#define TALON_ADAPTERS_TERMINAL_DRAW_H

#include "ui.h"

enum { DRAW_ROWS = 24, DRAW_COLUMNS = 80 }; /* the smallest screen */

struct prompt_cursor {
    bool shown; /* in the prompt */
    unsigned row, column;
};

/* Clears the grid and draws everything, or says that the screen is too small. Also notes in `ui`
 * where the mouse can press. */
void draw_all(struct ui *ui, struct cell_grid *grid, struct prompt_cursor *cursor);

/* -- parts -- */

struct table_canvas {
    struct ui *ui;
    struct cell_grid *grid;
    unsigned width; /* columns of the table, without the log beside it */
};

/* Rows of the screen. */
struct places {
    struct box seats, pile, hand;
    unsigned last, line, bar; /* rows of the last move, of what is asked, and of the buttons */
    unsigned earlier;         /* number of rows above `last` for the moves before it */
};

/* Writes "+4": how many cards the player who must act may have to draw. Returns the columns; 0:
 * none. */
enum { DUE_COLUMNS = 4 };
unsigned draw_due(const struct table_canvas *canvas, unsigned row, unsigned column);
void draw_seats(const struct table_canvas *canvas, struct box box);
void draw_pile(const struct table_canvas *canvas, struct box box);
void draw_side(const struct table_canvas *canvas, struct box box);
void draw_hand(const struct table_canvas *canvas, struct box box);
void draw_question(const struct table_canvas *canvas, const struct places *places);
void draw_sheet(const struct table_canvas *canvas);

struct card_dress {
    bool chosen; /* the card has the heavy frame */
    bool dim;    /* the card cannot be played now */
    bool left;   /* the face stands at the left, which a card on top leaves free */
    bool large;  /* the number may be drawn in large figures */
};
void draw_card(struct cell_grid *grid, struct box box, const struct held_card *card,
               struct card_dress look);
const char *draw_pattern(unsigned tint);

#endif
