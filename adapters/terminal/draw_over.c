/* What lies over the table: questions, panels, and texts to read. */
#include <stdio.h>
#include <string.h>

#include "draw.h"
#include "words.h"

enum { QUESTION_WIDTH = 68, GAME_WIDTH = 44, EDGE = 2 };

/* -- questions -- */

static const struct said *question_words(const struct ui *ui, enum question question)
{
    const struct model *model = &ui->model;
    return question == QUESTION_PANEL   ? &model->panel
           : question == QUESTION_LOBBY ? &model->board
           : question == QUESTION_ASKED ? &model->asked
                                        : NULL;
}

static void draw_item(const struct table_canvas *canvas, struct box row, const struct act *act,
                      unsigned index)
{
    const struct ui *ui = canvas->ui;
    const struct control *control = &act->control;
    bool chosen = index == ui->item && !ui->typing;
    char key = ui_item_key(ui, index);
    char words[CONTROL_LABEL + CONTROL_HELP + 16];
    unsigned tint = control->tint < PAINT_TINTS ? control->tint : TINT_WILD;
    if (control->kind == CONTROL_MENU) {
        grid_put(canvas->grid, row.row, row.column, row.columns, PAINT_STRONG, control->label);
        return;
    }
    snprintf(words, sizeof(words), "%s %s%s%s%s", control->chosen ? "•" : " ", control->label,
             control->help[0] != '\0' ? " (" : "", control->help,
             control->help[0] != '\0' ? ")" : "");
    if (chosen)
        grid_fill(canvas->grid, row, PAINT_TURN, " ");
    grid_put(canvas->grid, row.row, row.column, 1, chosen ? PAINT_TURN : PAINT_GOLD,
             chosen ? "▶" : " ");
    char shown[2] = {key != '\0' ? key : ' ', '\0'};
    if (tint != TINT_WILD && act->card < 0) { /* a colour: its letter on its pattern */
        grid_fill(canvas->grid, (struct box){row.row, row.column + 2, 1, 6},
                  (enum paint)(PAINT_FACE + tint), draw_pattern(tint));
        grid_put(canvas->grid, row.row, row.column + 2, 1, (enum paint)(PAINT_FACE + tint), shown);
        row.column += 6;
        row.columns -= 6;
    } else {
        grid_put(canvas->grid, row.row, row.column + 2, 1,
                 chosen         ? PAINT_TURN
                 : control->off ? PAINT_QUIET
                                : PAINT_GOLD,
                 shown);
    }
    grid_put(canvas->grid, row.row, row.column + 4, row.columns - 4,
             chosen         ? PAINT_TURN
             : control->off ? PAINT_QUIET
                            : PAINT_TEXT,
             words);
}

/* Draws the whole meaning of the chosen item, if the list has no room for it. */
static void draw_meaning(const struct table_canvas *canvas, unsigned row, const struct act *act)
{
    char words[CONTROL_HELP + 4];
    if (act->control.help[0] == '\0')
        return;
    snprintf(words, sizeof(words), " %s ", act->control.help);
    grid_put(canvas->grid, row, 1, canvas->grid->columns - 2, PAINT_STRONG, words);
}

/* Returns the first item to draw, chosen so that the selected item is in sight. */
static unsigned first_item(const struct ui *ui, unsigned rows, unsigned count)
{
    if (count <= rows || ui->item < rows / 2)
        return 0;
    unsigned first = ui->item - rows / 2;
    return first + rows > count ? count - rows : first;
}

void draw_question(const struct table_canvas *canvas, const struct places *places)
{
    struct ui *ui = canvas->ui;
    const struct act *items[ITEMS_MAX];
    enum question question = ui_question(ui);
    unsigned count = ui_items(ui, items);
    const struct said *said = question_words(ui, question);
    if (question == QUESTION_NONE)
        return;
    /* A question of the game does not cover the hand, because the answer depends on the cards. */
    bool game = question == QUESTION_ASKED || question == QUESTION_WAYS;
    unsigned top = places->seats.row;
    unsigned bottom = game ? places->last : places->line;
    unsigned width = game ? GAME_WIDTH : QUESTION_WIDTH;
    width = canvas->width - 4 < width ? canvas->width - 4 : width;
    unsigned inside = width - 2 * EDGE;
    const struct said *last = question == QUESTION_LOBBY ? &ui->model.last : NULL;
    unsigned before = last != NULL && last->length > 0 ? said_lines(last, inside) + 1 : 0;
    unsigned words = before + (said != NULL ? said_lines(said, inside) : 1);
    unsigned most = bottom - top - 2;
    if (words + 1 > most)
        words = most - 1;
    unsigned rows = count < most - words ? count : most - words;
    unsigned high = words + rows + 2;
    struct box box = {top + (bottom - top - high) / 2, (canvas->width - width) / 2, high, width};
    if (game)
        box.row = bottom - high; /* covers the pile, so that the seats stay in sight if there is
                                  * room */
    grid_fill(canvas->grid, box, PAINT_TEXT, " ");
    grid_frame(canvas->grid, box, FRAME_HEAVY, PAINT_GOLD);
    struct box text = {box.row + 1, box.column + EDGE, words, inside};
    if (before > 0 && before < words) {
        said_put(last, canvas->grid, text, 0, PAINT_STRONG);
        text.row += before;
        text.rows -= before;
        words -= before;
    }
    if (said != NULL)
        said_put(said, canvas->grid, text, 0, before > 0 ? PAINT_TEXT : PAINT_STRONG);
    else {
        grid_put(canvas->grid, text.row, text.column, inside, PAINT_STRONG,
                 ui_words(ui, N_("How do you play it?")));
    }
    if (ui->item < count)
        draw_meaning(canvas, places->line, items[ui->item]);
    unsigned first = first_item(ui, rows, count);
    for (unsigned i = 0; i < rows; i++) {
        struct box row = {text.row + words + i, text.column, 1, inside};
        draw_item(canvas, row, items[first + i], first + i);
        if (ui_can_press(items[first + i]))
            ui_hit(canvas->ui, row, HIT_ITEM, first + i);
    }
}

/* -- sheets -- */

static unsigned sheet_lines(const struct ui *ui, struct cell_grid *grid, struct box box,
                            bool draws);

/* Draws the lines of one text that are in sight, and returns the number of all its lines. `line`
 * is the number of its first line in the sheet. */
static unsigned sheet_said(const struct ui *ui, struct cell_grid *grid, struct box box,
                           const struct said *said, unsigned line, bool draws)
{
    unsigned count = said_lines(said, box.columns);
    unsigned hidden = line < ui->scroll ? ui->scroll - line : 0;
    unsigned row = line > ui->scroll ? line - ui->scroll : 0;
    box.row += row;
    box.rows -= row < box.rows ? row : box.rows;
    if (draws && hidden < count)
        said_put(said, grid, box, hidden, PAINT_TEXT);
    return count;
}

static unsigned sheet_help(const struct ui *ui, struct cell_grid *grid, struct box box, bool draws)
{
    unsigned line = 0;
    const char *text = NULL;
    for (unsigned n = 0; (text = words_help(n)) != NULL; n++) {
        struct message *message = message_create(NULL, NULL, URGENCY_INFO);
        struct said said = {0};
        if (message == NULL)
            return line;
        message_text(message, *text != '\0' ? ui_words(ui, text) : " ");
        said_take(&said, message, 0, message->length);
        line += sheet_said(ui, grid, box, &said, line, draws);
        said_clear(&said);
        message_destroy(message);
    }
    return line;
}

static unsigned sheet_lines(const struct ui *ui, struct cell_grid *grid, struct box box, bool draws)
{
    const struct model *model = &ui->model;
    const struct said *said = NULL;
    unsigned line = 0;
    if (ui->sheet == SHEET_HELP)
        return sheet_help(ui, grid, box, draws);
    if (ui->sheet == SHEET_NOTES) {
        for (unsigned i = 0; i < model->note_count; i++)
            line += sheet_said(ui, grid, box, &model->notes[i], line, draws);
        return line;
    }
    for (unsigned n = 0; (said = model_logged(model, n)) != NULL; n++)
        line += sheet_said(ui, grid, box, said, line, draws);
    return line;
}

void draw_sheet(const struct table_canvas *canvas)
{
    struct ui *ui = canvas->ui;
    struct cell_grid *grid = canvas->grid;
    static const char *const titles[] = {
        [SHEET_LOG] = N_("What happened, the newest first"),
        [SHEET_HELP] = N_("Keys"),
        [SHEET_NOTES] = N_("Answer"),
    };
    struct box inside = {3, 4, grid->rows - 7, grid->columns - 8};
    unsigned all = sheet_lines(ui, grid, inside, false);
    if (all < inside.rows)
        inside.rows = all > 0 ? all : 1;
    struct box box = {1, 1, inside.rows + 5, grid->columns - 2};
    if (box.rows > grid->rows - 2)
        box.rows = grid->rows - 2;
    char words[160];
    ui->sheet_lines = all;
    ui->sheet_rows = inside.rows;
    if (ui->scroll + inside.rows > all)
        ui->scroll = all > inside.rows ? all - inside.rows : 0;
    grid_fill(grid, box, PAINT_TEXT, " ");
    grid_frame(grid, box, FRAME_HEAVY, PAINT_GOLD);
    snprintf(words, sizeof(words), " %s ", ui_words(ui, titles[ui->sheet]));
    grid_put(grid, box.row, box.column + 2, box.columns - 4, PAINT_STRONG, words);
    sheet_lines(ui, grid, inside, true);
    snprintf(words, sizeof(words), " %s ",
             ui_words(ui, all > inside.rows ? N_("↑ ↓ scroll; any other key closes")
                                            : N_("Any key closes")));
    grid_put(grid, box.row + box.rows - 1, box.column + 2, box.columns - 4, PAINT_QUIET, words);
    ui->hit_count = 0;
}
