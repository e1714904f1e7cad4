#include "table_scene.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"

#define NBSP "\u00A0"

struct ui ui;
struct ui_outcome outcome;

static const char *const names[] = {"alice",   "Boris_the_Great",
                                    "Noor",    "Grace",
                                    "Emmy",    "Ada",
                                    "Blaise",  "Sofia",
                                    "Edsger",  "Carl",
                                    "Hypatia", "Euclid",
                                    "Gauss",   "Emmy_Noether_of_Erlangen_1882",
                                    "Sonya",   "Evariste",
                                    "Srini",   "Felix",
                                    "Maryam",  "Katherine"};

int table_scene_set_up(void **state)
{
    (void)state;
    memset(&ui, 0, sizeof(ui));
    memset(&outcome, 0, sizeof(outcome));
    snprintf(ui.model.self, sizeof(ui.model.self), "alice");
    return 0;
}

int table_scene_tear_down(void **state)
{
    (void)state;
    ui_finish(&ui);
    return 0;
}

static struct message *begin(const char *user, enum purpose purpose)
{
    struct message *message = message_create("table", user, URGENCY_TABLE);
    assert_non_null(message);
    message->purpose = (uint8_t)purpose;
    message->stamp = 77;
    return message;
}

static void give(struct message *message)
{
    assert_false(message->failed);
    ui_take(&ui, message);
    message_destroy(message);
}

static void add_control(struct message *message, enum control_kind kind, enum tint tint,
                        const char *label, const char *words)
{
    struct control control = {.kind = (uint8_t)kind, .tint = (uint8_t)tint};
    snprintf(control.label, sizeof(control.label), "%s", label);
    snprintf(control.words, sizeof(control.words), "%s", words);
    assert_true(message_control(message, &control));
}

/* -- cards -- */

/* A code like "R5", "B4/Y" or "W" as its label, and how it is shown. */
static enum tint read_card(const char *code, size_t length, char label[SNAPSHOT_LABEL],
                           struct shown_card *shown)
{
    static const char letters[] = "WRGBYPO";
    const char *letter = strchr(letters, code[0]);
    const char *slash = memchr(code, '/', length);
    bool wild = code[0] == 'W';
    assert_non_null(letter);
    *shown = (struct shown_card){0};
    if (wild)
        snprintf(label, SNAPSHOT_LABEL, "[%.*s]", (int)length, code);
    else
        snprintf(label, SNAPSHOT_LABEL, "[%c" NBSP "%.*s]", code[0], (int)length - 1, code + 1);
    shown->face = wild ? 1 : 4;
    shown->face_length = (uint8_t)(wild ? length : length - 1);
    if (slash != NULL) {
        shown->foot = true;
        shown->flex = (uint8_t)(strchr(letters, slash[1]) - letters);
    }
    return (enum tint)(letter - letters);
}

static void add_card(struct message *message, const char *code, size_t length, bool playable)
{
    char label[SNAPSHOT_LABEL + 2];
    struct shown_card shown;
    enum tint tint = read_card(code, length, label, &shown);
    shown.playable = playable;
    if (playable)
        strcat(label, "*");
    message_card(message, tint, &shown, label, strlen(label));
}

/* -- messages -- */

static void give_board(unsigned players, unsigned turn, bool clockwise, unsigned due)
{
    struct message *board = begin(NULL, PURPOSE_BOARD);
    struct snapshot *table = message_snapshot(board);
    message_text(board, "On top [Y +2].");
    message_title(board, "alice · classic");
    table->tint = table->colour = TINT_YELLOW;
    table->clockwise = clockwise;
    table->pile = 63;
    table->pending = (uint16_t)due;
    table->round = 3;
    table->totals = true;
    read_card("Y+2", 3, table->top, &table->card);
    snprintf(table->colour_word, sizeof(table->colour_word), "yellow");
    table->letters = 1;
    for (unsigned i = 0; i < players; i++) {
        unsigned seat = clockwise ? (turn + i) % players : (turn + players - i) % players;
        snprintf(table->seats[i].name, SNAPSHOT_NAME, "%s", names[seat]);
        table->seats[i].cards = seat + 1;
        table->seats[i].computer = seat > 2;
        table->seats[i].away = seat == 2;
        table->seats[i].total = 20L * seat;
    }
    table->count = players;
    add_control(board, CONTROL_BUTTON, TINT_WILD, "My hand", "hand");
    add_control(board, CONTROL_BUTTON, TINT_WILD, "Draw", "draw");
    add_control(board, CONTROL_BUTTON, TINT_WILD, "Join", "join");
    add_control(board, CONTROL_BUTTON, TINT_WILD, "Catch Grace", "catch Grace");
    add_control(board, CONTROL_BUTTON, TINT_WILD, "Leave", "leave");
    give(board);
}

void table_scene_board(unsigned players, unsigned turn, bool clockwise)
{
    give_board(players, turn, clockwise, 0);
}

void table_scene_due(unsigned players, unsigned turn, unsigned due)
{
    give_board(players, turn, true, due);
}

/* Adds the cards, and a choice for each that can be played. */
static void add_cards(struct message *hand, const char *cards)
{
    message_text(hand, "\n");
    bool menu = false;
    while (*cards != '\0') {
        size_t length = strcspn(cards, " ");
        bool playable = cards[length - 1] == '*';
        char label[SNAPSHOT_LABEL];
        char words[32];
        struct shown_card shown;
        size_t bare = length - playable;
        add_card(hand, cards, bare, playable);
        message_text(hand, " ");
        if (playable && !menu)
            add_control(hand, CONTROL_MENU, TINT_WILD, "Play a card", "");
        menu = menu || playable;
        if (playable) {
            enum tint tint = read_card(cards, bare, label, &shown);
            snprintf(words, sizeof(words), "play %.*s", (int)bare, cards);
            add_control(hand, CONTROL_CHOICE, tint, label, words);
        }
        cards += length;
        cards += *cards == ' ';
    }
}

void table_scene_hand_with(const char *cards, const char *buttons)
{
    struct message *hand = begin("alice", PURPOSE_HAND);
    message_text(hand, "Your turn on ");
    add_card(hand, "Y+2", 3, false);
    message_text(hand, ".");
    add_cards(hand, cards);
    while (*buttons != '\0') {
        size_t length = strcspn(buttons, " ");
        char words[32];
        char label[32];
        snprintf(words, sizeof(words), "%.*s", (int)length, buttons);
        snprintf(label, sizeof(label), "%s", words);
        label[0] = (char)toupper((unsigned char)label[0]);
        add_control(hand, CONTROL_BUTTON, TINT_WILD, label, words);
        buttons += length;
        buttons += *buttons == ' ';
    }
    give(hand);
}

void table_scene_hand(const char *cards)
{
    table_scene_hand_with(cards, "draw");
}

void table_scene_colours(void)
{
    static const char *const colours[] = {"red", "green", "blue", "yellow"};
    struct message *hand = begin("alice", PURPOSE_HAND);
    message_text(hand, "[W]: which colour?");
    add_cards(hand, "R3 W");
    for (unsigned i = 0; i < ARRAY_SIZE(colours); i++) {
        char words[32];
        snprintf(words, sizeof(words), "colour %s", colours[i]);
        add_control(hand, CONTROL_BUTTON, (enum tint)(TINT_RED + i), colours[i], words);
    }
    add_control(hand, CONTROL_BUTTON, TINT_WILD, "Another card", "hand back");
    give(hand);
}

void table_scene_targets(void)
{
    struct message *hand = begin("alice", PURPOSE_HAND);
    message_text(hand, "Choose a player.");
    add_cards(hand, "R3 W");
    add_control(hand, CONTROL_MENU, TINT_WILD, "Which player?", "");
    add_control(hand, CONTROL_CHOICE, TINT_WILD, "Noor", "target Noor");
    add_control(hand, CONTROL_CHOICE, TINT_WILD, "Grace", "target Grace");
    give(hand);
}

void table_scene_move(const char *name, const char *words)
{
    struct message *line = begin(NULL, PURPOSE_LINE);
    message_add(line, STYLE_NAME, TINT_WILD, name, strlen(name));
    message_text(line, words);
    give(line);
}

void table_scene_tell(const char *words)
{
    struct message *line = begin("alice", PURPOSE_LINE);
    message_text(line, words);
    give(line);
}

void table_scene_lobby(void)
{
    struct message *board = begin(NULL, PURPOSE_BOARD);
    struct control start = {
        .kind = CONTROL_BUTTON, .strong = true, .label = "Start", .words = "start"};
    message_text(board, "Rules: classic.\nAt the table: alice");
    add_control(board, CONTROL_BUTTON, TINT_WILD, "Join", "join");
    add_control(board, CONTROL_BUTTON, TINT_WILD, "Leave", "leave");
    assert_true(message_control(board, &start));
    give(board);
}

/* -- keys -- */

void table_scene_press(const char *keys)
{
    static const struct {
        const char *name;
        enum press_kind kind;
    } known[] = {{"<left>", PRESS_LEFT}, {"<right>", PRESS_RIGHT},   {"<up>", PRESS_UP},
                 {"<down>", PRESS_DOWN}, {"<enter>", PRESS_ENTER},   {"<esc>", PRESS_ESCAPE},
                 {"<tab>", PRESS_TAB},   {"<back>", PRESS_BACKSPACE}};
    while (*keys != '\0') {
        struct press press = {.kind = PRESS_TEXT};
        size_t size = 1;
        for (unsigned i = 0; i < ARRAY_SIZE(known); i++) {
            if (strncmp(keys, known[i].name, strlen(known[i].name)) == 0) {
                press.kind = known[i].kind;
                size = strlen(known[i].name);
            }
        }
        if (sscanf(keys, "<click %u %u>", &press.row, &press.column) == 2) {
            press.kind = PRESS_CLICK;
            size = strcspn(keys, ">") + 1;
        }
        if (press.kind == PRESS_TEXT)
            press.text[0] = *keys;
        ui_press(&ui, &press, &outcome);
        keys += size;
    }
}

/* -- screens -- */

char *table_scene_text(const struct cell_grid *grid)
{
    size_t size = (size_t)grid->rows * ((size_t)grid->columns * CELL_BYTES + 1) + 1;
    char *text = malloc(size);
    size_t length = 0;
    assert_non_null(text);
    for (unsigned row = 0; row < grid->rows; row++) {
        size_t end = length;
        for (unsigned column = 0; column < grid->columns; column++) {
            const struct cell *cell = grid_at(grid, row, column);
            size_t bytes = strlen(cell->text);
            memcpy(text + length, cell->text, bytes);
            length += bytes;
            if (strcmp(cell->text, " ") != 0)
                end = length;
        }
        text[end] = '\n';
        length = end + 1;
    }
    text[length] = '\0';
    return text;
}

static char *draw(unsigned columns, unsigned rows)
{
    struct cell_grid grid = {0};
    struct prompt_cursor cursor;
    const char *ascii = getenv("TALON_TEST_ASCII");
    assert_true(grid_size(&grid, rows, columns));
    grid.ascii = ascii != NULL;
    draw_all(&ui, &grid, &cursor);
    char *text = table_scene_text(&grid);
    grid_finish(&grid);
    return text;
}

bool table_scene_shows(const char *text, unsigned columns, unsigned rows)
{
    char *screen = draw(columns, rows);
    bool shows = strstr(screen, text) != NULL;
    if (!shows)
        print_message("%s", screen);
    free(screen);
    return shows;
}

void table_scene_golden(const char *name, unsigned columns, unsigned rows)
{
    static char kept[100000];
    char path[512];
    const char *mode = getenv("TALON_GOLDEN");
    char *screen = draw(columns, rows);
    snprintf(path, sizeof(path), "%s/%s.txt", GOLDEN_FOLDER, name);
    if (mode != NULL && strcmp(mode, "write") == 0) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(screen, out);
        assert_int_equal(fclose(out), 0);
    }
    FILE *in = fopen(path, "r");
    if (in == NULL)
        fail_msg("there is no %s: TALON_GOLDEN=write writes it", path);
    size_t length = fread(kept, 1, sizeof(kept) - 1, in);
    fclose(in);
    kept[length] = '\0';
    if (strcmp(kept, screen) != 0)
        fail_msg("%s is another screen than this:\n%s", path, screen);
    free(screen);
}
