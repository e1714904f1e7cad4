#include "art.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "pattern.h"

#define CIRCLE 6.28318530717958647692

enum { LINES = 4 /* of a face */, PART = GLYPH_WORDS + 32 /* bytes of a part's name */ };

const struct ink art_paper = {0xf8f5ec, 100, PATTERN_NONE};
const struct ink art_dark = {0x16181d, 100, PATTERN_NONE};
/* The dark edge by which a card stands out from what lies below it. */
static const struct ink edge_ink = {0x16181d, 35, PATTERN_NONE};
static const struct ink frame_ink = {0xf8f5ec, 75, PATTERN_NONE};

/* -- from a label -- */

/* Folds a part of a label. What does not fit is cut between two characters. */
static void fold_part(char *out, size_t size, const char *label, size_t length)
{
    char part[GLYPH_WORDS], folded[GLYPH_WORDS];
    snprintf(part, sizeof(part), "%.*s", (int)(length < sizeof(part) ? length : sizeof(part) - 1),
             label);
    glyph_fold(folded, part);
    size_t first = strspn(folded, " ");
    size_t last = strlen(folded);
    while (last > first && folded[last - 1] == ' ')
        last--;
    snprintf(out, size, "%.*s", (int)(last - first), folded + first);
}

/* The first word of a wild's face says that it is one, in the language of the text. On the card it
 * is a W: "blanche +4" becomes "W +4". */
static void begin_with_w(char face[GLYPH_WORDS])
{
    char rest[GLYPH_WORDS];
    snprintf(rest, sizeof(rest), "%s", face + strcspn(face, " +"));
    const char *at = rest + strspn(rest, " ");
    snprintf(face, GLYPH_WORDS, "%s%.*s", *at == '\0' ? "W" : "W ", GLYPH_WORDS - 3, at);
}

/* Returns the words of a wild for a place that shows otherwise that it is one: "+4". */
static const char *without_w(const char *face)
{
    return strncmp(face, "W +", 3) == 0 ? face + 2 : face;
}

void art_read(struct art_card *card, unsigned tint, const struct shown_card *shown,
              const char *label)
{
    size_t length = strlen(label);
    size_t face = shown->face < length ? shown->face : length;
    size_t end = face + shown->face_length < length ? face + shown->face_length : length;
    size_t open = face > 0 && *label == '[';
    *card = (struct art_card){
        .tint = tint < TINTS ? (uint8_t)tint : TINT_WILD,
        .sign = shown->sign < SIGNS ? shown->sign : SIGN_NONE,
        .flex = shown->flex < TINTS ? shown->flex : TINT_WILD,
        .foot = shown->foot || (shown->flex != TINT_WILD && shown->flex < TINTS),
        .flip = shown->flip,
    };
    card->wild = card->tint == TINT_WILD;
    fold_part(card->letters, sizeof(card->letters), label + open, face - open);
    fold_part(card->face, sizeof(card->face), label + face, end - face);
    if (card->wild)
        begin_with_w(card->face);
    if (label[end] == '/') {
        fold_part(card->flex_letters, sizeof(card->flex_letters), label + end + 1,
                  strcspn(label + end + 1, "^]"));
    }
}

void art_letters(char letters[ART_LETTERS], const char *word, size_t length)
{
    size_t room = strlen(word);
    while (length == 0 || (length < room && (word[length] & 0xc0) == 0x80))
        length++;
    fold_part(letters, ART_LETTERS, word, length < room ? length : room);
}

void art_name(struct art_card *card, unsigned tint, const char *letters)
{
    if (!card->wild || tint >= TINTS || tint == TINT_WILD)
        return;
    card->tint = (uint8_t)tint;
    fold_part(card->letters, sizeof(card->letters), letters, strlen(letters));
}

/* -- pieces -- */

static void fill_rect(struct canvas *canvas, double x, double y, double width, double height,
                      double radius, struct ink ink)
{
    canvas->pen->rect(canvas, x, y, width, height, radius);
    canvas->pen->fill(canvas, ink);
}

/* Draws a horizontal line that reaches `reach` to the left and to the right of `x`. */
static void draw_bar(struct canvas *canvas, double x, double y, double reach, double width)
{
    canvas->pen->move(canvas, x - reach, y);
    canvas->pen->line(canvas, x + reach, y);
    canvas->pen->stroke(canvas, art_dark, width, true);
}

/* Returns the largest size, up to `most`, in which the words fit the width. */
static double fitting_size(const char *words, double width, double most)
{
    double wide = glyph_width(words, most);
    return wide > width ? most * width / wide : most;
}

static void show_centred(struct canvas *canvas, const char *words, double x, double y, double size)
{
    if (*words != '\0') {
        glyph_show(canvas, words, x - glyph_width(words, size) / 2, y + size / 2, size, art_dark);
    }
}

/* Draws a part once, and repeats it after that. The name holds letters and digits, and other
 * characters of `words` by their number. */
static bool begin_part(struct canvas *canvas, const char *kind, const char *words)
{
    char name[PART];
    struct buf buf;
    buf_init(&buf, name, sizeof(name));
    buf_add(&buf, kind);
    for (; *words != '\0'; words++) {
        if (isalnum((unsigned char)*words))
            buf_add_char(&buf, *words);
        else
            buf_printf(&buf, "_%x", (unsigned char)*words);
    }
    return canvas->pen->begin_part(canvas, name);
}

struct lines {
    char text[GLYPH_WORDS];
    char *line[LINES];
    double size[LINES];
    unsigned count;
    double width, height, gap;
};

/* Lays words out, each on its own line. */
static void lay_out(struct lines *lines, const char *words, const struct art_area *area,
                    double most)
{
    char *save = NULL;
    *lines = (struct lines){.count = 0};
    snprintf(lines->text, sizeof(lines->text), "%s", words);
    for (char *word = strtok_r(lines->text, " ", &save); word != NULL && lines->count < LINES;
         word = strtok_r(NULL, " ", &save))
        lines->line[lines->count++] = word;
    if (lines->count == 0)
        return;
    lines->gap = lines->count > 1 ? area->height / 12 : 0;
    lines->height = lines->gap * (lines->count - 1);
    double share = (area->height - lines->height) / lines->count;
    for (unsigned i = 0; i < lines->count; i++) {
        lines->size[i] = fitting_size(lines->line[i], area->width, most < share ? most : share);
        double width = glyph_width(lines->line[i], lines->size[i]);
        lines->width = width > lines->width ? width : lines->width;
        lines->height += lines->size[i];
    }
}

static void show_lines(struct canvas *canvas, const struct lines *lines, double x, double y)
{
    double top = y - lines->height / 2;
    for (unsigned i = 0; i < lines->count; i++) {
        show_centred(canvas, lines->line[i], x, top + lines->size[i] / 2, lines->size[i]);
        top += lines->size[i] + lines->gap;
    }
}

void art_words(struct canvas *canvas, const char *words, const struct art_area *area, double most)
{
    struct lines lines;
    lay_out(&lines, words, area, most);
    show_lines(canvas, &lines, area->x, area->y);
}

void art_tag(struct canvas *canvas, const char *letters, double x, double y, double side)
{
    double size = letters[0] == '\0' || letters[1] == '\0' ? side * 2 / 3 : side / 2;
    double width = glyph_width(letters, size) + side * 0.2;
    width = width > side ? width : side;
    fill_rect(canvas, x, y, width, side, side * 7 / 30, art_paper);
    show_centred(canvas, letters, x + width / 2, y + side / 2, size);
}

void art_square(struct canvas *canvas, unsigned tint)
{
    fill_rect(canvas, 0, 0, ART_CHIP, ART_CHIP, 8, pattern_ink(tint));
}

void art_chip(struct canvas *canvas, unsigned tint, const char *letters)
{
    const double side = 20, middle = ART_CHIP / 2.0;
    double size = fitting_size(letters, side - 2, side * 0.7);
    art_square(canvas, tint);
    fill_rect(canvas, middle - side / 2, middle - side / 2, side, side, 5, art_paper);
    show_centred(canvas, letters, middle, middle, size);
}

void art_pad(struct canvas *canvas, double x, double y, double side)
{
    enum { SQUARE = 32, STEP = 36 };
    static const struct {
        int x, y;
        unsigned tint;
    } squares[] = {
        {0, 0, TINT_RED}, {STEP, 0, TINT_GREEN}, {0, STEP, TINT_YELLOW}, {STEP, STEP, TINT_BLUE}};
    canvas->pen->place(canvas, x, y, side / (STEP + SQUARE));
    if (begin_part(canvas, "pad", "")) {
        for (unsigned i = 0; i < ARRAY_SIZE(squares); i++) {
            fill_rect(canvas, squares[i].x, squares[i].y, SQUARE, SQUARE, 8.8,
                      pattern_ink(squares[i].tint));
        }
        canvas->pen->end_part(canvas);
    }
    canvas->pen->put_back(canvas);
}

/* -- the ring -- */

/* Draws an arrow along the ring: an arc, and a head at its end. `turn` is the place of its middle,
 * as an angle from the top; `way` is 1 clockwise, -1 the other way. */
static void draw_arrow(struct canvas *canvas, double turn, int way)
{
    enum { STEPS = 4 };
    const double middle = ART_RING / 2.0, radius = 94, reach = 0.38 / STEPS;
    const struct ink ink = {art_paper.rgb, 90, PATTERN_NONE};
    double at = turn - way * reach * STEPS;
    canvas->pen->move(canvas, middle + radius * sin(at), middle - radius * cos(at));
    for (int i = 0; i < STEPS; i++) { /* a curve for each piece of the arc */
        double by = at + way * reach;
        double far = radius / cos(reach);
        at += way * 2 * reach;
        canvas->pen->bend(canvas, middle + far * sin(by), middle - far * cos(by),
                          middle + radius * sin(at), middle - radius * cos(at));
    }
    canvas->pen->stroke(canvas, ink, 2.6, true);
    double x = middle + radius * sin(at), y = middle - radius * cos(at);
    double ahead_x = way * cos(at), ahead_y = way * sin(at);
    canvas->pen->move(canvas, x + 8 * ahead_x, y + 8 * ahead_y);
    canvas->pen->line(canvas, x - 3 * ahead_x - 5 * ahead_y, y - 3 * ahead_y + 5 * ahead_x);
    canvas->pen->line(canvas, x - 3 * ahead_x + 5 * ahead_y, y - 3 * ahead_y - 5 * ahead_x);
    canvas->pen->close(canvas);
    canvas->pen->fill(canvas, art_paper);
}

void art_ring(struct canvas *canvas, unsigned tint)
{
    const double middle = ART_RING / 2.0, band = 79;
    canvas->pen->circle(canvas, middle, middle, band);
    canvas->pen->stroke(canvas, art_paper, 17, false);
    canvas->pen->circle(canvas, middle, middle, band);
    canvas->pen->stroke(canvas, pattern_ink(tint), 13, false);
}

void art_arrows(struct canvas *canvas, bool clockwise)
{
    enum { ARROWS = 4 };
    for (unsigned i = 0; i < ARROWS; i++)
        draw_arrow(canvas, (0.5 + i) * CIRCLE / ARROWS, clockwise ? 1 : -1);
}

/* -- signs, in a square of 200 units -- */

/* Draws a circle that is crossed out. */
static void draw_skip(struct canvas *canvas)
{
    canvas->pen->circle(canvas, 100, 100, 78);
    canvas->pen->move(canvas, 46, 154);
    canvas->pen->line(canvas, 154, 46);
    canvas->pen->stroke(canvas, art_dark, 27, false);
}

/* One arrow up, one down. */
static void draw_reverse(struct canvas *canvas)
{
    static const struct {
        int x, y;
    } arrow[] = {{36, -85}, {64, -85}, {64, 30}, {95, 30}, {50, 98}, {5, 30}, {36, 30}};
    for (int way = 1; way >= -1; way -= 2) {
        canvas->pen->move(canvas, 100 + way * arrow[0].x, 100 + way * arrow[0].y);
        for (unsigned i = 1; i < ARRAY_SIZE(arrow); i++)
            canvas->pen->line(canvas, 100 + way * arrow[i].x, 100 + way * arrow[i].y);
        canvas->pen->close(canvas);
    }
    canvas->pen->fill(canvas, art_dark);
}

void art_sign(struct canvas *canvas, unsigned sign, double x, double y, double side)
{
    static const struct {
        const char *name;
        void (*draw)(struct canvas *canvas);
    } signs[SIGNS] = {[SIGN_SKIP] = {"skip", draw_skip}, [SIGN_REVERSE] = {"rev", draw_reverse}};
    if (sign >= SIGNS || signs[sign].draw == NULL)
        return;
    canvas->pen->place(canvas, x, y, side / 200);
    if (begin_part(canvas, signs[sign].name, "")) {
        signs[sign].draw(canvas);
        canvas->pen->end_part(canvas);
    }
    canvas->pen->put_back(canvas);
}

/* Draws the flip icon on a tag: two arrow heads that point away from each other. */
static void draw_flip(struct canvas *canvas, double x, double y, double side)
{
    if (!begin_part(canvas, "flip", ""))
        return;
    double middle = y + side / 2;
    fill_rect(canvas, x, y, side, side, side * 7 / 30, art_paper);
    for (int way = -1; way <= 1; way += 2) {
        canvas->pen->move(canvas, x + side / 2, middle + way * side * 0.4);
        canvas->pen->line(canvas, x + side * 0.82, middle + way * side * 0.08);
        canvas->pen->line(canvas, x + side * 0.18, middle + way * side * 0.08);
        canvas->pen->close(canvas);
    }
    canvas->pen->fill(canvas, art_dark);
    canvas->pen->end_part(canvas);
}

/* -- a face -- */

/* Where on a card the parts of a face stand, and how large they are. */
struct spot {
    double x, y;
    double number;        /* size of a number */
    double width, height; /* of words, at most */
    double sign, sign_y;  /* side and middle of a sign */
    double word_y, word;  /* middle and size of the word below the sign; 0: no word */
    double bar_y, bar;    /* the line below 6 and 9: its middle, and how far it reaches */
    double pad, pad_x;    /* the four squares of a wild; 0: none */
};

static const struct spot spots[2][2] = {
    [ART_PILE] = {{50, 87, 60, 60, 68, 40, 77, 112, 14, 123, 12, 66, 50},
                  {50, 74, 46, 60, 46, 28, 67, 91, 13, 99, 9, 46, 50}},
    [ART_HAND] = {{57, 95, 52, 54, 60, 40, 80, 115, 14, 126, 12, 54, 58},
                  {57, 79, 38, 52, 38, 28, 68, 92, 12, 99, 8, 38, 59}},
};
/* The face on the tab at the left edge of a card in a hand. */
static const struct spot tab_spot = {21.5, 47, 19, 20, 22, 19, 47, 0, 0, 60.5, 5, 0, 0};
static const struct spot emoji_spot = {64, 81, 52, 80, 54, 58, 81, 0, 0, 107, 12, 0, 0};

/* True for the numbers that look alike upside down. */
static bool face_turns(const char *face)
{
    return (face[0] == '6' || face[0] == '9') && face[1] == '\0';
}

static void draw_wild(struct canvas *canvas, const char *words, const struct spot *spot)
{
    struct lines lines;
    double side = spot->pad;
    const struct art_area area = {0, 0, side * 0.94, side * 0.84};
    art_pad(canvas, spot->pad_x - side / 2, spot->y - side / 2, side);
    lay_out(&lines, words, &area, side * 0.4);
    double width = lines.width + side * 0.16, height = lines.height + side * 0.16;
    width = width > height ? width : height;
    fill_rect(canvas, spot->pad_x - width / 2, spot->y - height / 2, width, height, 7, art_paper);
    show_lines(canvas, &lines, spot->pad_x, spot->y);
}

static void draw_face(struct canvas *canvas, const struct art_card *card, const struct spot *spot)
{
    if (card->wild && card->tint == TINT_WILD && spot->pad > 0) {
        draw_wild(canvas, without_w(card->face), spot);
    } else if (card->sign != SIGN_NONE) {
        art_sign(canvas, card->sign, spot->x - spot->sign / 2, spot->sign_y - spot->sign / 2,
                 spot->sign);
        if (spot->word > 0) {
            show_centred(canvas, card->face, spot->x, spot->word_y,
                         fitting_size(card->face, spot->width, spot->word));
        }
    } else if (face_turns(card->face)) {
        double size = spot->number;
        double below = spot->bar_y - size * 0.1 - size / 2; /* the middle at which the number leaves
                                                             * room for the line */
        show_centred(canvas, card->face, spot->x, below < spot->y ? below : spot->y, size);
        draw_bar(canvas, spot->x, spot->bar_y, spot->bar, size < 30 ? 2.4 : size / 15);
    } else {
        const struct art_area area = {spot->x, spot->y, spot->width, spot->height};
        const char *words = spot->pad > 0 ? card->face : without_w(card->face);
        art_words(canvas, words, &area, spot->number);
    }
}

/* -- a card -- */

/* Draws what lies below the face of all cards of a colour: its pattern, the plate and the tag. */
static void draw_pile_body(struct canvas *canvas, const struct art_card *card)
{
    if (card->tint != TINT_WILD) {
        art_tag(canvas, card->letters, 9, 9, 30);
    } else {
        art_tag(canvas, "", 9, 9, 30);
        art_pad(canvas, 12.5, 12.5, 23);
    }
}

static void draw_hand_body(struct canvas *canvas, const struct art_card *card)
{
    fill_rect(canvas, 9, 9, 29, 55, 6, art_paper);
    if (card->tint == TINT_WILD)
        art_pad(canvas, 12, 13, 20);
    else
        show_centred(canvas, card->letters, 22.5, 23, fitting_size(card->letters, 25, 19));
}

static void draw_body(struct canvas *canvas, const struct art_card *card, enum art_form form)
{
    char kind[16];
    snprintf(kind, sizeof(kind), "%c%u%s-", form == ART_PILE ? 'b' : 'i', card->tint,
             card->foot ? "x" : "");
    if (!begin_part(canvas, kind, card->letters))
        return;
    fill_rect(canvas, 0, 0, ART_WIDTH, ART_HEIGHT, ART_ROUND, art_paper);
    canvas->pen->rect(canvas, 0.6, 0.6, 98.8, 138.8, 11.4);
    canvas->pen->stroke(canvas, edge_ink, 1.2, false);
    fill_rect(canvas, 4.5, 4.5, 91, 131, 8.5, pattern_ink(card->tint));
    fill_rect(canvas, 11, 46, 78, card->foot ? 56 : 82, 7, art_paper);
    if (form == ART_PILE)
        draw_pile_body(canvas, card);
    else
        draw_hand_body(canvas, card);
    canvas->pen->end_part(canvas);
}

/* Makes a path around the foot of a card, whose lower corners are round. */
static void trace_foot(struct canvas *canvas, double top)
{
    canvas->pen->move(canvas, 4.5, top);
    canvas->pen->line(canvas, 95.5, top);
    canvas->pen->line(canvas, 95.5, 127);
    canvas->pen->bend(canvas, 95.5, 135.5, 87, 135.5);
    canvas->pen->line(canvas, 13, 135.5);
    canvas->pen->bend(canvas, 4.5, 135.5, 4.5, 127);
    canvas->pen->close(canvas);
}

/* Draws the flex side of a card as a band: with its colour, or with its word if it has no
 * colour. */
static void draw_foot(struct canvas *canvas, const struct art_card *card)
{
    char kind[16];
    const char *letters = card->flex == TINT_WILD ? "FLEX" : card->flex_letters;
    double width = card->flex == TINT_WILD ? 42 : 24;
    snprintf(kind, sizeof(kind), "f%u-", card->flex);
    if (!begin_part(canvas, kind, letters))
        return;
    trace_foot(canvas, 106);
    canvas->pen->fill(canvas, art_paper);
    trace_foot(canvas, 109);
    canvas->pen->fill(canvas, pattern_ink(card->flex));
    fill_rect(canvas, 50 - width / 2, 111, width, 22, 5, art_paper);
    show_centred(canvas, letters, 50, 122, fitting_size(letters, width - 4, 14));
    canvas->pen->end_part(canvas);
}

void art_draw(struct canvas *canvas, const struct art_card *card, enum art_form form)
{
    char kind[16];
    draw_body(canvas, card, form);
    if (card->foot)
        draw_foot(canvas, card);
    if (card->flip)
        draw_flip(canvas, 61, 9, 30);
    snprintf(kind, sizeof(kind), "%c%s%s%u-", form == ART_PILE ? 'n' : 'h', card->foot ? "x" : "",
             card->wild && card->tint == TINT_WILD ? "w" : "", card->sign);
    if (begin_part(canvas, kind, card->face)) {
        draw_face(canvas, card, &spots[form][card->foot]);
        if (form == ART_HAND)
            draw_face(canvas, card, &tab_spot);
        canvas->pen->end_part(canvas);
    }
}

void art_back(struct canvas *canvas)
{
    fill_rect(canvas, 0, 0, ART_WIDTH, ART_HEIGHT, ART_ROUND, art_paper);
    fill_rect(canvas, 4.5, 4.5, 91, 131, 8.5, pattern_ink(PATTERN_BACK));
    canvas->pen->rect(canvas, 11, 11, 78, 118, 5);
    canvas->pen->stroke(canvas, frame_ink, 2, false);
    fill_rect(canvas, 24, 44, 52, 52, 11, art_paper);
    art_pad(canvas, 28, 48, 44);
}

/* -- emoji -- */

void art_emoji(struct canvas *canvas, const struct art_card *card)
{
    fill_rect(canvas, 0, 0, ART_EMOJI, ART_EMOJI, 24, art_paper);
    canvas->pen->rect(canvas, 1, 1, 126, 126, 23);
    canvas->pen->stroke(canvas, edge_ink, 2, false);
    fill_rect(canvas, 5, 5, 118, 118, 19, pattern_ink(card->tint));
    if (*card->face == '\0' && card->sign == SIGN_NONE) {
        art_tag(canvas, card->letters, 26, 26, 76);
        if (card->tint == TINT_WILD)
            art_pad(canvas, 36, 36, 56);
        return;
    }
    fill_rect(canvas, 17, 48, 94, 65, 11, art_paper);
    fill_rect(canvas, 12, 12, 45, 47, 11, art_paper);
    if (card->tint == TINT_WILD)
        art_pad(canvas, 16, 16, 34);
    else
        show_centred(canvas, card->letters, 34, 32, fitting_size(card->letters, 36, 30));
    draw_face(canvas, card, &emoji_spot);
}
