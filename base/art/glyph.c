#include "glyph.h"

#include <string.h>

#include "base/array.h"
#include "base/text.h"

/* Each letter as points "xy" on a grid where a capital is 8 high and y points down. "/" begins
 * another stroke. "~" before a point makes it a control point, which bends the stroke without lying
 * on it (quadratic, as in TrueType: between two control points the stroke passes halfway). */
static const char *const strokes[128] = {
    ['!'] = "00 05/08 08",
    ['"'] = "00 02/20 22",
    ['#'] = "20 18/50 48/03 63/05 65",
    ['$'] = "62~61 31~01 02~04 34~64 66~67 37~07 06/30 38",
    ['%'] = "01~00~20 21~22~02 01/60 08/47~46~66 67~68~48 47",
    ['&'] = "58 01~00 20~40 42 04 06~08 28~58 55",
    ['\''] = "00 02",
    ['('] = "20~04 28",
    [')'] = "00~24 08",
    ['*'] = "02 46/06 42/21 27",
    ['+'] = "04 44/22 26",
    [','] = "18 09",
    ['-'] = "04 34",
    ['.'] = "08 08",
    ['/'] = "40 08",
    ['0'] = "05 03~00~50 53 55~58~08 05",
    ['1'] = "02 20 28/08 48",
    ['2'] = "02~00~50 52~54 08 58",
    ['3'] = "01~00~50 52~54 24~54 56~58~08 07",
    ['4'] = "40 06 56/40 48",
    ['5'] = "50 00 03 23~53~58 28~08 07",
    ['6'] = "51~50~00 04 05~08~58~53~03 05",
    ['7'] = "00 50 28",
    ['8'] = "02~00~50 52~54~04 02/06~04~54 56~58~08 06",
    ['9'] = "07~08~58 54 53~50~00~05~55 53",
    [':'] = "03 03/07 07",
    [';'] = "13 13/17 08",
    ['<'] = "41 04 47",
    ['='] = "03 43/05 45",
    ['>'] = "01 44 07",
    ['?'] = "01~00~40 42~43 25/28 28",
    ['@'] = "64~62 42~22 24~26 46~66 64/62 65~66~86 84~80 40~00 04~08 48 68",
    ['A'] = "08 30 68/15 55",
    ['B'] = "08 00 30~50 52~54 34 04/34~64 66~68 38 08",
    ['C'] = "62~60 30~00 04~08 38~68 66",
    ['D'] = "00 08 28~68 64~60 20 00",
    ['E'] = "50 00 08 58/04 44",
    ['F'] = "50 00 08/04 44",
    ['G'] = "62~60 30~00 04~08 38~68 66 64 34",
    ['H'] = "00 08/60 68/04 64",
    ['I'] = "00 08",
    ['J'] = "40 46~48 28~08 06",
    ['K'] = "00 08/60 05/23 68",
    ['L'] = "00 08 58",
    ['M'] = "08 00 36 60 68",
    ['N'] = "08 00 68 60",
    ['O'] = "30~00 04~08 38~68 64~60 30",
    ['P'] = "08 00 30~60 62~64 34 04",
    ['Q'] = "30~00 04~08 38~68 64~60 30/46 68",
    ['R'] = "08 00 30~60 62~64 34 04/34 68",
    ['S'] = "62~60 30~00 02~04 34~64 66~68 38~08 06",
    ['T'] = "00 60/30 38",
    ['U'] = "00 05~08 38~68 65 60",
    ['V'] = "00 38 60",
    ['W'] = "00 28 42 68 80",
    ['X'] = "00 68/60 08",
    ['Y'] = "00 34 60/34 38",
    ['Z'] = "00 60 08 68",
    ['['] = "20 00 08 28",
    ['\\'] = "00 48",
    [']'] = "00 20 28 08",
    ['^'] = "03 20 43",
    ['_'] = "08 58",
    ['`'] = "00 21",
    ['{'] = "20~10 12~14 04~14 16~18 28",
    ['|'] = "00 08",
    ['}'] = "00~10 12~14 24~14 16~18 08",
    ['~'] = "05~03~27~45 44",
};

static const double thick = 0.17; /* width of a stroke, as a part of the letter's size */
static const double apart = 0.13; /* gap between two letters, as a part of their size */
static const double blank = 0.3;

/* Letters in names that text_fold() does not fold, and their replacements, none of which has more
 * bytes. */
static const struct {
    char from[4], to[3];
} likes[] = {{"æ", "AE"}, {"œ", "OE"}, {"ø", "O"}, {"ł", "L"}, {"đ", "D"},     {"ð", "D"},
             {"þ", "TH"}, {"ı", "I"},  {"’", "'"}, {"–", "-"}, {"\u00A0", " "}};

/* Writes the letters to draw for the first character of `*at`, and moves `*at` behind it. Returns
 * the number of letters; 0: the character cannot be drawn. */
static size_t fold_one(const char **at, char out[2])
{
    for (size_t i = 0; i < ARRAY_SIZE(likes); i++) {
        size_t from = strlen(likes[i].from), to = strlen(likes[i].to);
        if (strncmp(*at, likes[i].from, from) == 0) {
            memcpy(out, likes[i].to, to);
            *at += from;
            return to;
        }
    }
    char letter = *(*at)++;
    out[0] = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    return out[0] == ' ' || (out[0] > 0 && strokes[(unsigned char)out[0]] != NULL);
}

bool glyph_fold(char out[GLYPH_WORDS], const char *words)
{
    char folded[GLYPH_WORDS];
    struct buf buf;
    size_t length = 0;
    buf_init(&buf, folded, sizeof(folded));
    bool whole = text_fold(&buf, words, strlen(words));
    for (const char *at = folded; *at != '\0';) {
        size_t drawn = fold_one(&at, out + length);
        whole = whole && drawn > 0;
        length += drawn;
    }
    out[length] = '\0';
    return whole;
}

/* Returns the width of a letter's strokes if its size is 1. */
static double ink_of(char letter)
{
    char widest = '0';
    if (letter == ' ')
        return blank;
    for (const char *at = strokes[(unsigned char)letter]; *at != '\0'; at++) {
        if (*at >= '0' && *at <= '9') {
            widest = *at > widest ? *at : widest;
            at++;
        }
    }
    return (widest - '0') / 8.0 * (1 - thick) + thick;
}

double glyph_width(const char *folded, double size)
{
    double width = 0;
    for (const char *at = folded; *at != '\0'; at++)
        width += ink_of(*at) + (at[1] != '\0' ? apart : 0);
    return width * size;
}

struct point {
    double x, y;
};

static struct point point_halfway(struct point one, struct point other)
{
    return (struct point){(one.x + other.x) / 2, (one.y + other.y) / 2};
}

static void trace_letter(struct canvas *canvas, const char *at, double x, double top, double unit)
{
    struct point by = {0, 0};
    bool bent = false, begins = true;
    for (; *at != '\0'; at++) {
        bool off = *at == '~';
        begins = begins || *at == '/';
        at += off;
        if (*at < '0' || *at > '9')
            continue;
        struct point point = {x + (at[0] - '0') * unit, top + (at[1] - '0') * unit};
        struct point to = off ? point_halfway(by, point) : point;
        at++;
        if (begins)
            canvas->pen->move(canvas, point.x, point.y);
        else if (bent)
            canvas->pen->bend(canvas, by.x, by.y, to.x, to.y);
        else if (!off)
            canvas->pen->line(canvas, point.x, point.y);
        begins = false;
        bent = off;
        by = point;
    }
}

void glyph_show(struct canvas *canvas, const char *folded, double x, double baseline, double size,
                struct ink ink)
{
    double inner = size * (1 - thick); /* strokes stand out by half of their thickness */
    double top = baseline - size + size * thick / 2;
    for (; *folded != '\0'; folded++) {
        if (*folded != ' ') {
            trace_letter(canvas, strokes[(unsigned char)*folded], x + size * thick / 2, top,
                         inner / 8);
        }
        x += (ink_of(*folded) + apart) * size;
    }
    canvas->pen->stroke(canvas, ink, size * thick, true);
}
