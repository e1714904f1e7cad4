/* watcher.h: how tables tell bot/show and bot/pages what happens.
 *
 * A table plays and remembers; it does not know how people see it. It tells a list of watchers, in
 * order, all that can be seen from outside. Before that, the journal has it in the batch of this
 * turn of the loop. bot/show/ is the first watcher (watch_table.h), bot/pages/ the second
 * (live_watch.h); bot/host/daemon.c has the list. A watcher reads the table and makes messages or
 * documents of it. It changes nothing of what the table plays, and no callback leads back into the
 * table. */
#ifndef TALON_BOT_TABLE_WATCHER_H
#define TALON_BOT_TABLE_WATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

struct place;
struct table;
struct vote_note;

/* News that people hear in one sentence. */
enum table_note_kind {
    NOTE_SPLIT_BEGINS,   /* the table waits for somebody lost in a netsplit, for `n` milliseconds at
                            most */
    NOTE_SPLIT_OVER,     /* they are all back */
    NOTE_SPLIT_TOO_LONG, /* the wait is over, somebody is missing, and play goes on */

    NOTE_TURN_WAITS,   /* `seat` is to act, and has not acted for a while */
    NOTE_TURN_RAN_OUT, /* `seat` took too long: a computer player keeps the seat */
    NOTE_DEALS_SPENT,  /* the hourly limit is reached (allowance.h): the next deal is in `n`
                          milliseconds */
    NOTE_NO_DEAL,      /* the match ends, because its next round cannot be dealt; `n` is the reason
                          (rules_error) */
    NOTE_DEAL_WAITS,   /* the match waits, because its players make no teams (HR-20) */
    NOTE_NO_START,     /* the table does not deal by itself (autostart.h); `n` is the reason
                          (rules_error) */
    NOTE_NOBODY_CAME,  /* the table is closed */
    NOTE_UNREADABLE,   /* the table is closed, because its saved state cannot be read */
    NOTE_NETWORK_LEFT, /* a network of the table left this process: the table waits until that
                          network is there again */

    NOTE_PAUSE_BEGINS,   /* for `n` at most */
    NOTE_PAUSED,         /* a pause that began before still lasts */
    NOTE_PAUSE_TOO_LONG, /* a pause has lasted `n` milliseconds, and is over */
    NOTE_PAUSE_OVER,     /* play goes on: `seat` is to act */

    NOTE_SEAT_LEFT,  /* `seat` is given back */
    NOTE_SEAT_GONE,  /* the owner of `seat` has left the network, and a computer player keeps the
                        seat */
    NOTE_SEAT_BACK,  /* the owner of `seat` is back */
    NOTE_SEAT_WAITS, /* in the lobby: the owner of `seat` has left, and it gets no cards until they
                        are back */
    NOTE_SEAT_TAKEN, /* in the lobby: the owner of such a seat is back */
    NOTE_SEAT_NEXT,  /* during a match: the owner is back, and gets cards from the next deal on */
    NOTE_IN_CHARGE,  /* the owner of `seat` counts as the opener of the table from now on */
    NOTE_ALL_AWAY,   /* the table waits until somebody is back */

    /* Only for `seat`, while a round runs. */
    NOTE_MOVE_WAITS,   /* the move waits, because somebody could be caught first */
    NOTE_MOVE_VOID,    /* a move that waited is dropped, because its turn is over */
    NOTE_MOVE_REFUSED, /* a move that waited was refused; `n` is the reason (enum refusal) */
    NOTE_UNO_IDLE      /* a call of UNO without effect */
};

struct table_note {
    enum table_note_kind kind;
    unsigned seat;             /* the seat that the note is about, if it is about one */
    long n;                    /* a number whose meaning depends on the kind; times are in
                                * milliseconds */
    const struct place *place; /* the only place to tell; NULL: all places */
};

/* Why a player must see their hand again. */
enum hand_note {
    HAND_CHANGED, /* the possible actions have changed */
    HAND_BACK,    /* the player has the hand again, which a computer player or a page had until
                   * now */
    HAND_WAITED,  /* it is the player's turn, and they have not acted for a while */
    HAND_LEFT     /* the player leaves during the round, and must not see the hand any more */
};

/* The functions of a watcher. Each may be NULL. */
struct table_watcher {
    /* Something that everybody may see has changed: seats, rules, match, clock or a vote. */
    void (*changed)(struct table *table);
    void (*noted)(struct table *table, const struct table_note *note);
    void (*voted)(struct table *table, const struct vote_note *note);
    void (*hand)(struct table *table, unsigned seat, enum hand_note note);

    /* -- rounds (round.h) -- */
    /* A round is dealt: the first of a match if table->match_begins. A call of acted() follows,
     * with the events of the deal. */
    void (*dealt)(struct table *table);
    /* The deal (`before` NULL) or an action led to `events`, and the round continues. */
    void (*acted)(struct table *table, const struct game *before, const struct events *events);
    /* Like acted(), for an action from before this start of the daemon. People were told of it
     * then, or will be by announced(). */
    void (*repeated)(struct table *table, const struct events *events);
    /* The round is over and counts in the match; `over` is the event for that. The watcher that
     * puts the last move and the end of the round into words stores them in *words, allocated; the
     * table frees them. When memory is out it leaves NULL there. */
    void (*round_over)(struct table *table, const struct events *events, const struct event *over,
                       char **words);
    /* The round ends early, and counts for nothing. */
    void (*round_abandoned)(struct table *table);
    /* After round_over() or round_abandoned(): the round is freed, and table->last has its secret.
     */
    void (*round_closed)(struct table *table);

    /* -- presence -- */
    /* People in that place see the table (again), or may have missed something. `told`: a line has
     * just told them how the table stands. */
    void (*announced)(struct place *place, bool told);
    /* People in that place see the table and have missed nothing: another process had it a moment
     * ago. */
    void (*goes_on)(struct place *place);
    void (*unreachable)(struct place *place); /* nobody sees the table in that place any more */
    void (*closes)(struct table *table);
    void (*put_away)(struct table *table); /* the table leaves memory and waits in the store; a note
                                              has told people */
    void (*place_freed)(struct place *place); /* the watcher frees what it keeps for the place */

    /* -- lines that a watcher holds back, to send them with later ones -- */
    /* Returns the loop_now() by which the watcher must send the lines; UINT64_MAX: it holds none
     * back. */
    uint64_t (*due)(const struct table *table);
    void (*is_due)(struct table *table);
};

/* -- calls to all watchers: for bot/table, and for others with a note about a table -- */

void table_changed(struct table *table);
void table_noted(struct table *table, enum table_note_kind kind, unsigned seat, uint64_t n);
void table_hand(struct table *table, unsigned seat, enum hand_note note);

void watchers_noted(struct table *table, const struct table_note *note);
void watchers_voted(struct table *table, const struct vote_note *note);
void watchers_dealt(struct table *table);
void watchers_acted(struct table *table, const struct game *before, const struct events *events);
void watchers_repeated(struct table *table, const struct events *events);
/* Returns the words about the round's end, for the caller to free; NULL if no watcher has written
 * any. */
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
/* Returns the loop_now() by which the first line held back must be sent. */
uint64_t watchers_due(const struct table *table);
void watchers_is_due(struct table *table);

#endif
