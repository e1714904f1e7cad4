/* ui.h: what the person at the terminal has chosen, and what their keys do. Pure: keys go in, and
 * the words that they stand for come out. The table is drawn by draw.h. */
#ifndef TALON_ADAPTERS_TERMINAL_UI_H
#define TALON_ADAPTERS_TERMINAL_UI_H

#include "keys.h"
#include "model.h"
#include "prompt.h"

/* What the screen asks in a box over the pile. */
enum question {
    QUESTION_NONE,
    QUESTION_LOBBY, /* no round runs: shows the text of the board, and its buttons */
    QUESTION_ASKED, /* what the hand asks: a colour, a player */
    QUESTION_WAYS,  /* the chosen card can be played in several ways */
    QUESTION_PANEL  /* a panel of the host, such as the settings */
};

/* A text over the whole table. */
enum sheet { SHEET_NONE, SHEET_LOG, SHEET_HELP, SHEET_NOTES };

enum hit_kind { HIT_CARD, HIT_ACT, HIT_ITEM };

/* A place that the mouse can press. */
struct hit {
    struct box box;
    enum hit_kind kind;
    unsigned index;
};

enum { HITS_MAX = 512, ITEMS_MAX = CONTROLS_MAX, NOTE_LINES = 4 };

struct ui {
    struct model model;
    /* Returns a text of ours in the person's language. */
    const char *(*words)(void *arg, const char *text);
    void *words_arg;

    unsigned card; /* the chosen card */
    bool in_bar;   /* the focus is in the bar, on `act` */
    unsigned act;  /* index of ui_bar() */
    unsigned item; /* the chosen item of the question */
    bool ways;     /* QUESTION_WAYS is open, about `card` */
    enum sheet sheet;
    unsigned scroll; /* lines above the sheet's first */
    bool typing, quitting;
    /* The words that each letter stood for last. A player may press a letter too late. Then we say
     * these words, and the host answers why they no longer hold: the letter must not begin a
     * command by mistake. */
    char remembered['Z' - 'A' + 1][CONTROL_SAYS];
    struct prompt prompt;
    const struct act *field; /* the control whose words are being typed; NULL: a command */

    /* Set by the drawing. */
    unsigned sheet_lines, sheet_rows;
    unsigned hit_count;
    struct hit hits[HITS_MAX];
};

/* What a key asks for. */
enum wish { WISH_NOTHING, WISH_SAY, WISH_SUGGEST, WISH_QUIT };

struct ui_outcome {
    enum wish wish;
    uint64_t stamp;           /* stamp of the control; 0: the words were typed */
    char words[PROMPT_BYTES]; /* WISH_SAY, WISH_SUGGEST */
};

void ui_finish(struct ui *ui);
/* Takes a message of the host in. */
void ui_take(struct ui *ui, const struct message *message);
void ui_press(struct ui *ui, const struct press *press, struct ui_outcome *outcome);
/* Ctrl-C: asks once, and ends the second time. */
void ui_interrupt(struct ui *ui, struct ui_outcome *outcome);

const char *ui_words(const struct ui *ui, const char *text);
/* Writes a text of ours with its first "{...}" replaced by `value`. */
void ui_words_with(const struct ui *ui, const char *text, const char *value, char *out,
                   size_t size);
/* Notes that the mouse can press there. */
void ui_hit(struct ui *ui, struct box box, enum hit_kind kind, unsigned index);
enum question ui_question(const struct ui *ui);
/* Lists the items of the question, with the names of menus among them. Returns how many there
 * are. */
unsigned ui_items(const struct ui *ui, const struct act *items[ITEMS_MAX]);
/* Lists the ways to play the chosen card. Returns how many there are. */
unsigned ui_ways(const struct ui *ui, const struct act *items[ITEMS_MAX]);
/* True if the control answers a question that must be answered: a colour, a choice, free words. */
bool ui_is_answer(const struct act *act);
/* The buttons of the bar. */
unsigned ui_bar(const struct ui *ui, const struct act *acts[ITEMS_MAX]);
/* The letter or digit that presses an item of the question; 0: none. */
char ui_item_key(const struct ui *ui, unsigned item);
/* True if an item can be pressed. */
bool ui_can_press(const struct act *act);
/* The item of the question that is about this name; -1: none. */
int ui_item_named(const struct ui *ui, const char *name);

#endif
