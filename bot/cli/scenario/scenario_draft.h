/* scenario_draft.h: the state while a case is read. Only scenario_read.c and scenario_lay.c include
 * it. */
#ifndef TALON_BOT_CLI_SCENARIO_SCENARIO_DRAFT_H
#define TALON_BOT_CLI_SCENARIO_SCENARIO_DRAFT_H

#include "scenario.h"

/* The directives that may stand only once in a case. */
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
    unsigned line; /* line of the directive with these faces; 0: the case has none */
    unsigned count;
    uint8_t at[DECK_MAX];
};

struct draft {
    struct scenario *scenario;
    struct scenario_fault *fault;
    struct switches switches;
    unsigned line;             /* being read */
    unsigned said[SAID_COUNT]; /* line of each directive; 0: the case does not have it */
    unsigned options[SWITCH_COUNT];
    unsigned power_said, total_said; /* one bit for each player */
    unsigned power_line;             /* line of the last power */
    struct faces hand[PLAYERS_MAX], pile, discard, turned, draws;
    unsigned draw_groups[WORDS_MAX], draw_group_count; /* cards between strokes */
    bool pile_goes_on;
    unsigned dealer, turn; /* SEAT_NONE: the case does not say */
    unsigned colour, hyper;
    unsigned power_red; /* one bit for each player */
    int direction;
};

static inline bool draft_said(const struct draft *draft, enum directive directive)
{
    return draft->said[directive] != 0;
}

/* Lays the cards of a position or of a deal. Returns false with the fault set if the case
 * contradicts itself. */
bool draft_lay(struct draft *draft);

#endif
