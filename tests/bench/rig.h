/* rig.h: the real host on the real store, with many tables that play.
 *
 * Its network has no wire: four people a table type what they would type in a channel, a word of
 * the commands each, and what is said to them is thrown away. A table's next move is typed when the
 * line of its last one was said, which the host does when that move is on disk. */
#ifndef TALON_TESTS_BENCH_RIG_H
#define TALON_TESTS_BENCH_RIG_H

#include "bot/host/daemon.h"
#include "bot/table/round/replay.h"
#include "measure.h"

enum { RIG_SEATS = 4 };

enum { RIG_NAME = 24 };

struct rig_table {
    char channel[RIG_NAME], people[RIG_SEATS][RIG_NAME];
    struct table *table; /* NULL: not opened yet */
    uint8_t steps;       /* of opening it that are done */
    bool waiting;        /* for a line in its channel */
    double due;          /* when the move that it waits for was to be typed; 0: it is none */
};

/* Moves that come at their own pace, whether the host keeps up or not. */
struct rig_load {
    double rate, seconds; /* moves a second, and for how long */

    /* What came of it. */
    double took;                            /* seconds until the last line was said */
    struct samples line;                    /* seconds from when a move was due to its line */
    struct samples behind, outbox, batches; /* each millisecond: moves that are due and not typed,
                                               messages that wait, batches that are not on disk */
    double loop, writer;                    /* processor time of the threads, seconds */

    double start; /* measure_now() */
    struct timer timer;
    unsigned long typed;
};

struct rig {
    struct loop *loop;
    struct store *store;
    struct host host;
    struct settings settings;
    struct rig_table *tables;
    unsigned table_count;
    double restored; /* seconds: opening the store, host_init(), replay_host() */

    /* While it plays. */
    unsigned *queue; /* tables whose next word may be typed; a ring of table_count */
    unsigned queue_first, queue_count;
    unsigned window, flying; /* tables that may wait for a line at a time, and that do */
    unsigned each;           /* actions of a round at which a table is left alone; 0: none */
    unsigned long moves, wanted, groups;
    unsigned starts; /* rematches */
    bool pumping, stuck;
    struct post pump;
    struct rig_load *load; /* NULL: they play as fast as they can */
    double chosen;         /* seconds that the people thought */
};

/* Room for `tables`; those that the database has are rebuilt. False: said on stderr. */
bool rig_open(struct rig *rig, const char *database, unsigned tables);
/* The same with another network beside the one without a wire; `settings` outlive the rig. */
bool rig_open_beside(struct rig *rig, const char *database, unsigned tables,
                     const struct adapter_impl *impl, const struct settings *settings);
/* Opens a store on that loop; NULL: said on stderr. */
typedef struct store *rig_store(struct loop *loop, const char *database);
/* The same on such a store, as one of several that share it: its network is called so. */
bool rig_open_on(struct rig *rig, rig_store *open, const char *database, const char *network,
                 unsigned tables);
/* Ends it in order, the store is closed. */
void rig_close(struct rig *rig);

/* Opens the tables that are not, up to `count`: lobby, four seats, deal. */
bool rig_deal(struct rig *rig, unsigned count);
/* Plays on the first `count` tables until `moves` were made, or (each > 0) until every one is in a
 * round of that many actions. At most `window` tables move at a time. */
bool rig_play(struct rig *rig, unsigned count, unsigned window, unsigned long moves, unsigned each);
/* Plays on the first `count` tables at a pace: a move is typed when it is due, at whatever table
 * has waited longest for one. `load` says at which pace and takes the figures (rig_load_finish()).
 */
bool rig_load(struct rig *rig, unsigned count, struct rig_load *load);
void rig_load_finish(struct rig_load *load);
/* The next move at a table whose round runs, typed now, whether it waits for a line or not. */
void rig_move(struct rig *rig, unsigned index);
/* Actions of the round that runs at a table; 0: none does. */
unsigned rig_actions(const struct rig *rig, unsigned index);
/* Runs the loop until all that was gathered is durable and said. */
void rig_settle(struct rig *rig);

#endif
