/* watcher.h: how tables tell the rooms above what happens.
 *
 * A table plays and remembers; it does not know where it is shown. It tells whatever can be seen
 * from outside to a list of watchers, in the order of that list, after the journal has it in the
 * batch of this turn of the loop. bot/show/ is the first watcher (watch_table.h), bot/pages/ the
 * second (live_watch.h); bot/host/daemon.c has the list. A watcher reads the table and makes
 * messages or documents of it. It changes nothing of what the table plays, and no callback leads
 * back into the table. */
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

/* What a watcher wants to hear. Each function may be NULL. */
struct table_watcher {
    /* Something that everybody may see has changed: seats, rules, match, clock or a vote. */
    void (*changed)(struct table *table);
    void (*noted)(struct table *table, const struct table_note *note);
    void (*voted)(struct table *table, const struct vote_note *note);
    void (*hand)(struct table *table, unsigned seat, enum hand_note note);

    /* -- rounds (round.h) -- */
    /* A round is dealt. It is the first of a match if table->match_begins. acted() follows, with
     * what the deal led to. */
    void (*dealt)(struct table *table);
    /* What the deal (`before` NULL) or an action led to; the round goes on. */
    void (*acted)(struct table *table, const struct game *before, const struct events *events);
    /* The same for an action from before this start of the daemon. People were told of it then, or
     * are told by announced(). */
    void (*repeated)(struct table *table, const struct events *events);
    /* The round is over and counts in the match. `over` is the one of `events` that says so. The
     * watcher that can say how the round ended, and the move before, gives these words in *words,
     * allocated, for the table to free; it leaves NULL there when memory is out. */
    void (*round_over)(struct table *table, const struct events *events, const struct event *over,
                       char **words);
    /* The round ends before it is over, and counts for nothing. */
    void (*round_abandoned)(struct table *table);
    /* After either of these: the round is freed, and table->last has its secret. */
    void (*round_closed)(struct table *table);

    /* -- presence -- */
    /* People see the table in that place (again), or may have missed something. `told`: a line has
     * just told them how the table stands. */
    void (*announced)(struct place *place, bool told);
    /* People see it there and have missed nothing: another process showed it a moment ago. */
    void (*goes_on)(struct place *place);
    void (*unreachable)(struct place *place); /* nobody sees it there any more */
    void (*closes)(struct table *table);
    void (*put_away)(struct table *table);    /* it waits in the store; a note has told people */
    void (*place_freed)(struct place *place); /* the watcher frees what it keeps for the place */

    /* -- what a watcher holds back, to tell it with what follows -- */
    /* When it must tell it at the latest, by loop_now(); UINT64_MAX: it holds nothing back. */
    uint64_t (*due)(const struct table *table);
    void (*is_due)(struct table *table);
};

/* -- for bot/table, and whoever tells a note of a table: each tells all watchers -- */

void table_changed(struct table *table);
void table_noted(struct table *table, enum table_note_kind kind, unsigned seat, uint64_t n);
void table_hand(struct table *table, unsigned seat, enum hand_note note);

void watchers_noted(struct table *table, const struct table_note *note);
void watchers_voted(struct table *table, const struct vote_note *note);
void watchers_dealt(struct table *table);
void watchers_acted(struct table *table, const struct game *before, const struct events *events);
void watchers_repeated(struct table *table, const struct events *events);
/* The words for the round's end, to be freed; NULL: nobody has any. */
char *watchers_round_over(struct table *table, const struct events *events,
                          const struct event *over);
void watchers_round_abandoned(struct table *table);
void watchers_round_closed(struct table *table);
void watchers_announced(struct place *place, bool told);
void watchers_goes_on(struct place *place);
void watchers_unreachable(struct place *place);
void watchers_closes(struct table *table);
void watchers_put_away(struct table *table);
void watchers_place_freed(struct place *place);
/* The first time that anything held back is due. */
uint64_t watchers_due(const struct table *table);
void watchers_is_due(struct table *table);

#endif
