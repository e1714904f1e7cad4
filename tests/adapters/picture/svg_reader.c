#include "svg_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"

enum { VALUE = 4096, NUMBERS = 7, DEPTH = 8 };

struct reader {
    struct cairo_pen *pen;
    const char *svg;
    unsigned depth;
};

#define QUARTER 1.57079632679489661923

/* Copies an attribute of the tag at `at`. "": it has none. */
static const char *attribute(const char *at, const char *name, char value[VALUE])
{
    char wanted[32];
    const char *end = strchr(at, '>');
    assert_non_null(end);
    snprintf(wanted, sizeof(wanted), " %s=\"", name);
    const char *found = strstr(at, wanted);
    *value = '\0';
    if (found == NULL || found > end)
        return value;
    found += strlen(wanted);
    size_t length = strcspn(found, "\"");
    assert_true(length < VALUE);
    memcpy(value, found, length);
    value[length] = '\0';
    return value;
}

static double number_of(const char *at, const char *name, double otherwise)
{
    char value[VALUE];
    return *attribute(at, name, value) != '\0' ? strtod(value, NULL) : otherwise;
}

/* -- paths -- */

/* An arc of a quarter, or of half a circle, clockwise from the current point. */
static void paint_arc(cairo_t *cairo, const double *n)
{
    double x, y;
    double radius = n[0];
    cairo_get_current_point(cairo, &x, &y);
    if (n[6] == 0) { /* half a circle, to the right or to the left */
        bool right = n[5] > 0;
        cairo_arc(cairo, x + n[5] / 2, y, radius, right ? 2 * QUARTER : 0,
                  right ? 4 * QUARTER : 2 * QUARTER);
        return;
    }
    /* A quarter begins where its direction, turned by a right angle, leads to the middle. */
    bool flat = (n[5] > 0) == (n[6] > 0);
    double middle_x = flat ? x : x + n[5];
    double middle_y = flat ? y + n[6] : y;
    double from = flat ? (n[6] > 0 ? 3 : 1) : (n[5] > 0 ? 2 : 0);
    cairo_arc(cairo, middle_x, middle_y, radius, from * QUARTER, (from + 1) * QUARTER);
}

static void paint_step(struct cairo_pen *pen, char command, const double *n)
{
    struct canvas *canvas = &pen->canvas;
    double x = 0, y = 0;
    if (cairo_has_current_point(pen->cairo))
        cairo_get_current_point(pen->cairo, &x, &y);
    switch (command) {
    case 'M':
        canvas->pen->move(canvas, n[0], n[1]);
        break;
    case 'L':
        canvas->pen->line(canvas, n[0], n[1]);
        break;
    case 'h':
        canvas->pen->line(canvas, x + n[0], y);
        break;
    case 'v':
        canvas->pen->line(canvas, x, y + n[0]);
        break;
    case 'Q':
        canvas->pen->bend(canvas, n[0], n[1], n[2], n[3]);
        break;
    case 'a':
        paint_arc(pen->cairo, n);
        break;
    case 'z':
        canvas->pen->close(canvas);
        break;
    default:
        fail_msg("the command %c", command);
    }
}

static void trace_path(struct cairo_pen *pen, const char *d)
{
    static const struct {
        char command;
        unsigned count;
    } commands[] = {{'M', 2}, {'L', 2}, {'h', 1}, {'v', 1}, {'Q', 4}, {'a', 7}, {'z', 0}};
    while (*d != '\0') {
        double numbers[NUMBERS] = {0};
        unsigned row = 0;
        while (row < ARRAY_SIZE(commands) && commands[row].command != *d)
            row++;
        assert_true(row < ARRAY_SIZE(commands));
        d++;
        for (unsigned i = 0; i < commands[row].count; i++) {
            char *end;
            numbers[i] = strtod(d, &end);
            assert_ptr_not_equal(d, end);
            d = end;
        }
        paint_step(pen, commands[row].command, numbers);
    }
}

/* -- elements -- */

static struct ink ink_of(const char *at, const char *name)
{
    char value[VALUE], share[32];
    struct ink ink = {.pattern = PATTERN_NONE, .percent = 100};
    attribute(at, name, value);
    snprintf(share, sizeof(share), "%s-opacity", name);
    for (unsigned i = 0; i < PATTERNS; i++) {
        char url[32];
        snprintf(url, sizeof(url), "url(#p-%s)", pattern_name(i));
        if (strcmp(value, url) == 0)
            return pattern_ink(i);
    }
    assert_int_equal(*value, '#');
    ink.rgb = (uint32_t)strtoul(value + 1, NULL, 16);
    if (strlen(value) == 4) {
        ink.rgb =
            (ink.rgb >> 8 & 15) * 0x110000 + (ink.rgb >> 4 & 15) * 0x1100 + (ink.rgb & 15) * 0x11;
    }
    ink.percent = (uint8_t)(number_of(at, share, 1) * 100 + 0.5);
    return ink;
}

static void paint_path(struct cairo_pen *pen, const char *at)
{
    char value[VALUE];
    trace_path(pen, attribute(at, "d", value));
    attribute(at, "stroke-linecap", value);
    if (*attribute(at, "stroke", value) == '\0') {
        pen->canvas.pen->fill(&pen->canvas, ink_of(at, "fill"));
        return;
    }
    bool round = strcmp(attribute(at, "stroke-linecap", value), "round") == 0;
    pen->canvas.pen->stroke(&pen->canvas, ink_of(at, "stroke"), number_of(at, "stroke-width", 1),
                            round);
}

static void begin_group(struct cairo_pen *pen, const char *at)
{
    char value[VALUE];
    double x = 0, y = 0, scale = 1;
    if (*attribute(at, "transform", value) != '\0') {
        char *end;
        assert_memory_equal(value, "translate(", 10);
        x = strtod(value + 10, &end);
        y = strtod(end, &end);
        assert_memory_equal(end, ")scale(", 7);
        scale = strtod(end + 7, NULL);
    }
    pen->canvas.pen->place(&pen->canvas, x, y, scale);
}

static void paint_id(struct reader *reader, const char *element, const char *id);

/* Paints from behind a start tag on, up to its end tag. */
static void paint_content(struct reader *reader, const char *at)
{
    char value[VALUE];
    for (unsigned open = 1; open > 0;) {
        assert_int_equal(*at, '<');
        if (at[1] == '/') {
            if (--open > 0)
                reader->pen->canvas.pen->put_back(&reader->pen->canvas);
        } else if (strncmp(at, "<g", 2) == 0) {
            begin_group(reader->pen, at);
            open++;
        } else if (strncmp(at, "<path ", 6) == 0) {
            paint_path(reader->pen, at);
        } else {
            assert_memory_equal(at, "<use href=\"#", 12);
            attribute(at, "href", value);
            paint_id(reader, "g", value + 1);
        }
        at = strchr(at, '>') + 1;
    }
}

static void paint_id(struct reader *reader, const char *element, const char *id)
{
    char start[VALUE];
    snprintf(start, sizeof(start), "<%s id=\"%s\"", element, id);
    const char *at = strstr(reader->svg, start);
    if (at == NULL)
        fail_msg("there is no %s", id);
    assert_true(reader->depth++ < DEPTH);
    paint_content(reader, strchr(at, '>') + 1);
    reader->depth--;
}

void svg_paint(struct cairo_pen *pen, const char *svg, const char *id)
{
    struct reader reader = {.pen = pen, .svg = svg};
    paint_id(&reader, "symbol", id);
}
