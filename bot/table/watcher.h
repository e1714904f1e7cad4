/* watcher.h: what a table tells whoever shows it.
 *
 * A table plays and remembers; it does not know where it is shown and says no word. Whatever can be
 * seen from outside it tells its watcher (host->watcher), after the journal has it in the batch of
 * this turn of the loop. The watcher reads the table and makes messages of it; it changes nothing
 * of what the table plays, and no callback leads back into the table. */
#ifndef TALON_BOT_TABLE_WATCHER_H
#define TALON_BOT_TABLE_WATCHER_H

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
};

#endif
