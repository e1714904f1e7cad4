/* moves_state.h: what moves.c and moves_json.c share. */
#ifndef TALON_BOT_PAGES_MOVES_STATE_H
#define TALON_BOT_PAGES_MOVES_STATE_H

#include "bot/pages/moves.h"

struct kept_move {
    uint32_t move; /* how many actions of the round the journal has; 0: the deal */
    unsigned count;
    struct event at[]; /* with secret cards */
};

/* How a round ended. */
struct kept_end {
    int64_t round;           /* number of the round in the journal; 0: no end is kept */
    uint8_t detail;          /* enum round_end */
    uint8_t winner, partner; /* seats, or SEAT_NONE; the partner wins with the winner (HR-20) */
    uint8_t players;
    bool match_over;
    uint32_t winners;               /* bit a seat: won the match */
    int32_t points;                 /* of the round's winner */
    struct cards hand[PLAYERS_MAX]; /* cards left in the hands. They may be shown, because the
                                     * round's secret is public after the round */
    int32_t gained[PLAYERS_MAX], total[PLAYERS_MAX]; /* of the match */
};

struct kept_moves {
    UT_hash_handle hh; /* pages->moves, by `table` */
    int64_t table;
    const struct rules *rules; /* rules of the round; held (rules_share.h). NULL: no round is
                                * kept */
    struct kept_move *move[MOVES_KEPT]; /* the oldest first; owned */
    unsigned count;
    struct kept_end end;
    /* Who had each seat of the round. The pointers are only compared, never followed. NULL: that
     * player has left. */
    const void *who[PLAYERS_MAX];
    uint8_t now[PLAYERS_MAX]; /* the present number of each seat of the round; SEAT_NONE: it is
                                 gone */
};

/* NULL: nothing is kept of the table. */
struct kept_moves *moves_find(const struct table *table);

#endif
