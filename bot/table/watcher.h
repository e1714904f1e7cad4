/* watcher.h: what a table tells whoever shows it.
 *
 * A table plays and remembers; it does not know where it is shown and says no word. Whatever can be
 * seen from outside it tells its watcher (host->watcher), after the journal has it in the batch of
 * this turn of the loop. The watcher reads the table and makes messages of it; it changes nothing
 * of what the table plays, and no callback leads back into the table. */
#ifndef TALON_BOT_TABLE_WATCHER_H
#define TALON_BOT_TABLE_WATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

struct place;
struct table;
struct vote_note;

/* What is told in one sentence. */
enum table_note_kind {
    NOTE_SPLIT_BEGINS,   /* a netsplit took somebody, who is waited for: for `n` at most */
    NOTE_SPLIT_OVER,     /* they are all back */
    NOTE_SPLIT_TOO_LONG, /* they are not, and play goes on */

    NOTE_TURN_WAITS,   /* `seat` is to act, and has not for a while */
    NOTE_TURN_RAN_OUT, /* `seat` took too long: a computer player keeps it */
    NOTE_DEALS_SPENT,  /* allowance.h: the next deal is in `n` */
    NOTE_NO_DEAL,      /* the match ends: its next round cannot be dealt, for `n` (rules_error) */
    NOTE_NOBODY_CAME,  /* the table is closed */
    NOTE_UNREADABLE,   /* likewise: what was kept of it cannot be read */
    NOTE_NETWORK_LEFT, /* the table waits until another network of its is there again */

    NOTE_PAUSE_BEGINS,   /* for `n` at most */
    NOTE_PAUSED,         /* it is, as was told before */
    NOTE_PAUSE_TOO_LONG, /* it has lasted `n` and is over */
    NOTE_PAUSE_OVER,     /* play goes on: `seat` is to act */

    NOTE_SEAT_LEFT,  /* `seat` is given back */
    NOTE_SEAT_GONE,  /* who has `seat` has left the network: a computer player keeps it */
    NOTE_SEAT_BACK,  /* and is back */
    NOTE_SEAT_WAITS, /* likewise in the lobby: `seat` gets no cards until they are back; */
    NOTE_SEAT_TAKEN, /* and is theirs again, in the lobby, */
    NOTE_SEAT_NEXT,  /* or during a match */
    NOTE_IN_CHARGE,  /* who has `seat` is taken for who opened the table */
    NOTE_ALL_AWAY,   /* the table waits until somebody is back */

    /* To `seat` alone, while a round runs. */
    NOTE_MOVE_WAITS,   /* somebody could be caught first */
    NOTE_MOVE_VOID,    /* one that waited was for a turn that is over */
    NOTE_MOVE_REFUSED, /* one that waited, for `n` (enum refusal) */
    NOTE_UNO_IDLE      /* a call of UNO without effect */
};

struct table_note {
    enum table_note_kind kind;
    unsigned seat;             /* whom it is about, where it is about somebody */
    long n;                    /* what the kind names; times in milliseconds */
    const struct place *place; /* where alone it is told; NULL: everywhere */
};

/* Why a hand is to be shown again to who holds it. */
enum hand_note {
    HAND_CHANGED, /* what may be done with it has */
    HAND_BACK,    /* somebody else has played it for them */
    HAND_WAITED,  /* they are to act, and have not for a while */
    HAND_LEFT     /* they leave in mid-round: nothing is to be seen any more */
};

struct table_watcher {
    /* Something that everybody may see is not as it was: seats, rules, match, clock or a vote. */
    void (*changed)(struct table *table);
    void (*noted)(struct table *table, const struct table_note *note);
    void (*voted)(struct table *table, const struct vote_note *note);
    void (*hand)(struct table *table, unsigned seat, enum hand_note note);

    /* -- rounds (round.h) -- */
    /* A round is dealt, the first of a match if table->match_begins; what that led to follows. */
    void (*dealt)(struct table *table);
    /* What the deal (`before` NULL) or an action led to; the round goes on. */
    void (*acted)(struct table *table, const struct game *before, const struct events *events);
    /* Likewise before this start of the daemon; it was told then, or is told by announced(). */
    void (*repeated)(struct table *table, const struct events *events);
    /* The round is over by `events`, of which `over` is the one that says so, and counts in the
     * match. Gives in words how it ended and the move before, to be freed; NULL without memory. */
    char *(*round_over)(struct table *table, const struct events *events, const struct event *over);
    /* It ends before it is over, and counts for nothing. */
    void (*round_abandoned)(struct table *table);
    /* After either: it is gone, and table->last tells its secret. */
    void (*round_closed)(struct table *table);

    /* -- presence -- */
    /* People see the table there (again), or may have lost what they saw; `told`: they have just
     * been told how it stands. */
    void (*announced)(struct place *place, bool told);
    /* People see it there, and have missed nothing: another process showed it a moment ago. */
    void (*goes_on)(struct place *place);
    void (*unreachable)(struct place *place); /* nobody sees it there any more */
    void (*closes)(struct table *table);
    void (*put_away)(struct table *table);    /* it waits in the store; places have been told */
    void (*place_freed)(struct place *place); /* whatever is kept of the place goes */

    /* -- what is held back to be told with what follows -- */
    /* When it is told at the latest, by loop_now(); UINT64_MAX: there is no time for it. */
    uint64_t (*due)(const struct table *table);
    void (*is_due)(struct table *table);
};

/* -- how a table's own files tell it -- */

void table_changed(struct table *table);
void table_noted(struct table *table, enum table_note_kind kind, unsigned seat, uint64_t n);
void table_hand(struct table *table, unsigned seat, enum hand_note note);

#endif
