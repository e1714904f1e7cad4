#include "pattern.h"

enum { SIDE = 16, BACK = 14 /* units of a tile's side */ };

static void draw_dots(struct canvas *canvas, struct ink ink)
{
    canvas->pen->circle(canvas, 4, 4, 2.9);
    canvas->pen->circle(canvas, 12, 12, 2.9);
    canvas->pen->fill(canvas, ink);
}

static void draw_stripes(struct canvas *canvas, struct ink ink)
{
    for (int at = -SIDE; at <= SIDE; at += SIDE) {
        canvas->pen->move(canvas, at - 4, SIDE + 4);
        canvas->pen->line(canvas, at + SIDE + 4, -4);
    }
    canvas->pen->stroke(canvas, ink, 4, false);
}

static void draw_waves(struct canvas *canvas, struct ink ink)
{
    for (int y = 4; y < SIDE; y += SIDE / 2) {
        canvas->pen->move(canvas, -4, y);
        for (int x = -4; x < SIDE; x += SIDE / 2) {
            int up = (x + 4) % SIDE == 0 ? -6 : 6;
            canvas->pen->bend(canvas, x + 4, y + up, x + 8, y);
        }
    }
    canvas->pen->stroke(canvas, ink, 3.2, false);
}

static void draw_triangles(struct canvas *canvas, struct ink ink)
{
    canvas->pen->move(canvas, 8, 2);
    canvas->pen->line(canvas, 14, 13.4);
    canvas->pen->line(canvas, 2, 13.4);
    canvas->pen->close(canvas);
    canvas->pen->fill(canvas, ink);
}

static void draw_lattice(struct canvas *canvas, struct ink ink)
{
    canvas->pen->rect(canvas, 0, 0, 8, 8, 0);
    canvas->pen->rect(canvas, 8, 8, 8, 8, 0);
    canvas->pen->fill(canvas, ink);
}

static void draw_rings(struct canvas *canvas, struct ink ink)
{
    canvas->pen->circle(canvas, 8, 8, 5);
    canvas->pen->stroke(canvas, ink, 2.6, false);
}

static void draw_crosses(struct canvas *canvas, struct ink ink)
{
    canvas->pen->rect(canvas, 6.6, 2.6, 2.8, 10.8, 0);
    canvas->pen->rect(canvas, 2.6, 6.6, 4, 2.8, 0);
    canvas->pen->rect(canvas, 9.4, 6.6, 4, 2.8, 0);
    canvas->pen->fill(canvas, ink);
}

static void draw_net(struct canvas *canvas, struct ink ink)
{
    canvas->pen->move(canvas, -1, -1);
    canvas->pen->line(canvas, BACK + 1, BACK + 1);
    canvas->pen->move(canvas, BACK + 1, -1);
    canvas->pen->line(canvas, -1, BACK + 1);
    canvas->pen->stroke(canvas, ink, 1.6, false);
}

static const struct {
    const char *name;
    void (*draw)(struct canvas *canvas, struct ink ink);
    uint32_t ground, marks; /* 0xRRGGBB */
    uint8_t percent;        /* how much of a tile the marks cover */
    uint8_t side;
} rows[PATTERNS] = {
    [TINT_WILD] = {"wild", draw_crosses, 0x4a4f5a, 0xffffff, 45, SIDE},
    [TINT_RED] = {"red", draw_dots, 0xb3202c, 0xffffff, 45, SIDE},
    [TINT_GREEN] = {"green", draw_stripes, 0x2f9e62, 0xffffff, 40, SIDE},
    [TINT_BLUE] = {"blue", draw_waves, 0x2456c4, 0xffffff, 42, SIDE},
    [TINT_YELLOW] = {"yellow", draw_triangles, 0xf2c230, 0x000000, 35, SIDE},
    [TINT_PURPLE] = {"purple", draw_lattice, 0x7c3fb0, 0xffffff, 32, SIDE},
    [TINT_ORANGE] = {"orange", draw_rings, 0xe8742a, 0x000000, 40, SIDE},
    [PATTERN_BACK] = {"back", draw_net, 0x0f6457, 0xffffff, 13, BACK},
};

double pattern_side(unsigned pattern)
{
    return rows[pattern].side;
}

const char *pattern_name(unsigned pattern)
{
    return rows[pattern].name;
}

struct ink pattern_ink(unsigned pattern)
{
    return (struct ink){.rgb = rows[pattern].ground, .percent = 100, .pattern = (uint8_t)pattern};
}

void pattern_draw(struct canvas *canvas, unsigned pattern)
{
    double side = rows[pattern].side;
    canvas->pen->rect(canvas, 0, 0, side, side, 0);
    canvas->pen->fill(canvas, (struct ink){rows[pattern].ground, 100, PATTERN_NONE});
    rows[pattern].draw(canvas,
                       (struct ink){rows[pattern].marks, rows[pattern].percent, PATTERN_NONE});
}
