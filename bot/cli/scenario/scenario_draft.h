/* scenario_draft.h: a case while it is read. Included by scenario_read.c and scenario_lay.c alone.
 */
#ifndef TALON_BOT_CLI_SCENARIO_SCENARIO_DRAFT_H
#define TALON_BOT_CLI_SCENARIO_SCENARIO_DRAFT_H

#include "scenario.h"

/* The directives that a case has at most once. */
enum directive {
    SAID_SET,
    SAID_PLAYERS,
    SAID_DEALER,
    SAID_PILE,
    SAID_DISCARD,
    SAID_TURNED,
    SAID_DEALER_DRAW,
    SAID_COLOUR,
    SAID_DIRECTION,
    SAID_TURN,
    SAID_HYPER,
    SAID_COUNT
};

/* Faces in the order of the file. */
struct faces {
    unsigned line; /* where they stand; 0: left out */
    unsigned count;
    uint8_t at[DECK_MAX];
};

struct draft {
    struct scenario *scenario;
    struct scenario_fault *fault;
    struct switches switches;
    unsigned line;             /* being read */
    unsigned said[SAID_COUNT]; /* line of a directive, 0 when it was not said */
    unsigned options[SWITCH_COUNT];
    unsigned power_said, total_said; /* bit a player */
    unsigned power_line;             /* the last of them */
    struct faces hand[PLAYERS_MAX], pile, discard, turned, draws;
    unsigned draw_groups[WORDS_MAX], draw_group_count; /* cards between the strokes */
    bool pile_goes_on;
    unsigned dealer, turn; /* SEAT_NONE: not said */
    unsigned colour, hyper;
    unsigned power_red; /* bit a player */
    int direction;
};

static inline bool draft_said(const struct draft *draft, enum directive directive)
{
    return draft->said[directive] != 0;
}

/* Lays the cards: a position, or a deal. False with the fault set when the case contradicts itself.
 */
bool draft_lay(struct draft *draft);

#endif
