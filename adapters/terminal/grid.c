#include "grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/array.h"
#include "base/text.h"

enum { TOO_WIDE = 1000 }; /* more rows or columns than any terminal has */

/* Corners, sides: top left, top right, bottom left, bottom right, across, down. */
static const char *const frames[FRAMES][6] = {
    [FRAME_LIGHT] = {"┌", "┐", "└", "┘", "─", "│"},
    [FRAME_HEAVY] = {"┏", "┓", "┗", "┛", "━", "┃"},
    [FRAME_ROUND] = {"╭", "╮", "╰", "╯", "─", "│"},
};

/* What a terminal without Unicode shows in place of the table's signs. */
static const struct {
    const char *sign, *ascii;
} substitutes[] = {
    {"┌", "+"}, {"┐", "+"}, {"└", "+"}, {"┘", "+"}, {"─", "-"}, {"│", "|"}, {"┏", "#"},
    {"┓", "#"}, {"┗", "#"}, {"┛", "#"}, {"━", "="}, {"┃", "#"}, {"╭", "+"}, {"╮", "+"},
    {"╰", "+"}, {"╯", "+"}, {"•", "o"}, {"╱", "/"}, {"▲", "^"}, {"≈", "~"}, {"◇", "x"},
    {"○", "O"}, {"░", "#"}, {"▮", "|"}, {"↷", ">"}, {"↶", "<"}, {"▶", ">"}, {"◀", "<"},
    {"›", ">"}, {"‹", "<"}, {"»", ">"}, {"«", "<"}, {"…", "."}, {"·", "."}, {"←", "<"},
    {"→", ">"}, {"↑", "^"}, {"↓", "v"}, {"├", "+"}, {"┤", "+"}, {"┴", "+"}, {"┬", "+"},
    {"⊘", "s"}, {"⇄", "r"}, {"✗", "x"}, {"✓", "v"}, {"█", "#"}, {"▄", "#"}, {"▀", "#"},
};

bool grid_size(struct cell_grid *grid, unsigned rows, unsigned columns)
{
    if (rows > TOO_WIDE || columns > TOO_WIDE)
        return false;
    struct cell *cells = calloc((size_t)rows * columns + 1, sizeof(*cells));
    if (cells == NULL)
        return false;
    free(grid->cells);
    grid->cells = cells;
    grid->rows = rows;
    grid->columns = columns;
    grid_clear(grid);
    return true;
}

void grid_finish(struct cell_grid *grid)
{
    free(grid->cells);
    *grid = (struct cell_grid){0};
}

void grid_clear(struct cell_grid *grid)
{
    for (size_t i = 0; i < (size_t)grid->rows * grid->columns; i++)
        grid->cells[i] = (struct cell){.text = " ", .width = 1, .paint = PAINT_TEXT};
}

const struct cell *grid_at(const struct cell_grid *grid, unsigned row, unsigned column)
{
    return &grid->cells[(size_t)row * grid->columns + column];
}

size_t grid_next(const char *text, size_t length, char *shown, unsigned *columns)
{
    size_t used = 0;
    size_t kept = 0;
    utf8proc_int32_t last = 0;
    utf8proc_int32_t state = 0;
    *shown = '\0';
    *columns = 0;
    while (used < length) {
        size_t size = 1;
        bool shows = text_shows(text + used, length - used, &size);
        utf8proc_int32_t code = 0;
        bool valid = utf8proc_iterate((const utf8proc_uint8_t *)text + used,
                                      (utf8proc_ssize_t)(length - used), &code) > 0;
        if (used > 0 && utf8proc_grapheme_break_stateful(last, valid ? code : 0, &state))
            break;
        last = valid ? code : 0;
        unsigned width = shows && valid ? (unsigned)utf8proc_charwidth(code) : 0;
        /* A terminal gives a cell one character and its marks. An emoji made of several characters
         * shows only the first of them. */
        bool takes = kept == 0 ? width > 0 : shows && valid && width == 0;
        if (takes && kept + size < CELL_BYTES) {
            memcpy(shown + kept, text + used, size);
            kept += size;
            shown[kept] = '\0';
            *columns += width;
        }
        used += size;
    }
    if (strcmp(shown, "\u00A0") == 0) {
        shown[0] = ' ';
        shown[1] = '\0';
    }
    return used;
}

unsigned grid_width(const char *text, size_t length)
{
    unsigned width = 0;
    unsigned columns = 0;
    char shown[CELL_BYTES];
    for (size_t at = 0; at < length; width += columns)
        at += grid_next(text + at, length - at, shown, &columns);
    return width;
}

/* Replaces a character that is not ASCII by a sign like it, or by its letter without accents. */
static void to_ascii(char *shown)
{
    utf8proc_int32_t parts[8];
    utf8proc_int32_t code = 0;
    int last = 0;
    if ((unsigned char)*shown < 0x80) {
        shown[1] = '\0';
        return;
    }
    for (size_t i = 0; i < ARRAY_SIZE(substitutes); i++) {
        if (strcmp(substitutes[i].sign, shown) == 0) {
            memcpy(shown, substitutes[i].ascii, 2);
            return;
        }
    }
    utf8proc_iterate((const utf8proc_uint8_t *)shown, -1, &code);
    if (utf8proc_decompose_char(code, parts, ARRAY_SIZE(parts),
                                UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE, &last) < 1 ||
        parts[0] >= 0x7f || parts[0] < ' ')
        parts[0] = '?';
    shown[0] = (char)parts[0];
    shown[1] = '\0';
}

static void set_cell(struct cell_grid *grid, unsigned row, unsigned column, enum paint paint,
                     const char *shown, unsigned width)
{
    struct cell *cell = &grid->cells[(size_t)row * grid->columns + column];
    /* If this cell was half of a wide character, its other half becomes a blank. */
    if (cell->width == 0 && column > 0)
        cell[-1] = (struct cell){.text = " ", .width = 1, .paint = cell[-1].paint};
    if (cell[width - 1].width == 2 && column + width < grid->columns)
        cell[width] = (struct cell){.text = " ", .width = 1, .paint = cell[width].paint};
    *cell = (struct cell){.width = (uint8_t)width, .paint = (uint8_t)paint};
    snprintf(cell->text, sizeof(cell->text), "%s", shown);
    if (width == 2)
        cell[1] = (struct cell){.width = 0, .paint = (uint8_t)paint};
}

unsigned grid_put_bytes(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                        enum paint paint, const char *text, size_t length)
{
    if (row >= grid->rows || column >= grid->columns)
        return 0;
    if (columns > grid->columns - column)
        columns = grid->columns - column;
    bool cut = grid_width(text, length) > columns;
    unsigned room = cut && columns > 0 ? columns - 1 : columns;
    unsigned used = 0;
    char shown[CELL_BYTES];
    unsigned width = 0;
    for (size_t at = 0; at < length;) {
        at += grid_next(text + at, length - at, shown, &width);
        if (width == 0)
            continue;
        if (used + width > room)
            break;
        if (grid->ascii)
            to_ascii(shown);
        set_cell(grid, row, column + used, paint, shown, grid->ascii ? 1 : width);
        used += grid->ascii ? 1 : width;
    }
    if (cut && columns > 0) {
        set_cell(grid, row, column + used, paint, grid->ascii ? "." : "…", 1);
        used++;
    }
    return used;
}

unsigned grid_put(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                  enum paint paint, const char *text)
{
    return grid_put_bytes(grid, row, column, columns, paint, text, strlen(text));
}

void grid_put_middle(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                     enum paint paint, const char *text)
{
    unsigned width = grid_width(text, strlen(text));
    unsigned before = width < columns ? (columns - width) / 2 : 0;
    grid_put(grid, row, column + before, columns - before, paint, text);
}

void grid_fill(struct cell_grid *grid, struct box box, enum paint paint, const char *character)
{
    for (unsigned row = box.row; row < box.row + box.rows; row++) {
        for (unsigned column = box.column; column < box.column + box.columns; column++)
            grid_put(grid, row, column, 1, paint, character);
    }
}

void grid_across(struct cell_grid *grid, unsigned row, unsigned column, unsigned columns,
                 enum frame frame, enum paint paint)
{
    grid_fill(grid, (struct box){row, column, 1, columns}, paint, frames[frame][4]);
}

void grid_down(struct cell_grid *grid, unsigned row, unsigned column, unsigned rows,
               enum paint paint)
{
    grid_fill(grid, (struct box){row, column, rows, 1}, paint, frames[FRAME_LIGHT][5]);
}

void grid_frame(struct cell_grid *grid, struct box box, enum frame frame, enum paint paint)
{
    const char *const *parts = frames[frame];
    unsigned bottom = box.row + box.rows - 1;
    unsigned right = box.column + box.columns - 1;
    if (box.rows < 2 || box.columns < 2)
        return;
    grid_fill(grid, (struct box){box.row, box.column, 1, box.columns}, paint, parts[4]);
    grid_fill(grid, (struct box){bottom, box.column, 1, box.columns}, paint, parts[4]);
    grid_fill(grid, (struct box){box.row, box.column, box.rows, 1}, paint, parts[5]);
    grid_fill(grid, (struct box){box.row, right, box.rows, 1}, paint, parts[5]);
    grid_put(grid, box.row, box.column, 1, paint, parts[0]);
    grid_put(grid, box.row, right, 1, paint, parts[1]);
    grid_put(grid, bottom, box.column, 1, paint, parts[2]);
    grid_put(grid, bottom, right, 1, paint, parts[3]);
}
