#include "digits.h"

#include <string.h>

#include "base/array.h"

enum { PIXEL_ROWS = 5, PIXEL_COLUMNS = 3, GAP = 1 };

/* Each row of a figure is one octal digit, the top row first. */
static const struct {
    char sign;
    unsigned pixels;
} figures[] = {{'0', 075557}, {'1', 026227}, {'2', 071747}, {'3', 071717},
               {'4', 055711}, {'5', 074717}, {'6', 074757}, {'7', 071222},
               {'8', 075757}, {'9', 075717}, {'+', 002720}};

static bool find_figure(char sign, unsigned *pixels)
{
    for (size_t i = 0; i < ARRAY_SIZE(figures); i++) {
        if (figures[i].sign == sign) {
            *pixels = figures[i].pixels;
            return true;
        }
    }
    return false;
}

unsigned digits_width(const char *text)
{
    unsigned pixels = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (!find_figure(*at, &pixels))
            return 0;
    }
    size_t length = strlen(text);
    return length > 0 ? (unsigned)length * (PIXEL_COLUMNS + GAP) - GAP : 0;
}

static bool is_set(unsigned pixels, unsigned row, unsigned column)
{
    unsigned line = row < PIXEL_ROWS ? pixels >> 3 * (PIXEL_ROWS - 1 - row) & 7 : 0;
    return (line >> (PIXEL_COLUMNS - 1 - column) & 1) != 0;
}

void digits_put(struct cell_grid *grid, unsigned row, unsigned column, enum paint paint,
                const char *text)
{
    /* The character that shows two pixels, by whether the upper and the lower one are set. */
    static const char *const blocks[2][2] = {{" ", "▄"}, {"▀", "█"}};
    unsigned pixels = 0;
    for (; find_figure(*text, &pixels); text++, column += PIXEL_COLUMNS + GAP) {
        for (unsigned y = 0; y < DIGITS_ROWS; y++) {
            for (unsigned x = 0; x < PIXEL_COLUMNS; x++) {
                grid_put(grid, row + y, column + x, 1, paint,
                         blocks[is_set(pixels, 2 * y, x)][is_set(pixels, 2 * y + 1, x)]);
            }
        }
    }
}
