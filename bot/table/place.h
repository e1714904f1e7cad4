/* place.h: where a table is shown: a channel of a network, or a private talk. */
#ifndef TALON_BOT_TABLE_PLACE_H
#define TALON_BOT_TABLE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct message;
struct table;

/* What bot/show/ keeps of what was shown there, and nobody else reads. All zero: nothing was. */
struct view_state {
    /* What is gathered into one line (lines.h). */
    struct message *unsaid; /* owned; NULL: nothing */
    uint64_t unsaid_at;     /* loop_now() when that began */
    uint8_t unsaid_about;   /* whom it ends with (struct flow) */
    /* The last moves of the round that runs (render.h). */
    uint8_t recent_about; /* whom they end with */
    char *recent; /* that of a person and what computer players did since, as told; owned; NULL */
    /* The board (board.h). */
    bool shows, board_due; /* at the end of this turn of the loop */
    bool board_anew;       /* also when it is as it was, and below */
    uint8_t rung;          /* the seat that was called last by it, */
    uint8_t pressed;       /* and 1 + the one whose command this turn is; 0: nobody's */
    int64_t rung_in;       /* the round of the former */
    uint64_t board_hash;   /* of the board that was said last; 0: none */
    struct table *shows_next;
};

struct place {
    struct view_state view;
};

#endif
