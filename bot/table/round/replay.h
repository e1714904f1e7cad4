/* replay.h: makes rounds again from the journal, at a start of the daemon and when a network comes.
 *
 * The journal has the state of a table as a text (save.h), and a round in progress as its secret,
 * its setup text and its actions in order. The round is dealt again from the seed, and each action
 * repeated. Then the hash of the game is compared with the last stored one. One comparison is
 * enough: a difference in an action changes all states after it. If the hash differs, that round is
 * void, the channel is told, and scores stay: a table never continues silently with another game.
 * If two starts in a row crashed while reading a table (store_at()), it is not read again: its
 * channel is told, and it is closed. */
#ifndef TALON_BOT_TABLE_ROUND_REPLAY_H
#define TALON_BOT_TABLE_ROUND_REPLAY_H

#include <stdbool.h>

#include "bot/table/round/facts.h"
#include "bot/table/setup.h"
#include "engine/game.h"
#include "storage/store.h"

struct network;
struct restore;
struct rules_share;
struct table;
struct tables;

/* Rebuilds all tables from the store. Call it after the networks are made and before
 * host_start(). Returns false when the store cannot be read. */
bool replay_all(struct tables *tables);

/* Rebuild the tables of one network while the daemon runs. Pass the rows as they come from
 * store_load_network() (storage/lease.h): all rows of one table, then the next. If the tables of
 * the network were read before, only those are rebuilt that waited for another network
 * (network_waits()) or whose part is being read (network_part()). replay_begin() returns NULL when
 * memory is out. */
struct restore *replay_begin(struct tables *tables, const struct network *network);
void replay_table(struct restore *restore, const struct store_table *row);
void replay_round(struct restore *restore, const struct store_round *row);
void replay_row(struct restore *restore, const struct store_action *row);
/* Call it after the last row; `ok` is false if rows are missing. Returns false if some tables could
 * not be rebuilt: read everything again. */
bool replay_end(struct restore *restore, bool ok);

/* Tells the channel of a table that could not be read at start-up, and closes it. */
void replay_give_up(struct table *table);

/* A round dealt again from what was stored. */
struct replay {
    struct rules_share **shares; /* where it finds its rules; NULL: in `own` */
    struct rules_share *own;
    const struct rules *rules; /* of the last round, held there; NULL: none */
    struct game game;
    struct round_facts facts;
    struct chance_fair chance;
    struct setup setup;
    struct setup_kept kept;
    struct action action; /* the last one */
    struct events events; /* events of the last action, or of the deal */
    unsigned end;         /* if the round is over: enum round_end */
    int32_t points;       /* of its winner */
};

/* Sets `end` and `points` if the last action, or the deal, ended the round. */
void replay_note_end(struct replay *replay);
/* Deals a stored round again. Returns NULL, or a clear reason why it differs from the original. */
const char *replay_deal(struct replay *replay, const struct store_round *round);
/* Repeats one action. Returns NULL, or a clear reason why it differs from the original. */
const char *replay_action(struct replay *replay, const struct store_action *row);

#endif
