#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "words.h"

enum {
    SIDE_FROM = 116, /* columns of a screen that has the log beside the table */
    SIDE = 36,
    SEAT_ROWS = 5,
    PILE_MAX = 13,
    HAND_ROWS = 6, /* the rows of a card, and one more for cards that stand higher */
    HAND_TALL = 9,
    EARLIER = 2,   /* moves above the last one */
    TALL_FROM = 30 /* rows of a screen with tall cards */
};

static struct places places_of(const struct cell_grid *grid, unsigned width)
{
    unsigned rows = grid->rows;
    unsigned hand = rows >= TALL_FROM ? HAND_TALL : HAND_ROWS;
    struct places places = {.bar = rows - 1, .line = rows - 2};
    unsigned free = rows - 2 - SEAT_ROWS - 1 - hand - 2; /* rows for the pile, and blank rows */
    if (grid->columns < SIDE_FROM)
        places.earlier = EARLIER;
    free -= places.earlier;
    unsigned pile = free < PILE_MAX ? free : PILE_MAX;
    unsigned blank = free - pile; /* blank rows, shared out between the parts */
    places.seats = (struct box){2 + blank / 4, 0, SEAT_ROWS, width};
    places.pile = (struct box){places.seats.row + SEAT_ROWS + blank / 4, 0, pile, width};
    places.last = places.pile.row + pile + (blank > 3) + places.earlier;
    places.hand = (struct box){places.line - hand - (blank > 7), 0, hand, width};
    return places;
}

static void draw_title(const struct table_canvas *canvas)
{
    const struct ui *ui = canvas->ui;
    const struct model *model = &ui->model;
    char number[16];
    char round[64] = "";
    char title[300];
    if (model->plays && model->table.round > 0) {
        snprintf(number, sizeof(number), "%u", model->table.round);
        ui_words_with(ui, N_("round {n}"), number, round, sizeof(round));
    }
    snprintf(title, sizeof(title), "Talon%s%s%s%s", model->title[0] != '\0' ? "  " : "",
             model->title, *round != '\0' ? " · " : "", round);
    grid_put(canvas->grid, 0, 1, canvas->grid->columns - 2, PAINT_STRONG, title);
    grid_across(canvas->grid, 1, 0, canvas->grid->columns, FRAME_LIGHT, PAINT_QUIET);
}

static void draw_last(const struct table_canvas *canvas, unsigned row)
{
    const struct said *last = &canvas->ui->model.last;
    unsigned room = canvas->width - 6;
    if (last->text == NULL)
        return;
    unsigned width = grid_width(last->text, strcspn(last->text, "\n"));
    width = width < room ? width : room;
    unsigned column = (canvas->width - width) / 2;
    grid_put(canvas->grid, row, column - 2, 1, PAINT_QUIET, "»");
    grid_put(canvas->grid, row, column + width + 1, 1, PAINT_QUIET, "«");
    if (grid_width(last->text, last->length) <= room)
        said_put(last, canvas->grid, (struct box){row, column, 1, width}, 0, PAINT_STRONG);
    else
        grid_put(canvas->grid, row, column, width, PAINT_STRONG, last->text);
}

/* The moves before the last one; the newest is the lowest. */
static void draw_earlier(const struct table_canvas *canvas, const struct places *places)
{
    const struct model *model = &canvas->ui->model;
    unsigned room = canvas->width - 6;
    for (unsigned n = 1; n <= places->earlier; n++) {
        const struct said *said = model_moved_before(model, n);
        if (said == NULL)
            return;
        unsigned width = grid_width(said->text, strcspn(said->text, "\n"));
        width = width < room ? width : room;
        said_put(said, canvas->grid,
                 (struct box){places->last - n, (canvas->width - width) / 2, 1, width}, 0,
                 PAINT_QUIET);
    }
}

/* -- the line above the bar -- */

static void draw_choices(const struct table_canvas *canvas, unsigned row)
{
    const struct prompt *prompt = &canvas->ui->prompt;
    unsigned column = 1;
    for (unsigned i = prompt->choosing ? prompt->choice : 0; i < prompt->choice_count; i++) {
        bool chosen = prompt->choosing && i == prompt->choice;
        char words[CONTROL_LABEL + 4];
        snprintf(words, sizeof(words), " %s ", prompt->choices[i].label);
        if (column + grid_width(words, strlen(words)) > canvas->width)
            break;
        column += grid_put(canvas->grid, row, column, canvas->width - column,
                           chosen ? PAINT_TURN : PAINT_TEXT, words);
        column++;
    }
}

/* Draws the answers to the person. If there are none, draws what the hand asks. Long answers cover
 * the lower end of the hand. */
static void draw_notes(const struct table_canvas *canvas, const struct places *places)
{
    struct ui *ui = canvas->ui;
    const struct model *model = &ui->model;
    enum question question = ui_question(ui);
    bool asks =
        model->plays && model->held > 0 && (question == QUESTION_NONE || question == QUESTION_WAYS);
    const struct said *said = asks ? &model->asked : NULL;
    unsigned count = model->note_count > 0 ? model->note_count : said != NULL;
    const struct said *all = model->note_count > 0 ? model->notes : said;
    unsigned width = canvas->grid->columns - 4;
    unsigned lines = 0;
    for (unsigned i = 0; i < count; i++)
        lines += said_lines(&all[i], width);
    if (lines > NOTE_LINES && model->note_count > 0) {
        if (ui->sheet == SHEET_NONE)
            ui->sheet = SHEET_NOTES;
        return;
    }
    if (lines > NOTE_LINES)
        lines = NOTE_LINES;
    unsigned row = places->line + 1 - lines;
    if (lines > 1) {
        grid_fill(canvas->grid, (struct box){row, 0, lines, canvas->grid->columns}, PAINT_TEXT,
                  " ");
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned here = said_lines(&all[i], width);
        if (row > places->line)
            return;
        for (unsigned line = row; lines == 1 && line == row; line++) {
            unsigned used = grid_width(all[i].text, all[i].length);
            grid_fill(canvas->grid, (struct box){row, 1, 1, used + 2}, PAINT_TEXT, " ");
        }
        said_put(&all[i], canvas->grid, (struct box){row, 2, places->line + 1 - row, width}, 0,
                 PAINT_STRONG);
        row += here;
    }
}

/* Draws what the host wrote behind the cards ("power ✓"), at the right end of that line. */
static void draw_remark(const struct table_canvas *canvas, unsigned row)
{
    const struct model *model = &canvas->ui->model;
    char words[SNAPSHOT_LABEL + 4];
    if (!model->plays || model->held == 0 || model->remark[0] == '\0')
        return;
    snprintf(words, sizeof(words), " %s ", model->remark);
    unsigned width = grid_width(words, strlen(words));
    grid_put(canvas->grid, row, canvas->grid->columns - width - 1, width, PAINT_STRONG, words);
}

static void draw_prompt(const struct table_canvas *canvas, unsigned row,
                        struct prompt_cursor *cursor)
{
    const struct prompt *prompt = &canvas->ui->prompt;
    struct cell_grid *grid = canvas->grid;
    const char *text = prompt->text;
    unsigned room = grid->columns - 4;
    /* If the typed line is too long, shows the part of it that has the cursor. */
    size_t from = 0;
    while (grid_width(text + from, prompt->cursor - from) > room) {
        char shown[CELL_BYTES];
        unsigned width = 0;
        from += grid_next(text + from, prompt->cursor - from, shown, &width);
    }
    grid_put(grid, row, 0, 2, PAINT_GOLD, "> ");
    grid_put(grid, row, 2, room + 1, PAINT_TEXT, text + from);
    *cursor = (struct prompt_cursor){true, row, 2 + grid_width(text + from, prompt->cursor - from)};
}

/* -- the bar -- */

static unsigned draw_turn(const struct table_canvas *canvas, unsigned row)
{
    const struct ui *ui = canvas->ui;
    const struct model *model = &ui->model;
    char words[SNAPSHOT_NAME + 64];
    unsigned room = canvas->width / 3;
    if (!model->plays || model->table.count == 0)
        return 1;
    if (model_my_turn(model)) {
        snprintf(words, sizeof(words), " %s ", ui_words(ui, N_("YOUR TURN")));
        unsigned used = 1 + grid_put(canvas->grid, row, 1, room, PAINT_TURN, words) + 1;
        unsigned due = draw_due(canvas, row, used);
        return due > 0 ? used + due + 1 : used;
    }
    ui_words_with(ui, N_("{player} to play"), model->table.seats[0].name, words, sizeof(words));
    return 1 + grid_put(canvas->grid, row, 1, room, PAINT_STRONG, words) + 2;
}

/* Writes what presses a button: its letter, or Tab, which leads to it. Returns the columns. */
static unsigned key_of(const struct act *act, char out[8])
{
    if (act->key != 0)
        snprintf(out, 8, "%c ", act->key);
    else
        snprintf(out, 8, "Tab ");
    return (unsigned)strlen(out);
}

/* Draws a button: its letter in gold, or all of it in gold if it has the focus. Returns the
 * columns. */
static unsigned draw_button(const struct table_canvas *canvas, struct box place,
                            const struct act *act, bool focus)
{
    char words[CONTROL_LABEL + 8];
    char key[8];
    snprintf(words, sizeof(words), "%s", act->control.label);
    unsigned used = grid_put(canvas->grid, place.row, place.column, key_of(act, key),
                             focus           ? PAINT_TURN
                             : act->key != 0 ? PAINT_GOLD
                                             : PAINT_QUIET,
                             key);
    return used + grid_put(canvas->grid, place.row, place.column + used, place.columns - used,
                           focus                 ? PAINT_TURN
                           : act->control.strong ? PAINT_STRONG
                                                 : PAINT_TEXT,
                           words);
}

static void draw_bar(const struct table_canvas *canvas, unsigned row)
{
    const struct ui *ui = canvas->ui;
    const struct act *acts[ITEMS_MAX];
    static const char *const hints[] = {N_("? help"), N_("/ type"), N_("L log"), N_("Enter play"),
                                        N_("← → choose")};
    unsigned count = ui_bar(ui, acts);
    unsigned column = draw_turn(canvas, row);
    unsigned columns = canvas->grid->columns;
    unsigned end = columns - 1;
    for (unsigned i = 0; i < count && column < end; i++) {
        char key[8];
        unsigned width = grid_width(acts[i]->control.label, strlen(acts[i]->control.label)) +
                         key_of(acts[i], key);
        if (column + width >= end)
            break;
        ui_hit(canvas->ui, (struct box){row, column, 1, width}, HIT_ACT, i);
        column += draw_button(canvas, (struct box){row, column, 1, width}, acts[i],
                              ui->in_bar && i == ui->act) +
                  2;
    }
    /* Draws hints at the right, until the row is full. */
    for (unsigned i = 0; i < ARRAY_SIZE(hints); i++) {
        const char *words = ui_words(ui, hints[i]);
        unsigned width = grid_width(words, strlen(words));
        if (column + width + 1 > end)
            return;
        grid_put(canvas->grid, row, end - width, width, PAINT_QUIET, words);
        end -= width + 2;
    }
}

static void draw_too_small(const struct table_canvas *canvas)
{
    char size[32];
    char words[200];
    snprintf(size, sizeof(size), "%dx%d", DRAW_COLUMNS, DRAW_ROWS);
    ui_words_with(canvas->ui, N_("The table needs a window of {size}."), size, words,
                  sizeof(words));
    grid_put(canvas->grid, 0, 0, canvas->grid->columns, PAINT_STRONG, words);
    grid_put(canvas->grid, 1, 0, canvas->grid->columns, PAINT_TEXT,
             ui_words(canvas->ui, N_("Make this one larger; the game goes on.")));
}

void draw_all(struct ui *ui, struct cell_grid *grid, struct prompt_cursor *cursor)
{
    bool side = grid->columns >= SIDE_FROM;
    struct table_canvas canvas = {ui, grid, side ? grid->columns - SIDE : grid->columns};
    *cursor = (struct prompt_cursor){0};
    ui->hit_count = 0;
    grid_clear(grid);
    if (grid->rows < DRAW_ROWS || grid->columns < DRAW_COLUMNS) {
        draw_too_small(&canvas);
        return;
    }
    struct places places = places_of(grid, canvas.width);
    draw_title(&canvas);
    if (ui->model.plays) {
        draw_seats(&canvas, places.seats);
        draw_pile(&canvas, places.pile);
        draw_last(&canvas, places.last);
        draw_earlier(&canvas, &places);
        draw_hand(&canvas, places.hand);
    }
    if (side) {
        grid_down(grid, 2, canvas.width, places.line - 2, PAINT_QUIET);
        draw_side(&canvas, (struct box){2, canvas.width + 2, places.line - 2, SIDE - 3});
    }
    grid_across(grid, places.line, 0, grid->columns, FRAME_HEAVY, PAINT_QUIET);
    draw_remark(&canvas, places.line);
    draw_question(&canvas, &places);
    if (ui->typing && ui->prompt.choice_count > 0)
        draw_choices(&canvas, places.line);
    else
        draw_notes(&canvas, &places);
    if (ui->typing)
        draw_prompt(&canvas, places.bar, cursor);
    else
        draw_bar(&canvas, places.bar);
    if (ui->sheet != SHEET_NONE)
        draw_sheet(&canvas);
}
