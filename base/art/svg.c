#include "svg.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "pattern.h"

static void add_text(struct svg *svg, const char *text)
{
    svg->write(svg->to, text, strlen(text));
}

static void add_format(struct svg *svg, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_format(struct svg *svg, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    if (length > 0 && (size_t)length < sizeof(text))
        svg->write(svg->to, text, (size_t)length);
}

/* Writes a number as short as possible, rounded to one part in `parts` (a power of ten). */
static void add_number(struct svg *svg, double number, int parts)
{
    char text[48], digits[16];
    long long rounded = llround(fabs(number) * parts);
    size_t last = (size_t)snprintf(digits, sizeof(digits), "%lld", rounded % parts + parts);
    while (last > 0 && digits[last - 1] == '0')
        digits[--last] = '\0';
    bool fraction = rounded % parts > 0; /* the first digit is the 1 that `parts` added */
    snprintf(text, sizeof(text), "%s%.0lld%s%s", number < 0 && rounded > 0 ? "-" : "",
             rounded / parts,
             fraction       ? "."
             : rounded == 0 ? "0"
                            : "",
             fraction ? digits + 1 : "");
    add_text(svg, text);
}

/* Writes a command of a path. Before the first command it begins the <path> element. */
static void add_command(struct svg *svg, char command)
{
    if (!svg->in_path)
        add_text(svg, "<path d=\"");
    svg->in_path = true;
    svg->write(svg->to, &command, 1);
}

static void add_numbers(struct svg *svg, const double *numbers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && numbers[i] >= 0)
            add_text(svg, " ");
        else if (i > 0 && llround(numbers[i] * 10) == 0)
            add_text(svg, " ");
        add_number(svg, numbers[i], 10);
    }
}

static void add_step(struct canvas *canvas, char command, const double *numbers, unsigned count)
{
    struct svg *svg = (struct svg *)canvas;
    add_command(svg, command);
    add_numbers(svg, numbers, count);
}

#define STEP(canvas, command, ...)                                                                 \
    add_step(canvas, command, (const double[]){__VA_ARGS__},                                       \
             sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static void svg_move(struct canvas *canvas, double x, double y)
{
    STEP(canvas, 'M', x, y);
}

static void svg_line(struct canvas *canvas, double x, double y)
{
    STEP(canvas, 'L', x, y);
}

static void svg_bend(struct canvas *canvas, double by_x, double by_y, double x, double y)
{
    STEP(canvas, 'Q', by_x, by_y, x, y);
}

static void svg_close(struct canvas *canvas)
{
    add_command((struct svg *)canvas, 'z');
}

/* Writes an arc of a quarter circle. */
static void add_corner(struct canvas *canvas, double radius, int x, int y)
{
    if (radius > 0)
        STEP(canvas, 'a', radius, radius, 0, 0, 1, radius * x, radius * y);
}

static void svg_rect(struct canvas *canvas, double x, double y, double width, double height,
                     double radius)
{
    STEP(canvas, 'M', x + radius, y);
    STEP(canvas, 'h', width - 2 * radius);
    add_corner(canvas, radius, 1, 1);
    STEP(canvas, 'v', height - 2 * radius);
    add_corner(canvas, radius, -1, 1);
    STEP(canvas, 'h', 2 * radius - width);
    add_corner(canvas, radius, -1, -1);
    STEP(canvas, 'v', 2 * radius - height);
    add_corner(canvas, radius, 1, -1);
    svg_close(canvas);
}

static void svg_circle(struct canvas *canvas, double x, double y, double radius)
{
    STEP(canvas, 'M', x - radius, y);
    for (int way = 1; way >= -1; way -= 2)
        STEP(canvas, 'a', radius, radius, 0, 1, 1, 2 * radius * way, 0);
    svg_close(canvas);
}

static void add_ink(struct svg *svg, const char *attribute, struct ink ink)
{
    if (ink.pattern < PATTERNS)
        add_format(svg, " %s=\"url(#p-%s)\"", attribute, pattern_name(ink.pattern));
    else if (ink.rgb == 0xffffff || ink.rgb == 0)
        add_format(svg, " %s=\"#%s\"", attribute, ink.rgb == 0 ? "000" : "fff");
    else
        add_format(svg, " %s=\"#%06x\"", attribute, (unsigned)ink.rgb);
    if (ink.percent < 100) {
        add_format(svg, " %s-opacity=\"", attribute);
        add_number(svg, ink.percent / 100.0, 100);
        add_text(svg, "\"");
    }
}

static void svg_fill(struct canvas *canvas, struct ink ink)
{
    struct svg *svg = (struct svg *)canvas;
    if (!svg->in_path)
        return;
    add_text(svg, "\"");
    add_ink(svg, "fill", ink);
    add_text(svg, "/>");
    svg->in_path = false;
}

static void svg_stroke(struct canvas *canvas, struct ink ink, double width, bool round)
{
    struct svg *svg = (struct svg *)canvas;
    if (!svg->in_path)
        return;
    add_text(svg, "\" fill=\"none\"");
    add_ink(svg, "stroke", ink);
    add_text(svg, " stroke-width=\"");
    add_number(svg, width, 10);
    add_text(svg, round ? "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>" : "\"/>");
    svg->in_path = false;
}

static void svg_place(struct canvas *canvas, double x, double y, double scale)
{
    struct svg *svg = (struct svg *)canvas;
    add_text(svg, "<g transform=\"translate(");
    add_numbers(svg, (const double[]){x, y}, 2);
    add_text(svg, ")scale(");
    add_number(svg, scale, 10000);
    add_text(svg, ")\">");
}

static void svg_put_back(struct canvas *canvas)
{
    add_text((struct svg *)canvas, "</g>");
}

/* Returns true if the document has no part of that kind and name yet, and notes that it has one
 * now. The hash is FNV-1a, started with the kind. All names come from our own code, so nobody can
 * make two with the same hash. */
static bool is_new(struct svg *svg, char kind, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325 ^ (unsigned char)kind;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
    for (unsigned i = 0; i < svg->part_count; i++) {
        if (svg->parts[i] == hash)
            return false;
    }
    if (svg->part_count < SVG_PARTS)
        svg->parts[svg->part_count++] = hash;
    return true;
}

static bool svg_begin_part(struct canvas *canvas, const char *name)
{
    struct svg *svg = (struct svg *)canvas;
    bool full = svg->part_count == SVG_PARTS;
    if (!is_new(svg, 'a', name)) {
        add_format(svg, "<use href=\"#a-%s\"/>", name);
        return false;
    }
    if (full)
        add_text(svg, "<g>");
    else
        add_format(svg, "<g id=\"a-%s\">", name);
    return true;
}

static const struct pen svg_pen = {
    .move = svg_move,
    .line = svg_line,
    .bend = svg_bend,
    .close = svg_close,
    .rect = svg_rect,
    .circle = svg_circle,
    .fill = svg_fill,
    .stroke = svg_stroke,
    .place = svg_place,
    .put_back = svg_put_back,
    .begin_part = svg_begin_part,
    .end_part = svg_put_back,
};

void svg_init(struct svg *svg, void (*write)(void *to, const char *text, size_t length), void *to)
{
    *svg = (struct svg){.canvas = {&svg_pen}, .write = write, .to = to};
}

void svg_begin(struct svg *svg)
{
    add_text(svg,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"art\" width=\"0\" height=\"0\" "
             "aria-hidden=\"true\">");
    for (unsigned i = 0; i < PATTERNS; i++) {
        int side = (int)pattern_side(i);
        add_format(svg,
                   "<pattern id=\"p-%s\" width=\"%d\" height=\"%d\" "
                   "patternUnits=\"userSpaceOnUse\">",
                   pattern_name(i), side, side);
        pattern_draw(&svg->canvas, i);
        add_text(svg, "</pattern>");
    }
}

void svg_end(struct svg *svg)
{
    add_text(svg, "</svg>");
}

bool svg_symbol(struct svg *svg, const char *id, double width, double height)
{
    if (!is_new(svg, 's', id))
        return false;
    add_format(svg, "<symbol id=\"%s\" viewBox=\"0 0 ", id);
    add_numbers(svg, (const double[]){width, height}, 2);
    add_text(svg, "\">");
    return true;
}

void svg_symbol_end(struct svg *svg)
{
    add_text(svg, "</symbol>");
}

void svg_card(struct svg *svg, const char *id, const struct art_card *card, enum art_form form)
{
    if (svg_symbol(svg, id, ART_WIDTH, ART_HEIGHT)) {
        art_draw(&svg->canvas, card, form);
        svg_symbol_end(svg);
    }
}

void svg_ring(struct svg *svg, unsigned tint)
{
    char id[SVG_ID];
    snprintf(id, sizeof(id), "ring-%s", pattern_name(tint));
    if (svg_symbol(svg, id, ART_RING, ART_RING)) {
        art_ring(&svg->canvas, tint);
        svg_symbol_end(svg);
    }
}

void svg_square(struct svg *svg, unsigned tint)
{
    char id[SVG_ID];
    snprintf(id, sizeof(id), "square-%s", pattern_name(tint));
    if (svg_symbol(svg, id, ART_CHIP, ART_CHIP)) {
        art_square(&svg->canvas, tint);
        svg_symbol_end(svg);
    }
}

char *svg_card_id(char id[SVG_ID], const char *code, unsigned tint, enum art_form form)
{
    struct buf buf;
    buf_init(&buf, id, SVG_ID);
    buf_add(&buf, form == ART_PILE ? "c-" : "h-");
    for (; *code != '\0'; code++)
        buf_add_char(&buf, (char)(isalnum((unsigned char)*code) ? *code : '_'));
    if (tint != TINT_WILD) {
        buf_add_char(&buf, '-');
        buf_add(&buf, pattern_name(tint));
    }
    return id;
}
