/* store.h: what is remembered: tables, journal, people, scores, settings.
 *
 * The contract of three stores: SQLite (a file), PostgreSQL (a server: postgresql.h) and memory
 * (tests; can be told to fail). A store knows no cards: what the engine and the table need is text
 * and blobs here.
 *
 * Writing. The store_put_* and store_append calls only gather: nothing touches the disk on the
 * loop's thread. store_commit() closes the batch; a writer thread makes it durable as one
 * transaction (WAL, synchronous=FULL) and `committed` is then called on the loop with the batch's
 * number. Batches become durable in order. A batch that fails (disk full, I/O error, locked, the
 * database moved, replaced or deleted) stays first in line and is tried again every second;
 * `trouble` tells the owner on the first failure and when it is over. What can never be written
 * (memory is out, or it contradicts what is there) ends the process with a log line: nobody was
 * told of it yet, and a new start goes on from what is durable. All text is copied by the call.
 *
 * Reading. Before the loop runs, store_load_*() read synchronously. Afterwards questions are
 * answered by callback (query.h). A round is proved without a store (prove.h). A store is opened by
 * sqlite.h, postgresql.h or memory.h.
 *
 * People. A seat is an identity (network, account, verified). The store keeps identities and the
 * person behind each; scores belong to persons. A new identity makes a new person; store_link()
 * makes two of them one, and store_part() gives an identity a person of its own again, with what
 * it earned. A round counts by persons and not by seats: who holds two seats of one, by whatever
 * identities, and whenever these were linked, gets nothing for it.
 *
 * Ratings. How well a person plays, in each rule set and in all (rating.h). Other than scores they
 * depend on what came before what: what was rated stays, against whom it was then. Of persons who
 * are linked the one that is known better stays; who is parted goes on with those that both had as
 * one. */
#ifndef TALON_STORAGE_STORE_H
#define TALON_STORAGE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"

struct loop;
struct log;
struct store;

enum { STORE_SECRET_SIZE = 32, STORE_HASH_SIZE = 32 };

/* Who sits there, as the network knows them. */
struct store_identity {
    const char *network; /* "libera", "console" */
    const char *account; /* services account, user id, or a folded nick when not verified */
    const char *name;    /* as its network shows it */
    bool verified;       /* false: a nick without account; marked on the boards */
    const char *mark;    /* of a nick: a hash of whence it comes; NULL: not known */
};

/* A table that is not closed: everything but the actions of a running round. */
struct store_table {
    int64_t id; /* given by the host, unique for ever: store_new_table_id() (lease.h) */
    const char *network;
    const char *channel;
    const char *state; /* the host's own text (seats, totals, switches, clocks) */
};

/* A round, written when it is dealt, before anybody hears of it. */
struct store_round {
    int64_t id; /* unique for ever: store_new_round_id() */
    int64_t table;
    const char *network, *channel;
    const char *set;   /* rule set */
    const char *setup; /* switches, seats with times of joining, dealer: the host's text */
    uint32_t rules_version;
    int64_t started_at; /* clock_now() */
    uint8_t secret[STORE_SECRET_SIZE];
    uint8_t commitment[STORE_HASH_SIZE]; /* SHA-256 of the secret, shown before the deal */
    uint64_t deal_hash;                  /* game_hash() after the deal */
    bool damaged; /* when loaded: the row cannot be read, `id` and `table` may be right */
};

/* One accepted action. */
struct store_action {
    int64_t round;
    uint32_t seq;     /* from 1, without gaps */
    int64_t at;       /* clock_now() */
    const char *text; /* engine notation */
    uint64_t hash;    /* game_hash() after it */
};

/* What one seat got out of a finished round. */
struct store_result {
    struct store_identity who; /* network NULL: a computer player; no row for boards */
    unsigned seat;
    int32_t points;  /* R-33 points won in the round */
    bool won;        /* the round */
    bool match_over; /* this round ended the match ... */
    bool match_won;  /* ... and this seat won it */
    unsigned place;  /* order of finish from 1, which ties share (rating.h); 0: not rated */
    /* For records (record.h); 0: none, or not known. */
    unsigned plays; /* turns in which it laid cards, and ... */
    unsigned cards; /* ... the most cards that it held; both 0 in a round of other hands */
    unsigned duels_won, duels_lost; /* challenges of a wild +4 that it was right or wrong about */
    unsigned bluffs;                /* its wild +4s against the rule that nobody challenged */
    bool did_known;                 /* when read (prove.h): these five are known */
};

struct store_round_end {
    int64_t round;
    int64_t ended_at;
    const char *outcome; /* "won", "blocked", "limit", "deserted", "stopped", "damaged" */
    bool counts;         /* won, of at least two people: goes to the boards */
    const struct store_result *results;
    unsigned result_count;
};

enum {
    STORE_NAME_MAX = 64,
    STORE_ACCOUNT_MAX = 256,
    STORE_MARK_MAX = 80,
    STORE_SET_MAX = 64,  /* of the name of a rule set */
    STORE_LINKS_MAX = 16 /* identities of one person: a link that would make more is none */
};

/* Told to the owner on the loop. All zero: nobody is told. */
struct store_owner {
    void (*committed)(void *arg, uint64_t batch);
    void (*trouble)(void *arg, const char *what); /* one clear line; NULL: over */
    void *arg;
};

/* Why a store could not be opened. */
enum store_error {
    STORE_OK,
    STORE_CANNOT_OPEN, /* no such folder, no right */
    STORE_LOCKED,      /* another talon has it */
    STORE_FULL,        /* the disk is: later it may do */
    STORE_DAMAGED,     /* not a database, or one in which a start finds damage (sqlite_whole.h) */
    STORE_NEWER,       /* written by a newer version */
    STORE_OLDER,       /* by an older one, and who opens it changes nothing */
    STORE_NO_MEMORY,
    STORE_FAILED
};

/* What earlier starts ended at, when they did not end in order (crash_count.h). All zero: the last
 * one did, or lasted. A store in memory keeps nothing of it. */
struct store_crashes {
    int64_t table;     /* at which the last one ended; 0: at none */
    unsigned of_table; /* starts in a row that ended there */
    unsigned starts;   /* that did not last, in a row */
    int64_t began;     /* the last of them, seconds since the epoch; 0: not known */
};
const struct store_crashes *store_last_crashes(const struct store *store);
/* From now on, until the next call, the process works at that table (0: at none): if it dies, the
 * next start knows that it was there. Does not wait for the disk. */
void store_at(struct store *store, int64_t table);
/* This start has lasted: what was before it counts no more. */
void store_lasts(struct store *store);

void store_set_owner(struct store *store, const struct store_owner *owner);
/* Commits what was gathered, waits for it, closes. False when the last batches could not be made
 * durable. Questions that wait are answered with ok = false; the owner hears nothing more. Not from
 * a callback of the owner. Accepts NULL. */
bool store_close(struct store *store);

/* -- writing: all of these gather into the open batch, and copy their texts -- */
void store_put_table(struct store *store, const struct store_table *table); /* insert or replace */
void store_close_table(struct store *store, int64_t table);
void store_begin_round(struct store *store, const struct store_round *round);
void store_append(struct store *store, const struct store_action *action);
/* Results, buckets, ratings and records are written, the round's actions move from rows into its
 * archive. A round that is not running is left as it is: nothing counts twice. One without an
 * action that nobody won leaves nothing, as if it had never been dealt. */
void store_end_round(struct store *store, const struct store_round_end *end);
/* Joins the persons behind two identities: `into` gets all scores of `from`, but those of rounds in
 * which both sat, and all that either plays later. A nick stays joined for who comes from where it
 * came from (its mark); for others the nick is as new. Does nothing when both are one person
 * already, or would have more than STORE_LINKS_MAX identities. */
void store_link(struct store *store, const struct store_identity *from,
                const struct store_identity *into, int64_t at);
/* Gives an identity a person of its own, with what it earned and whatever was not counted because
 * of the link. Does nothing when it is alone already, or when nobody knows it. */
void store_part(struct store *store, const struct store_identity *who, int64_t at);
/* Sets how the boards show the person from now on; NULL: as the account they played with most. Does
 * nothing when another person is known by that name. */
void store_put_name(struct store *store, const struct store_identity *who, const char *name,
                    int64_t at);
/* Whether the person is left out of what the pages of the web ask for (web_query.h), from now on.
 * Who is joined with somebody who hides does so, too, and who is parted goes on as both did. */
void store_put_hidden(struct store *store, const struct store_identity *who, bool hidden,
                      int64_t at);
/* A nick that was known by `who->mark` has proved to be the same person who comes with `mark` now.
 */
void store_move_nick(struct store *store, const struct store_identity *who, const char *mark);
/* How a network compares names: what these become in the scope "names:NETWORK" under the key
 * "folds"; "no": byte by byte. Of accounts letters alone are folded. Tools read it
 * (sql_identities.h). */
#define STORE_FOLDS "ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^"
/* Scope "channel:NETWORK:CHANNEL", "person:NETWORK:ACCOUNT", "names:NETWORK", "link", "page" or
 * "daemon"; value NULL deletes. "store" is what the store notes of itself. */
void store_put_setting(struct store *store, const char *scope, const char *key, const char *value);

/* Deletes what is older than these times (milliseconds since 1970; 0: nothing), some of it at each
 * call. Replays are the setup and the actions of a round; its results stay. Results are rounds with
 * their results; sums of boards stay. */
void store_prune(struct store *store, int64_t results_before, int64_t replays_before);
/* Deletes the sums of days, weeks, months and seasons that are over, some of them at each call: no
 * board shows them any more, and the sums of all time have them. A period is over when a later one
 * has begun at `now` (clock_now()), and at the end of some round: a clock that is ahead while
 * nobody plays closes none. */
void store_fold(struct store *store, int64_t now);
/* Whether some may be left for the next call: until one that found nothing more is durable, and
 * again on the next day. */
bool store_folds(const struct store *store);

/* Writes what the log of writes (the WAL) holds into the database, and cuts it, with the batch that
 * this stands in: for when somebody has read for long, as a backup does, and it has grown. While
 * somebody reads nothing happens. */
void store_empty_log(struct store *store);

/* Closes the open batch and hands it to the writer; its number, from 1. With nothing gathered: the
 * number of the last batch. */
uint64_t store_commit(struct store *store);
/* The number that the open batch will have (what is gathered now is durable when it is committed),
 * or of the last batch when nothing is gathered. */
uint64_t store_batch(const struct store *store);
/* The last durable batch. */
uint64_t store_durable(const struct store *store);

/* -- loading, before the loop runs -- */
/* One behind the last id ever given, or -1 after an error. New ones: lease.h. */
int64_t store_next_table_id(struct store *store);
int64_t store_next_round_id(struct store *store);
/* Each calls back for every row; the row's memory is valid during the call. False: stop, error. */
bool store_load_tables(struct store *store, bool (*row)(void *arg, const struct store_table *table),
                       void *arg);
/* Rounds that have begun and not ended, each followed by its actions in order, as they are: whether
 * they are complete is for the caller to check. Actions of other rounds are left out. */
bool store_load_rounds(struct store *store,
                       bool (*round)(void *arg, const struct store_round *round),
                       bool (*action)(void *arg, const struct store_action *action), void *arg);
bool store_load_settings(struct store *store,
                         bool (*row)(void *arg, const char *scope, const char *key,
                                     const char *value),
                         void *arg);

/* What is known of all that is kept. After a disorderly end it is read while play goes on
 * (sqlite_whole.h); damage that is found is in the log. */
enum store_whole {
    STORE_WHOLE,
    STORE_READ, /* is being read, or could not be */
    STORE_HURT  /* is damaged: play goes on as long as it does */
};
enum store_whole store_whole(const struct store *store);
/* Whether the owner is still to hear of a batch, or somebody of an answer. */
bool store_busy(const struct store *store);

#endif
