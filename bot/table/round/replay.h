/* replay.h: rounds dealt again from what was journaled, and start-up, which does so.
 *
 * A table's state is a text (save.h). A round in progress is its secret, its setup text and its
 * actions in order; start-up deals it again from the seed and repeats every action, comparing the
 * hash after each. A hash that differs voids that round aloud and keeps the scores; it never goes
 * on as another game in silence. A table at which two starts in a row have died (store_at()) is not
 * read again: its channel is told, and it is closed. */
#ifndef TALON_BOT_TABLE_ROUND_REPLAY_H
#define TALON_BOT_TABLE_ROUND_REPLAY_H

#include <stdbool.h>

#include "bot/table/round/facts.h"
#include "bot/table/setup.h"
#include "engine/game.h"
#include "storage/store.h"

struct network;
struct restore;
struct table;

/* Rebuilds a host's tables from its store, after the networks are made and before host_start().
 * False when the store cannot be read. */
bool replay_host(struct host *host);

/* Likewise those of one network while the daemon runs: the rows are given as store_load_network()
 * has them (storage/lease.h), and each table is whole when the next one begins. Of a network whose
 * tables were read before, those alone are rebuilt that had to wait for another one
 * (network_waits()), or whose part is being read (network_part()). NULL: memory is out. */
struct restore *replay_begin(struct network *network);
void replay_table(struct restore *restore, const struct store_table *row);
void replay_round(struct restore *restore, const struct store_round *row);
void replay_row(struct restore *restore, const struct store_action *row);
/* All rows were given, or (not `ok`) not all. False: not all tables are rebuilt, and it is to be
 * done again. */
bool replay_end(struct restore *restore, bool ok);

/* Tells the channel of a table that could not be read at start-up, and closes it. */
void replay_give_up(struct table *table);

/* A round dealt again from what was stored. */
struct replay {
    struct rules rules;
    struct game game;
    struct round_facts facts;
    struct chance_fair chance;
    struct setup setup;
    struct setup_kept kept;
    struct action action; /* the last one */
    struct events events; /* of the last action, or of the deal */
    unsigned end;         /* enum round_end, of a round that is over */
    int32_t points;       /* of its winner */
};

/* Keeps how the round ended, if what was repeated last ended it. */
void replay_note_end(struct replay *replay);
/* Deals it; NULL, or a clear reason why it is not as it was. */
const char *replay_deal(struct replay *replay, const struct store_round *round);
/* Repeats one action; NULL, or a clear reason. */
const char *replay_action(struct replay *replay, const struct store_action *row);

#endif
