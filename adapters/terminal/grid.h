/* grid.h: a screen of character cells before any terminal shows it. Pure.
 *
 * A cell holds one character with its marks. The functions below take any text: control codes,
 * format characters and invalid bytes never reach a cell. What does not fit is cut. With `ascii`
 * the grid takes only ASCII: lines, patterns and letters of other scripts get a replacement. */
#ifndef TALON_ADAPTERS_TERMINAL_GRID_H
#define TALON_ADAPTERS_TERMINAL_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CELL_BYTES = 16, PAINT_TINTS = 7 };

/* How a cell looks. screen.c turns a paint into colours and attributes of the terminal. The paints
 * in the second part have one value for each enum tint (base/message.h). */
enum paint {
    PAINT_TEXT,
    PAINT_QUIET,
    PAINT_STRONG,
    PAINT_TURN, /* emphasis: the seat to act, or a chosen control */
    PAINT_GOLD, /* "you can" */
    PAINT_BACK, /* the back of a card */
    PAINT_PAPER,
    PAINT_PAPER_DIM,
    PAINT_FACE, /* the coloured row of a card */
    PAINT_FACE_DIM = PAINT_FACE + PAINT_TINTS,
    PAINT_LINE = PAINT_FACE_DIM + PAINT_TINTS, /* a frame in that colour */
    PAINT_LINE_DIM = PAINT_LINE + PAINT_TINTS,
    PAINT_RING = PAINT_LINE_DIM + PAINT_TINTS, /* the pattern inside the ring */
    PAINTS = PAINT_RING + PAINT_TINTS
};

struct cell {
    char text[CELL_BYTES]; /* "": the second half of a wide character */
    uint8_t width;         /* columns: 1 or 2; 0 for a second half */
    uint8_t paint;         /* enum paint */
};

struct cell_grid {
    unsigned rows, columns;
    bool ascii;
    struct cell *cells;
};

struct box {
    unsigned row, column, rows, columns;
};

enum frame { FRAME_LIGHT, FRAME_HEAVY, FRAME_ROUND, FRAMES };

/* Gives the grid that size and clears it. False if memory is out: the grid is as before. */
bool grid_size(struct cell_grid *grid, unsigned rows, unsigned columns);
void grid_finish(struct cell_grid *grid);
void grid_clear(struct cell_grid *grid);

const struct cell *grid_at(const struct cell_grid *grid, unsigned row, unsigned column);

/* Writes a text into at most `columns` columns of one row, and returns the columns used. A text
 * that is too long ends in "…". */
unsigned grid_put(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                  enum paint paint, const char *text);
unsigned grid_put_bytes(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                        enum paint paint, const char *text, size_t length);
/* Like grid_put(), in the middle of these columns. */
void grid_put_middle(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                     enum paint paint, const char *text);
/* Fills the box with one character. */
void grid_fill(struct cell_grid *grid, struct box box, enum paint paint, const char *character);
/* Draws a frame on the outer cells of the box. */
void grid_frame(struct cell_grid *grid, struct box box, enum frame frame, enum paint paint);
/* A horizontal line, and a vertical one. */
void grid_across(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                 enum frame frame, enum paint paint);
void grid_down(struct cell_grid *grid, unsigned row, unsigned column, unsigned rows,
               enum paint paint);

/* Columns that grid_put() needs for a text. */
unsigned grid_width(const char *text, size_t length);
/* Returns the bytes of the next character of a text with its marks, and its columns; 0: the text
 * is over. `shown` (CELL_BYTES) gets what a cell shows of it, "": nothing. */
size_t grid_next(const char *text, size_t length, char *shown, unsigned *columns);

#endif
