/* Cards, and the hand as a row of them. */
#include <stdio.h>
#include <string.h>

#include "digits.h"
#include "draw.h"
#include "words.h"

enum { CARD_ROWS = 5, CARD_COLUMNS = 8, TALL_ROWS = 8, TALL_COLUMNS = 10, STEP_MIN = 4, GAP = 1 };

/* The pattern for each tint (enum tint), so that nobody needs to tell colours apart. */
static const char *const patterns[PAINT_TINTS] = {
    [TINT_WILD] = "+",   [TINT_RED] = "•",    [TINT_GREEN] = "╱",  [TINT_BLUE] = "≈",
    [TINT_YELLOW] = "▲", [TINT_PURPLE] = "◇", [TINT_ORANGE] = "○",
};

const char *draw_pattern(unsigned tint)
{
    return patterns[tint < PAINT_TINTS ? tint : TINT_WILD];
}

/* The letter of the flex side in a label like "[B 4/Y]". */
static void flex_letter(const struct held_card *card, char *out, size_t size)
{
    const char *slash = strrchr(card->label, '/');
    const char *end = slash != NULL ? strchr(slash, ']') : NULL;
    snprintf(out, size, "%.*s", end != NULL ? (int)(end - slash) - 1 : 0,
             slash != NULL ? slash + 1 : "");
}

/* Writes the face of a card without the part that stands on the flex band. */
static void face_of(const struct held_card *card, char *out, size_t size)
{
    const char *slash = card->foot ? strrchr(card->face, '/') : NULL;
    int length =
        slash != NULL && slash > card->face ? (int)(slash - card->face) : (int)strlen(card->face);
    snprintf(out, size, "%.*s", length, card->face);
}

static void draw_band(struct cell_grid *grid, struct box row, unsigned tint, const char *letter,
                      bool dim)
{
    enum paint paint = (enum paint)((dim ? PAINT_FACE_DIM : PAINT_FACE) + tint);
    grid_fill(grid, row, paint, draw_pattern(tint));
    grid_put(grid, row.row, row.column, row.columns, paint, letter);
}

struct face_look {
    enum paint paint;
    bool left;
};

static void draw_face_line(struct cell_grid *grid, struct box row, const char *face, size_t length,
                           struct face_look look)
{
    unsigned width = grid_width(face, length);
    unsigned before = !look.left && width < row.columns ? (row.columns - width) / 2 : 0;
    grid_put_bytes(grid, row.row, row.column + before, row.columns - before, look.paint, face,
                   length);
}

/* Draws a face. If it is too long for one row ("blanche+4"), it goes on in a second one from the
 * first "+", "-" or blank. */
static void draw_face(struct cell_grid *grid, struct box row, const char *face,
                      struct face_look look)
{
    size_t length = strlen(face);
    size_t first = 1 + strcspn(*face != '\0' ? face + 1 : face, "+ -");
    if (look.left || grid_width(face, length) <= row.columns || first >= length) {
        draw_face_line(grid, row, face, length, look);
        return;
    }
    draw_face_line(grid, row, face, first, look);
    row.row++;
    draw_face_line(grid, row, face + first, length - first, look);
}

void draw_card(struct cell_grid *grid, struct box box, const struct held_card *card,
               struct card_dress look)
{
    char face[SNAPSHOT_LABEL];
    char flex[LETTER_MAX];
    enum paint paper = look.dim ? PAINT_PAPER_DIM : PAINT_PAPER;
    struct box inside = {box.row + 1, box.column + 1, box.rows - 2, box.columns - 2};
    struct box row = {inside.row, inside.column, 1, inside.columns};
    face_of(card, face, sizeof(face));
    grid_fill(grid, inside, paper, " ");
    grid_frame(grid, box, look.chosen ? FRAME_HEAVY : FRAME_ROUND,
               look.chosen ? PAINT_GOLD
                           : (enum paint)((look.dim ? PAINT_LINE_DIM : PAINT_LINE) + card->tint));
    draw_band(grid, row, card->tint, card->letter, look.dim);
    if (card->playable) { /* in the frame, because no pattern stands beside the mark there */
        grid_put(grid, box.row, look.left ? box.column + 1 : box.column + (box.columns - 3) / 2, 3,
                 PAINT_GOLD, look.left ? "*" : " * ");
    }
    if (card->foot && inside.rows > 2) {
        flex_letter(card, flex, sizeof(flex));
        row.row = inside.row + inside.rows - 1;
        draw_band(grid, row, card->flex, flex, look.dim);
    }
    unsigned large = look.large && !grid->ascii ? digits_width(face) : 0;
    if (large > 0 && large + 2 <= inside.columns && inside.rows >= DIGITS_ROWS + 3) {
        digits_put(grid, inside.row + (inside.rows - DIGITS_ROWS + 1) / 2,
                   inside.column + (inside.columns - large + 1) / 2, paper, face);
        return;
    }
    unsigned middle = inside.row + (inside.rows > 3 ? (inside.rows + 1) / 2 : 1);
    draw_face(grid, (struct box){middle, inside.column, 1, inside.columns}, face,
              (struct face_look){paper, look.left});
}

/* -- the hand -- */

/* Where the cards of the hand stand. */
struct fan {
    unsigned rows, columns; /* of a card */
    unsigned step;
    unsigned first, count; /* the cards that there is room for */
};

/* Places the cards side by side. If there is no room for that they overlap: each shows its left
 * part, and the chosen card is whole. */
static struct fan fan_of(const struct table_canvas *canvas, struct box box)
{
    const struct ui *ui = canvas->ui;
    unsigned held = ui->model.held;
    bool tall = box.rows > TALL_ROWS;
    struct fan fan = {.rows = tall ? TALL_ROWS : CARD_ROWS,
                      .columns = tall ? TALL_COLUMNS : CARD_COLUMNS,
                      .count = held};
    unsigned room = box.columns - 4;
    for (fan.step = fan.columns + GAP; fan.step >= fan.columns; fan.step--) {
        if (held < 3 || (held - 1) * fan.step + fan.columns <= room)
            return fan;
    }
    unsigned strips = room - 2 * fan.columns; /* columns for all cards but the chosen and the last,
                                               * which are whole */
    fan.step = strips / (held - 2);
    if (fan.step >= STEP_MIN)
        return fan;
    fan.step = STEP_MIN;
    fan.count = strips / STEP_MIN + 2;
    unsigned half = fan.count / 2; /* the chosen card stays in sight */
    fan.first = ui->card > half ? ui->card - half : 0;
    if (fan.first + fan.count > held)
        fan.first = held - fan.count;
    return fan;
}

static bool overlaps(const struct fan *fan)
{
    return fan->step < fan->columns;
}

static void draw_one(const struct table_canvas *canvas, struct box box, const struct fan *fan,
                     unsigned at)
{
    const struct ui *ui = canvas->ui;
    const struct held_card *card = &ui->model.cards[at];
    enum question question = ui_question(ui);
    bool asked = question == QUESTION_WAYS || question == QUESTION_ASKED;
    bool whole = at == ui->card || at == fan->first + fan->count - 1;
    unsigned more = overlaps(fan) ? fan->columns - fan->step : 0; /* behind the chosen card */
    unsigned all = (fan->count - 1) * fan->step + fan->columns + more;
    unsigned left = box.column + (box.columns > all ? (box.columns - all) / 2 : 0);
    struct box place = {box.row + (card->playable ? 0 : 1),
                        left + (at - fan->first) * fan->step + (at > ui->card ? more : 0),
                        fan->rows, fan->columns};
    draw_card(canvas->grid, place, card,
              (struct card_dress){.chosen = at == ui->card &&
                                            (asked || (!ui->in_bar && question == QUESTION_NONE)),
                                  .dim = model_my_turn(&ui->model) && !card->playable,
                                  .left = overlaps(fan) && !whole});
    ui_hit(canvas->ui, place, HIT_CARD, at);
}

void draw_hand(const struct table_canvas *canvas, struct box box)
{
    const struct ui *ui = canvas->ui;
    struct fan fan = fan_of(canvas, box);
    if (ui->model.held == 0)
        return;
    for (unsigned i = fan.first; i < fan.first + fan.count; i++)
        draw_one(canvas, box, &fan, i);
    if (fan.first > 0)
        grid_put(canvas->grid, box.row + 3, box.column, 1, PAINT_GOLD, "‹");
    if (fan.first + fan.count < ui->model.held)
        grid_put(canvas->grid, box.row + 3, box.column + box.columns - 1, 1, PAINT_GOLD, "›");
}
