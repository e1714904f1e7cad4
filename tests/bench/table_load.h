/* table_load.h: the real host on the real store, with many tables that play.
 *
 * Its network has no wire: four people a table type what they would type in a channel, a word of
 * the commands each, and what is said to them is thrown away. A table's next move is typed when the
 * line of its last one was said, which the host does when that move is on disk. */
#ifndef TALON_TESTS_BENCH_TABLE_LOAD_H
#define TALON_TESTS_BENCH_TABLE_LOAD_H

#include "bot/host/daemon.h"
#include "bot/table/round/replay.h"
#include "measure.h"

enum { RIG_SEATS = 4 };

enum { RIG_NAME = 24 };

struct table_load_table {
    char channel[RIG_NAME], people[RIG_SEATS][RIG_NAME];
    struct table *table; /* NULL: not opened yet */
    uint8_t steps;       /* of opening it that are done */
    bool waiting;        /* for a line in its channel */
    double due;          /* when the move that it waits for was to be typed; 0: it is none */
};

/* Moves that come at their own pace, whether the host keeps up or not. */
struct table_load_load {
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

struct table_load {
    struct loop *loop;
    struct store *store;
    struct host host;
    struct settings settings;
    struct table_load_table *tables;
    unsigned table_count;
    double restored; /* seconds: opening the store, host_init(), replay_all() */

    /* While it plays. */
    unsigned *queue; /* tables whose next word may be typed; a ring of table_count */
    unsigned queue_first, queue_count;
    unsigned window, flying; /* tables that may wait for a line at a time, and that do */
    unsigned each;           /* actions of a round at which a table is left alone; 0: none */
    unsigned long moves, wanted, groups;
    unsigned starts; /* rematches */
    bool pumping, stuck;
    struct post pump;
    struct table_load_load *load; /* NULL: they play as fast as they can */
    double chosen;                /* seconds that the people thought */
};

/* Room for `tables`; those that the database has are rebuilt. False: said on stderr. */
bool table_load_open(struct table_load *rig, const char *database, unsigned tables);
/* The same with another network beside the one without a wire; `settings` outlive the rig. */
bool table_load_open_beside(struct table_load *rig, const char *database, unsigned tables,
                            const struct adapter_impl *impl, const struct settings *settings);
/* Opens a store on that loop; NULL: said on stderr. */
typedef struct store *table_load_store(struct loop *loop, const char *database);
/* The same on such a store, as one of several that share it: its network is called so. */
bool table_load_open_on(struct table_load *rig, table_load_store *open, const char *database,
                        const char *network, unsigned tables);
/* Ends it in order, the store is closed. */
void table_load_close(struct table_load *rig);

/* Opens the tables that are not, up to `count`: lobby, four seats, deal. */
bool table_load_deal(struct table_load *rig, unsigned count);
/* Plays on the first `count` tables until `moves` were made, or (each > 0) until every one is in a
 * round of that many actions. At most `window` tables move at a time. */
bool table_load_play(struct table_load *rig, unsigned count, unsigned window, unsigned long moves,
                     unsigned each);
/* Plays on the first `count` tables at a pace: a move is typed when it is due, at whatever table
 * has waited longest for one. `load` says at which pace and takes the figures
 * (table_load_load_finish()).
 */
bool table_load_load(struct table_load *rig, unsigned count, struct table_load_load *load);
void table_load_load_finish(struct table_load_load *load);
/* The next move at a table whose round runs, typed now, whether it waits for a line or not. */
void table_load_move(struct table_load *rig, unsigned index);
/* Actions of the round that runs at a table; 0: none does. */
unsigned table_load_actions(const struct table_load *rig, unsigned index);
/* Runs the loop until all that was gathered is durable and said. */
void table_load_settle(struct table_load *rig);

#endif
