/* store.h: what Talon remembers: tables, the journal, people, scores, settings.
 *
 * There are three stores: SQLite (a file), PostgreSQL (a server: postgresql.h) and memory (tests;
 * it can be told to fail). A store knows no cards: what the engine and the table need is text and
 * blobs here.
 *
 * Writing. The store_put_*() calls and store_append() only gather; nothing touches the disk on the
 * loop's thread. store_commit() closes the batch. The writer thread makes it durable as one
 * transaction (WAL, synchronous=FULL), then `committed` is called on the loop with the batch's
 * number. Batches become durable in order. A batch that fails (disk full, I/O error, locked, the
 * database moved, replaced or deleted) stays first in line and is tried again every second;
 * `trouble` is called at the first failure and when it is over. If a batch can never be written
 * (memory is out, or it contradicts the database), the process ends with a log line: nobody was
 * told of it yet, and the next start goes on from what is durable. Each call copies its texts.
 *
 * Reading. Before the loop runs, store_load_*() read synchronously. Afterwards questions are
 * answered by callback (query.h). To prove a round needs no store (prove.h). sqlite.h, postgresql.h
 * and memory.h open a store.
 *
 * People. A seat has an identity (network, account, verified). The store keeps identities and the
 * person behind each; scores belong to persons. A new identity makes a new person. store_link()
 * makes two persons one, and store_part() gives an identity its own person again, with what it
 * earned. A round counts by persons: a person with two seats in one round gets nothing for it,
 * whenever the identities were linked.
 *
 * Ratings say how well a person plays, in each rule set and in all (rating.h). They depend on the
 * order of rounds, so a link changes no earlier rating of anybody. Of two linked persons the better
 * known rating stays; a parted one goes on with the rating of both. */
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

/* Somebody in a seat, as the network knows them. */
struct store_identity {
    const char *network; /* "libera", "console" */
    const char *account; /* services account, user id, or the folded nick if not verified */
    const char *name;    /* as its network shows it */
    bool verified;       /* false: a nick without account, which boards mark */
    const char *mark;    /* of a nick: a hash of where it comes from; NULL: not known */
};

/* An open table: everything but the actions of a running round. */
struct store_table {
    int64_t id; /* from store_new_table_id() (lease.h), never used twice */
    const char *network;
    const char *channel;
    const char *state; /* the host's own text: seats, totals, switches, clocks */
};

/* A round, written when it is dealt, before anybody is told. */
struct store_round {
    int64_t id; /* unique for ever: store_new_round_id() */
    int64_t table;
    const char *network, *channel;
    const char *set;   /* rule set */
    const char *setup; /* the host's text: switches, seats with times of joining, dealer */
    uint32_t rules_version;
    int64_t started_at; /* clock_now() */
    uint8_t secret[STORE_SECRET_SIZE];
    uint8_t commitment[STORE_HASH_SIZE]; /* SHA-256 of the secret, shown before the deal */
    uint64_t deal_hash;                  /* game_hash() after the deal */
    bool damaged; /* when loaded: the row cannot be read; only `id` and `table` may be right */
};

/* One accepted action. */
struct store_action {
    int64_t round;
    uint32_t seq;     /* from 1, without gaps */
    int64_t at;       /* clock_now() */
    const char *text; /* engine notation */
    uint64_t hash;    /* game_hash() after it */
};

/* What one seat got from a finished round. */
struct store_result {
    struct store_identity who; /* network NULL: a computer player, which has no row on boards */
    unsigned seat;
    int32_t points;  /* points won in the round */
    bool won;        /* the round */
    bool match_over; /* this round ended the match ... */
    bool match_won;  /* ... and this seat won it */
    unsigned place;  /* order of finish from 1, equal for ties (rating.h); 0: not rated */
    /* For records (record.h); 0: none, or not known. */
    unsigned plays; /* turns in which it laid cards ... */
    unsigned cards; /* ... and the most cards it held; both 0 if hands had another size (HR-17) */
    unsigned duels_won, duels_lost; /* challenges of a wild +4 in which it was right, or wrong */
    unsigned bluffs;                /* its wild +4s against the rule that nobody challenged */
    bool did_known;                 /* set when read (prove.h): these five are known */
};

struct store_round_end {
    int64_t round;
    int64_t ended_at;
    const char *outcome; /* "won", "blocked", "limit", "deserted", "stopped", "damaged" */
    bool counts;         /* won, with at least two people: it counts for the boards */
    const struct store_result *results;
    unsigned result_count;
};

enum {
    STORE_NAME_MAX = 64,
    STORE_ACCOUNT_MAX = 256,
    STORE_MARK_MAX = 80,
    STORE_SET_MAX = 64,  /* the name of a rule set, bytes with its end */
    STORE_LINKS_MAX = 16 /* identities of one person; a link that would make more does nothing */
};

/* Called on the loop. All zero: nobody is called. */
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
    STORE_FULL,        /* the disk is full: a later try may work */
    STORE_DAMAGED,     /* not a database, or a start found damage (sqlite_whole.h) */
    STORE_NEWER,       /* written by a newer version */
    STORE_OLDER,       /* an older version wrote it, and this call may not change it */
    STORE_NO_MEMORY,
    STORE_FAILED
};

/* How earlier starts ended, if they crashed (crash_count.h). All zero: the last one ended in order,
 * or ran for long. A store in memory keeps nothing of this. */
struct store_crashes {
    int64_t table;     /* the table at which the last start crashed; 0: at none */
    unsigned of_table; /* starts in a row that crashed there */
    unsigned starts;   /* starts in a row that crashed early */
    int64_t began;     /* when the last of them began, seconds since the epoch; 0: not known */
};
const struct store_crashes *store_last_crashes(const struct store *store);
/* Until the next call, the process works at that table (0: at none). If it crashes, the next start
 * knows where. Does not wait for the disk. */
void store_at(struct store *store, int64_t table);
/* This start has run for long enough: earlier crashes no longer count. */
void store_lasts(struct store *store);

void store_set_owner(struct store *store, const struct store_owner *owner);
/* Commits the open batch, waits until it is durable, closes. False: the last batches could not be
 * made durable. Waiting questions are answered with ok = false; the owner is called no more. Not
 * from a callback of the owner. Accepts NULL. */
bool store_close(struct store *store);

/* -- writing: each call adds to the open batch, and copies its texts -- */
void store_put_table(struct store *store, const struct store_table *table); /* insert or replace */
void store_close_table(struct store *store, int64_t table);
void store_begin_round(struct store *store, const struct store_round *round);
void store_append(struct store *store, const struct store_action *action);
/* Writes results, sums of boards, ratings and records, and moves the round's actions from rows into
 * its archive, in the order of end_round() (storage/sql/sql_apply.c). A round that is not running
 * stays as it is, so nothing counts twice. A round without an action that nobody won leaves
 * nothing, as if it had not been dealt. */
void store_end_round(struct store *store, const struct store_round_end *end);
/* Joins the persons behind two identities: `into` gets all scores of `from`, and what either plays
 * later. Rounds in which both sat do not count. A nick stays joined for whoever comes with the same
 * mark; for others the nick is new. Does nothing if both are one person already, or would have more
 * than STORE_LINKS_MAX identities. */
void store_link(struct store *store, const struct store_identity *from,
                const struct store_identity *into, int64_t at);
/* Gives an identity a person of its own, with what it earned, and with what did not count because
 * of the link. Does nothing if it is linked to nobody, or not known. */
void store_part(struct store *store, const struct store_identity *who, int64_t at);
/* Sets the name by which boards show the person; NULL: the name of the account with the most
 * rounds. Does nothing if another person has that name. */
void store_put_name(struct store *store, const struct store_identity *who, const char *name,
                    int64_t at);
/* Whether the person is left out of answers for web pages (web_query.h). If one of two linked
 * persons hides, both do; after a parting both go on as before. */
void store_put_hidden(struct store *store, const struct store_identity *who, bool hidden,
                      int64_t at);
/* The person known by `who->mark` has proved to be the one who comes with `mark` now. */
void store_move_nick(struct store *store, const struct store_identity *who, const char *mark);
/* How a network compares names: the letters that it folds. The setting "folds" of the scope
 * "names:NETWORK" has them; "no": byte by byte. Of accounts only letters are folded. Tools read it
 * (sql_identities.h). */
#define STORE_FOLDS "ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^"
/* Sets a setting; value NULL deletes it. Scopes: "channel:NETWORK:CHANNEL",
 * "person:NETWORK:ACCOUNT", "names:NETWORK", "link", "page" and "daemon"; "store" is the store's
 * own. */
void store_put_setting(struct store *store, const char *scope, const char *key, const char *value);

/* Deletes what is older than these times (milliseconds since 1970; 0: nothing), a part of it at
 * each call. A replay is the setup and the actions of a round; its results stay. Results are rounds
 * with their results; the sums of boards stay. */
void store_prune(struct store *store, int64_t results_before, int64_t replays_before);
/* Deletes the sums of days, weeks, months and seasons that are over, a part of them at each call:
 * no board shows them any more, and the sums of all time have them. A period is over when a later
 * one has begun both at `now` (clock_now()) and at the end of some round. So a clock that is wrong
 * while nobody plays closes no period. */
void store_fold(struct store *store, int64_t now);
/* Whether store_fold() may find more: false once a call that found nothing is durable, and true
 * again on the next day. */
bool store_folds(const struct store *store);

/* Moves the write-ahead log into the database, and truncates it, after the batch that this is in.
 * For when a long read, such as a backup, has made it grow. Does nothing while somebody reads. */
void store_empty_log(struct store *store);

/* Closes the open batch and hands it to the writer. Returns its number, from 1; if nothing was
 * gathered, the number of the last batch. */
uint64_t store_commit(struct store *store);
/* The number that the open batch will have, or of the last batch if nothing is gathered. */
uint64_t store_batch(const struct store *store);
/* The last durable batch. */
uint64_t store_durable(const struct store *store);

/* -- loading, before the loop runs -- */
/* One more than the last id ever given, or -1 after an error. lease.h gives new ids. */
int64_t store_next_table_id(struct store *store);
int64_t store_next_round_id(struct store *store);
/* Each calls back for every row; the row's memory is valid during the call. The callback returns
 * false to stop. Returns false after a stop or an error. */
bool store_load_tables(struct store *store, bool (*row)(void *arg, const struct store_table *table),
                       void *arg);
/* Rounds that run, each followed by its actions in order. The caller checks whether the actions are
 * complete. Actions of other rounds are left out. */
bool store_load_rounds(struct store *store,
                       bool (*round)(void *arg, const struct store_round *round),
                       bool (*action)(void *arg, const struct store_action *action), void *arg);
bool store_load_settings(struct store *store,
                         bool (*row)(void *arg, const char *scope, const char *key,
                                     const char *value),
                         void *arg);

/* Whether the database is known to be undamaged. After a crash it is read while play goes on
 * (sqlite_whole.h); damage is logged. */
enum store_whole {
    STORE_WHOLE,
    STORE_READ, /* it is being read, or could not be read */
    STORE_HURT  /* it is damaged: play goes on as long as it can */
};
enum store_whole store_whole(const struct store *store);
/* Whether the owner must still hear of a batch, or somebody of an answer. */
bool store_busy(const struct store *store);

#endif
