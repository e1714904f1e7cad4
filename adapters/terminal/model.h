/* model.h: what the host has said so far, as the table on the screen needs it. It knows no rules:
 * cards, questions and moves come from messages and their controls (base/message.h). */
#ifndef TALON_ADAPTERS_TERMINAL_MODEL_H
#define TALON_ADAPTERS_TERMINAL_MODEL_H

#include "said.h"

/* The largest hand (every card of the two largest decks), and how many lines the log keeps. */
enum { HELD_MAX = 256, LOG_LINES = 300, LETTER_MAX = 13 };

/* A card as it is drawn. */
struct held_card {
    char label[SNAPSHOT_LABEL]; /* "[R 5]" */
    char letter[LETTER_MAX];    /* "R"; "": it has no colour */
    char face[SNAPSHOT_LABEL];  /* "5", "skip" */
    uint8_t tint, flex;         /* enum tint; `flex`: of its flex side */
    bool foot;                  /* it has a flex side */
    bool flip, playable;
};

/* Something that can be pressed, or typed as `control.words`. */
struct act {
    struct control control;
    uint64_t stamp; /* message.stamp of its message */
    bool board;     /* the control belongs to the board, which everybody sees */
    bool menu;      /* the control is a choice of a menu */
    int card;       /* index of the card that the control plays, in the hand; -1: none */
    char key;       /* the capital letter or digit that presses it; 0: none */
};

/* The controls of a message. */
struct acts {
    unsigned count;
    struct act *at;
};

struct model {
    char self[SNAPSHOT_NAME]; /* the name of the person at the terminal */

    bool plays; /* a round runs: `table` is filled in */
    struct snapshot table;
    char title[SNAPSHOT_NAME * 2];
    struct said board; /* the text of the board, which the lobby shows */
    struct acts board_acts;

    struct said asked;           /* the first line of the hand: what it asks for */
    char remark[SNAPSHOT_LABEL]; /* what the host writes behind the cards: "— power ✓" */
    unsigned held;
    struct held_card cards[HELD_MAX];
    struct acts hand_acts;

    struct said panel;
    struct acts panel_acts; /* the panel is open while it has controls */

    struct said log[LOG_LINES]; /* a ring */
    unsigned logged;            /* lines so far */
    bool is_move[LOG_LINES];    /* everybody was told of this line */
    struct said last;           /* the last move */
    char moved[SNAPSHOT_NAME];  /* who made it */

    /* Answers to the person, until they press the next key. */
    unsigned note_count;
    struct said notes[LOG_LINES / 4];
};

void model_finish(struct model *model);
/* Takes a message in. The caller still owns it. */
void model_take(struct model *model, const struct message *message);
/* Adds a line of our own to the answers. */
void model_note(struct model *model, const char *text);
void model_forget_notes(struct model *model);
void model_close_panel(struct model *model);

/* The n-th line of the log, 0 is the newest. NULL: there are fewer. */
const struct said *model_logged(const struct model *model, unsigned n);

/* The n-th move before the last one. NULL: there are fewer. */
const struct said *model_moved_before(const struct model *model, unsigned n);

/* The other seats, in the order of the table from the next one clockwise. `seats` gets their
 * numbers in `table`. Returns how many there are. */
unsigned model_others(const struct model *model, unsigned seats[SNAPSHOT_SEATS]);
bool model_is_self(const struct model *model, unsigned seat);
/* True if the person at the terminal must act. */
bool model_my_turn(const struct model *model);

/* Fills a card from its label in a text and how it is shown. */
void model_card(struct held_card *card, const char *label, size_t length, unsigned tint,
                const struct shown_card *shown);

#endif
