/* The middle of the table: seats, pile, ring, and the totals and the log beside it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"
#include "words.h"

enum {
    PLATE_MAX = 22,  /* columns of a seat */
    ONE_ROW = 4,     /* seats that stand in one row */
    TWO_ROWS = 10,   /* seats that stand in two rows; more of them have one line each */
    LINE_SEATS = 4,  /* such seats in a row */
    LINE_CARDS = 4,  /* columns of their number of cards */
    BACKS = 3,       /* card backs that a seat shows; the number beside them says all */
    RING_WIDTH = 20, /* columns */
    RING_WIDE = 34,
    PILE_WIDTH = 10,
    PILE_WIDE = 14,
    BACK_WIDTH = 8,
    LOW = 6, /* rows of the ring on the smallest screen */
    BAR = 10 /* columns of a total's bar */
};

/* -- cards to draw -- */

unsigned draw_due(const struct table_canvas *canvas, unsigned row, unsigned column)
{
    char number[DUE_COLUMNS + 1];
    unsigned due = canvas->ui->model.table.pending;
    if (due == 0)
        return 0;
    snprintf(number, sizeof(number), "+%u", due < 1000 ? due : 999);
    return grid_put(canvas->grid, row, column, DUE_COLUMNS, PAINT_GOLD, number);
}

/* -- seats -- */

static bool has_moved(const struct model *model, const char *name)
{
    return model->moved[0] != '\0' && strcmp(model->moved, name) == 0;
}

/* "▮▮▮ 9  computer"; in a narrow place only the cards. */
static void seat_words(const struct table_canvas *canvas, unsigned seat, unsigned room, char *out,
                       size_t size)
{
    const struct snapshot *table = &canvas->ui->model.table;
    unsigned cards = table->seats[seat].cards;
    const char *kind = table->seats[seat].away       ? N_("away")
                       : table->seats[seat].computer ? N_("computer")
                                                     : "";
    int backs = (int)((cards < BACKS ? cards : BACKS) * strlen("▮"));
    snprintf(out, size, "%.*s %u  %s", backs, "▮▮▮", cards,
             *kind != '\0' ? ui_words(canvas->ui, kind) : "");
    if (grid_width(out, strlen(out)) > room)
        snprintf(out, size, "%.*s %u", backs, "▮▮▮", cards);
}

/* Draws the words of the last move that stand behind its player's name. */
static void draw_moved(const struct table_canvas *canvas, struct box row)
{
    const struct said *last = &canvas->ui->model.last;
    const char *name = canvas->ui->model.moved;
    struct said rest = *last;
    const char *found = last->text != NULL ? strstr(last->text, name) : NULL;
    size_t skip = found != NULL ? (size_t)(found - last->text) + strlen(name) : 0;
    unsigned used = 0;
    if (last->text == NULL)
        return;
    while (last->text[skip] == ' ')
        skip++;
    /* Draws only the move itself. Its consequences stand behind a semicolon, and are left out. */
    for (size_t at = skip; at < last->length && used < row.columns;) {
        const struct span *card = NULL;
        for (unsigned i = 0; i < rest.span_count; i++) {
            if (rest.spans[i].start == at && rest.spans[i].style == STYLE_CARD)
                card = &rest.spans[i];
        }
        size_t size = card != NULL ? card->length : 1;
        while (card == NULL && at + size < last->length &&
               ((unsigned char)last->text[at + size] & 0xc0) == 0x80)
            size++;
        if (last->text[at] == ';' || last->text[at] == '\n')
            break;
        enum paint paint = card != NULL && card->tint < PAINT_TINTS
                               ? (enum paint)(PAINT_FACE + card->tint)
                               : PAINT_TEXT;
        used += grid_put_bytes(canvas->grid, row.row, row.column + used, row.columns - used, paint,
                               last->text + at, size);
        at += size;
    }
}

static void draw_seat(const struct table_canvas *canvas, struct box plate, unsigned seat, bool tall)
{
    const struct model *model = &canvas->ui->model;
    const char *name = model->table.seats[seat].name;
    struct box inside = {plate.row + tall, plate.column + 2, 3, plate.columns - 3};
    char words[96];
    char title[SNAPSHOT_NAME + 16];
    int item = ui_item_named(canvas->ui, name);
    if (tall && has_moved(model, name))
        grid_frame(canvas->grid, plate, FRAME_LIGHT, PAINT_TEXT);
    const char *mark = seat == 0 ? "▶ " : !tall && has_moved(model, name) ? "» " : "";
    snprintf(title, sizeof(title), "%s%s%s", mark, name, seat == 0 ? " " : "");
    if (item >= 0)
        snprintf(title, sizeof(title), "%d %s", item + 1, name);
    grid_put(canvas->grid, inside.row, inside.column, inside.columns,
             item >= 0   ? PAINT_GOLD
             : seat == 0 ? PAINT_TURN
                         : PAINT_STRONG,
             title);
    bool due = seat == 0 && model->table.pending > 0;
    unsigned room = due ? inside.columns - DUE_COLUMNS - 1 : inside.columns;
    seat_words(canvas, seat, room, words, sizeof(words));
    unsigned used = grid_put(canvas->grid, inside.row + 1, inside.column, room,
                             model->table.seats[seat].cards == 1 ? PAINT_GOLD : PAINT_QUIET, words);
    if (due)
        draw_due(canvas, inside.row + 1, inside.column + used + 1);
    if (tall && has_moved(model, name)) {
        draw_moved(canvas, (struct box){inside.row + 2, inside.column, 1, inside.columns});
    } else if (tall && seat == 1 && model->table.count > 2) {
        snprintf(words, sizeof(words), "%s ›", ui_words(canvas->ui, N_("next")));
        grid_put(canvas->grid, inside.row + 2, inside.column, inside.columns, PAINT_QUIET, words);
    }
    if (item >= 0)
        ui_hit(canvas->ui, plate, HIT_ITEM, (unsigned)item);
}

/* Draws a seat in one line: "» name 12 away". */
static void draw_seat_line(const struct table_canvas *canvas, struct box line, unsigned seat)
{
    const struct model *model = &canvas->ui->model;
    const char *player = model->table.seats[seat].name;
    const char *away = model->table.seats[seat].away ? ui_words(canvas->ui, N_("away")) : "";
    unsigned used = grid_width(away, strlen(away));
    int item = ui_item_named(canvas->ui, player);
    char title[SNAPSHOT_NAME + 16];
    char cards[16];
    snprintf(title, sizeof(title), "%s%s",
             seat == 0                  ? "▶ "
             : has_moved(model, player) ? "» "
                                        : "  ",
             player);
    if (item >= 0)
        snprintf(title, sizeof(title), "%d %s", item + 1, player);
    if (seat == 0 && model->table.pending > 0)
        used += DUE_COLUMNS + 1;
    unsigned room = line.columns - 1 - LINE_CARDS;
    unsigned name = room > used ? room - used : 1;
    name = grid_put(canvas->grid, line.row, line.column, name,
                    item >= 0   ? PAINT_GOLD
                    : seat == 0 ? PAINT_TURN
                                : PAINT_STRONG,
                    title);
    snprintf(cards, sizeof(cards), " %u ", model->table.seats[seat].cards);
    unsigned column = line.column + name;
    column += grid_put(canvas->grid, line.row, column, LINE_CARDS,
                       model->table.seats[seat].cards == 1 ? PAINT_GOLD : PAINT_QUIET, cards);
    if (seat == 0)
        column += draw_due(canvas, line.row, column);
    grid_put(canvas->grid, line.row, column, line.column + line.columns - column, PAINT_QUIET,
             away);
    if (item >= 0)
        ui_hit(canvas->ui, line, HIT_ITEM, (unsigned)item);
}

static void draw_seat_lines(const struct table_canvas *canvas, struct box box,
                            const unsigned *seats, unsigned count)
{
    unsigned wide = box.columns / LINE_SEATS;
    for (unsigned i = 0; i < count && i / LINE_SEATS < box.rows; i++) {
        struct box line = {box.row + i / LINE_SEATS, box.column + i % LINE_SEATS * wide, 1, wide};
        draw_seat_line(canvas, line, seats[i]);
    }
}

void draw_seats(const struct table_canvas *canvas, struct box box)
{
    unsigned seats[SNAPSHOT_SEATS];
    unsigned count = model_others(&canvas->ui->model, seats);
    bool tall = count <= ONE_ROW || (box.columns / count >= PLATE_MAX);
    unsigned a_row = tall ? count : (count + 1) / 2;
    if (count == 0)
        return;
    if (!tall && count > TWO_ROWS) {
        draw_seat_lines(canvas, box, seats, count);
        return;
    }
    unsigned wide = box.columns / a_row;
    unsigned plate = wide < PLATE_MAX + 4 ? wide : PLATE_MAX + 4;
    for (unsigned i = 0; i < count; i++) {
        unsigned column = box.column + i % a_row * wide + (wide - plate) / 2;
        struct box at = {box.row + (tall ? 0 : i / a_row * 3), column, tall ? 5 : 2, plate};
        draw_seat(canvas, at, seats[i], tall);
    }
}

/* -- the pile -- */

/* The arrows at the top and at the foot of the ring show the direction. */
static void draw_arrows(const struct table_canvas *canvas, struct box ring, bool clockwise)
{
    static const char right[] = " ▶ ▶ ▶ ";
    static const char left[] = " ◀ ◀ ◀ ";
    grid_put_middle(canvas->grid, ring.row, ring.column, ring.columns, PAINT_STRONG,
                    clockwise ? right : left);
    grid_put_middle(canvas->grid, ring.row + ring.rows - 1, ring.column, ring.columns, PAINT_STRONG,
                    clockwise ? left : right);
}

/* Returns the letter of the colour in force, from the card on top or from the colour's name. */
static void colour_letter(const struct snapshot *table, char *out, size_t size)
{
    struct held_card card;
    model_card(&card, table->top, strlen(table->top), table->tint, &table->card);
    snprintf(out, size, "%s", card.letter);
    if (card.tint != table->colour || card.letter[0] == '\0') {
        snprintf(out, size, "%.*s", table->letters, table->colour_word);
        out[0] = (char)toupper((unsigned char)out[0]);
    }
}

static void draw_ring(const struct table_canvas *canvas, struct box ring)
{
    const struct snapshot *table = &canvas->ui->model.table;
    unsigned tint = table->colour < PAINT_TINTS ? table->colour : TINT_WILD;
    unsigned wide = ring.columns >= RING_WIDE ? PILE_WIDE : PILE_WIDTH;
    struct box inside = {ring.row + 1, ring.column + 1, ring.rows - 2, ring.columns - 2};
    /* In a low ring the card stands on its foot, so that there is room for its flex side. */
    struct box pile = {ring.row + 1, ring.column + (ring.columns - wide) / 2,
                       ring.rows - (ring.rows > LOW ? 2 : 1), wide};
    struct held_card top;
    grid_fill(canvas->grid, inside, (enum paint)(PAINT_RING + tint), draw_pattern(tint));
    grid_frame(canvas->grid, ring, FRAME_HEAVY, (enum paint)(PAINT_LINE + tint));
    draw_arrows(canvas, ring, table->clockwise);
    model_card(&top, table->top, strlen(table->top), table->tint, &table->card);
    top.playable = false;
    /* A wild on the pile shows the colour that its player named. */
    if (top.tint == TINT_WILD && tint != TINT_WILD) {
        top.tint = (uint8_t)tint;
        colour_letter(table, top.letter, sizeof(top.letter));
    }
    grid_fill(canvas->grid, (struct box){pile.row, pile.column - 1, pile.rows, pile.columns + 2},
              PAINT_TEXT, " ");
    draw_card(canvas->grid, pile, &top, (struct card_dress){.large = true});
}

static void draw_stock(const struct table_canvas *canvas, struct box pile, unsigned column)
{
    const struct ui *ui = canvas->ui;
    const struct snapshot *table = &ui->model.table;
    const struct act *acts[ITEMS_MAX];
    unsigned count = ui_bar(ui, acts);
    struct box back = {pile.row + (pile.rows > LOW), column, pile.rows > 8 ? 7 : 5, BACK_WIDTH};
    char number[24];
    grid_fill(canvas->grid,
              (struct box){back.row + 1, back.column + 1, back.rows - 2, back.columns - 2},
              PAINT_BACK, "░");
    grid_frame(canvas->grid, back, FRAME_ROUND, PAINT_QUIET);
    snprintf(number, sizeof(number), " %u ", table->pile);
    grid_put_middle(canvas->grid, back.row + back.rows / 2, back.column, back.columns, PAINT_BACK,
                    number);
    draw_due(canvas, back.row + back.rows / 2, back.column + back.columns + 1);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(acts[i]->control.words, "draw") != 0)
            continue;
        snprintf(number, sizeof(number), "%.18s", acts[i]->control.label);
        grid_put_middle(canvas->grid, back.row + back.rows, back.column - 4, back.columns + 8,
                        PAINT_STRONG, number);
        back.rows++;
        ui_hit(canvas->ui, back, HIT_ACT, i);
        return;
    }
}

/* The colour in force and the direction, in words. */
static void draw_force(const struct table_canvas *canvas, struct box pile, unsigned column)
{
    const struct snapshot *table = &canvas->ui->model.table;
    unsigned tint = table->colour < PAINT_TINTS ? table->colour : TINT_WILD;
    unsigned row = pile.row + (pile.rows > 8 ? 3 : pile.rows > LOW);
    struct box sign = {row, column, 3, 5};
    char letter[LETTER_MAX];
    char upper[SNAPSHOT_LABEL];
    unsigned room = pile.column + pile.columns - column;
    if (tint != TINT_WILD) {
        colour_letter(table, letter, sizeof(letter));
        snprintf(upper, sizeof(upper), "%s", table->colour_word);
        for (char *at = upper; *at != '\0'; at++)
            *at = (char)toupper((unsigned char)*at);
        grid_frame(canvas->grid, sign, FRAME_LIGHT, (enum paint)(PAINT_LINE + tint));
        grid_fill(canvas->grid, (struct box){row + 1, column + 1, 1, 3},
                  (enum paint)(PAINT_FACE + tint), " ");
        grid_put_middle(canvas->grid, row + 1, column + 1, 3, (enum paint)(PAINT_FACE + tint),
                        letter);
        grid_put(canvas->grid, row + 1, column + 6, room - 6, PAINT_STRONG, upper);
        grid_put(canvas->grid, row + 2, column + 6, room - 6, PAINT_QUIET,
                 ui_words(canvas->ui, N_("in force")));
    }
    snprintf(upper, sizeof(upper), "%s %s", table->clockwise ? "↷" : "↶",
             ui_words(canvas->ui, table->clockwise ? N_("clockwise") : N_("counter-clockwise")));
    grid_put(canvas->grid, row + 4, column, room, PAINT_QUIET, upper);
}

void draw_pile(const struct table_canvas *canvas, struct box box)
{
    bool large = box.rows >= 11;
    unsigned wide = large ? RING_WIDE : RING_WIDTH;
    struct box ring = {box.row, box.column + (box.columns - wide) / 2, box.rows, wide};
    draw_stock(canvas, box, ring.column - BACK_WIDTH - (large ? 6 : 8));
    draw_ring(canvas, ring);
    draw_force(canvas, box, ring.column + wide + 3);
}

/* -- beside the table -- */

static unsigned draw_total(const struct table_canvas *canvas, struct box row, unsigned seat,
                           long most)
{
    const struct snapshot *table = &canvas->ui->model.table;
    long total = table->seats[seat].total;
    unsigned full = most > 0 && total > 0 ? (unsigned)(total * BAR / most) : 0;
    char number[24];
    grid_put(canvas->grid, row.row, row.column, row.columns - BAR - 8, PAINT_TEXT,
             table->seats[seat].name);
    struct box bar = {row.row, row.column + row.columns - BAR - 7, 1, BAR};
    grid_fill(canvas->grid, bar, PAINT_QUIET, "·");
    bar.columns = full < BAR ? full : BAR;
    grid_fill(canvas->grid, bar, PAINT_STRONG, "█");
    snprintf(number, sizeof(number), "%6ld", total);
    grid_put(canvas->grid, row.row, row.column + row.columns - 6, 6, PAINT_TEXT, number);
    return 1;
}

/* The highest total first. */
static unsigned draw_totals(const struct table_canvas *canvas, struct box box)
{
    const struct snapshot *table = &canvas->ui->model.table;
    bool drawn[SNAPSHOT_SEATS] = {false};
    long most = 0;
    unsigned row = box.row;
    if (!canvas->ui->model.plays || !table->totals)
        return box.row;
    grid_put(canvas->grid, row, box.column, box.columns, PAINT_QUIET,
             ui_words(canvas->ui, N_("Totals")));
    row++;
    for (unsigned n = 0; n < table->count; n++) {
        unsigned best = SNAPSHOT_SEATS;
        for (unsigned i = 0; i < table->count; i++) {
            if (!drawn[i] &&
                (best == SNAPSHOT_SEATS || table->seats[i].total > table->seats[best].total))
                best = i;
        }
        if (best == SNAPSHOT_SEATS)
            break;
        drawn[best] = true;
        most = n == 0 ? table->seats[best].total : most;
        row += draw_total(canvas, (struct box){row, box.column, 1, box.columns}, best, most);
    }
    grid_across(canvas->grid, row, box.column, box.columns, FRAME_LIGHT, PAINT_QUIET);
    return row + 1;
}

void draw_side(const struct table_canvas *canvas, struct box box)
{
    const struct model *model = &canvas->ui->model;
    unsigned row = draw_totals(canvas, box);
    grid_put(canvas->grid, row, box.column, box.columns, PAINT_QUIET,
             ui_words(canvas->ui, N_("What happened")));
    row += 2;
    /* The newest first. */
    for (unsigned n = 0; row < box.row + box.rows; n++) {
        const struct said *said = model_logged(model, n);
        if (said == NULL)
            return;
        row += said_put(said, canvas->grid,
                        (struct box){row, box.column, box.row + box.rows - row, box.columns}, 0,
                        n == 0 ? PAINT_TEXT : PAINT_QUIET);
    }
}
