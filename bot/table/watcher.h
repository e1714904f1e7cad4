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

struct table;

/* What is told in one sentence. */
enum table_note_kind {
    NOTE_SPLIT_BEGINS,  /* a netsplit took somebody: `n` minutes at most are waited for them */
    NOTE_SPLIT_OVER,    /* they are all back */
    NOTE_SPLIT_TOO_LONG /* they are not, and play goes on */
};

struct table_note {
    enum table_note_kind kind;
    unsigned seat; /* whom it is about, where it is about somebody */
    long n;        /* the number that the kind names */
};

struct table_watcher {
    /* Something that everybody may see is not as it was: seats, rules, match, clock or a vote. */
    void (*changed)(struct table *table);
    void (*noted)(struct table *table, const struct table_note *note);

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
    /* The table is (again) where people see it, or they may have lost what they saw; `told`: they
     * have just been told how it stands. */
    void (*announced)(struct table *table, bool told);
    void (*unreachable)(struct table *table); /* nobody sees it any more */
    void (*closes)(struct table *table);
    void (*freed)(struct table *table); /* whatever is kept of it goes */

    /* -- what is held back to be told with what follows -- */
    /* When it is told at the latest, by loop_now(); UINT64_MAX: there is no time for it. */
    uint64_t (*due)(const struct table *table);
    void (*is_due)(struct table *table);
};

#endif
