/* store.h: what Talon remembers: tables, the journal, people, scores, settings.
 *
 * There are three stores: SQLite (a file), PostgreSQL (a server: postgresql.h) and memory (tests;
 * it can be told to fail). A store knows no cards: what the engine and the table need is text and
 * blobs here.
 *
 * Writing. The store_put_*() calls and store_append() only gather; nothing touches the disk on the
 * loop's thread. store_commit() closes the batch. The writer thread makes it durable as one
 * transaction (WAL, synchronous=FULL), then `committed` is called on the loop with the batch's
 * number. Batches become durable in order. If a batch fails (disk full, I/O error, locked, the
 * database moved, replaced or deleted), the writer tries it again every second, before all later
 * ones; `trouble` is called at the first failure and when it is over. If a batch can never be
 * written (memory is out, or it contradicts the database), the process ends with a log line. Nobody
 * has heard of that batch yet, and the next start goes on from what is durable. Each call copies
 * its texts.
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
    const char *account; /* the services account or user id; the folded nick if not verified */
    const char *name;    /* as its network shows it */
    bool verified;       /* false: a nick without account, which boards mark */
    const char *mark;    /* of a nick: a hash of the host that it comes from; NULL: not known */
};

/* An open table: everything but the actions of a running round. */
struct store_table {
    int64_t id; /* from store_new_table_id() (lease.h), never used twice */
    const char *network;
    const char *channel;
    const char *state; /* the host's own text: seats, totals, switches, clocks */
};

/* A round. It is written when it is dealt, before the players see a card. */
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
    bool damaged; /* set by loading: the row is damaged; at most `id` and `table` are right */
};

/* One accepted action. */
struct store_action {
    int64_t round;
    uint32_t seq;     /* from 1, without gaps */
    int64_t at;       /* clock_now() */
    const char *text; /* engine notation */
    uint64_t hash;    /* game_hash() after it */
};

/* What one seat did in a round, for achievements (achievement.h) only; no store keeps it. */
struct store_deeds {
    unsigned rounds; /* of the match so far, with this one */
    unsigned caught; /* how often it caught people who had not said UNO; computer players aside */
    unsigned taken;  /* the most cards that it had to take at once */
    unsigned fewest; /* cards of the seat that held fewest at the end, this seat aside */
    bool last_wild4; /* its last card was a wild +4 */
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
    unsigned duels_won,
        duels_lost;  /* challenges of a wild +4 in which it was right (won) or wrong (lost) */
    unsigned bluffs; /* wild +4s that it played against the rule, and that nobody challenged */
    bool did_known;  /* set when read (prove.h): these five are known */
    struct store_deeds deeds; /* all 0 when read */
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
    STORE_OLDER,       /* an older version wrote it, and this call must not upgrade it */
    STORE_NO_MEMORY,
    STORE_FAILED
};

/* The crashes of earlier starts (crash_count.h). All zero: the last start ended in order, or ran
 * long enough. A store in memory knows of none. */
struct store_crashes {
    int64_t table;     /* the table at which the last start crashed; 0: at none */
    unsigned of_table; /* starts in a row that crashed there */
    unsigned starts;   /* starts in a row that crashed early */
    int64_t began;     /* when the last of these starts began, seconds since 1970; 0: not known */
};
const struct store_crashes *store_last_crashes(const struct store *store);
/* Notes that the process works at `table` until the next call (0: at none). If it crashes
 * meanwhile, the next start can leave that table out. Does not wait for the disk. */
void store_at(struct store *store, int64_t table);
/* Call it when this start has run long enough: earlier crashes no longer count. */
void store_lasts(struct store *store);

void store_set_owner(struct store *store, const struct store_owner *owner);
/* Commits the open batch, waits until it is durable, closes. False: the last batches could not be
 * made durable. Waiting questions are answered with ok = false. The owner is not called any more.
 * Not from a callback of the owner. Accepts NULL. */
bool store_close(struct store *store);

/* -- writing: each call adds to the open batch, and copies its texts -- */
void store_put_table(struct store *store, const struct store_table *table); /* insert or replace */
void store_close_table(struct store *store, int64_t table);
void store_begin_round(struct store *store, const struct store_round *round);
void store_append(struct store *store, const struct store_action *action);
/* Writes results, sums of boards, ratings, records and achievements, and moves the round's actions
 * from rows into its archive, in the order of write_end() (storage/sql/sql_end.c). If the round is
 * not running, does nothing, so that no round counts twice. If the round has no action and no
 * winner, deletes it, as if it had not been dealt. */
void store_end_round(struct store *store, const struct store_round_end *end);
/* Joins the persons behind two identities: `into` gets all scores of `from`, and what either plays
 * later. Rounds in which both sat do not count. A nick stays joined only for users who come with
 * the same mark. Others with that nick are new people. Does nothing if both are one person already,
 * or would have more than STORE_LINKS_MAX identities. */
void store_link(struct store *store, const struct store_identity *from,
                const struct store_identity *into, int64_t at);
/* Gives an identity a person of its own, with what it earned, and with what did not count because
 * of the link. Does nothing if it is linked to nobody, or not known. */
void store_part(struct store *store, const struct store_identity *who, int64_t at);
/* Sets the name by which boards show the person; NULL: the name of the account with the most
 * rounds. Does nothing if another person has that name. */
void store_put_name(struct store *store, const struct store_identity *who, const char *name,
                    int64_t at);
/* Sets whether the person is left out of answers for web pages (web_query.h). If one of two linked
 * persons hides, both do; after store_part() both keep the setting. */
void store_put_hidden(struct store *store, const struct store_identity *who, bool hidden,
                      int64_t at);
/* Call it when a user with the nick of `who` has proved to be its bearer, but comes with another
 * mark. Replaces `who->mark`, under which the store knows the person, by `mark`. */
void store_move_nick(struct store *store, const struct store_identity *who, const char *mark);
/* The characters that a network may fold when it compares names. The setting "folds" of the scope
 * "names:NETWORK" has, in this order, what each becomes; "no": names are compared byte by byte. In
 * accounts only A to Z are folded. Tools read it (sql_identities.h). */
#define STORE_FOLDS "ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^"
/* Sets a setting; value NULL deletes it. Scopes: "channel:NETWORK:CHANNEL",
 * "person:NETWORK:ACCOUNT", "names:NETWORK", "link", "page" and "daemon"; "store" is the store's
 * own. */
void store_put_setting(struct store *store, const char *scope, const char *key, const char *value);

/* Deletes what is older than these times (milliseconds since 1970; 0: deletes nothing), a part of
 * it at each call. `replays_before`: deletes the setup and the actions of rounds; their results
 * stay. `results_before`: deletes rounds with their results; the sums of boards stay. */
void store_prune(struct store *store, int64_t results_before, int64_t replays_before);
/* Deletes the sums of days, weeks, months and seasons that are over, a part of them at each call:
 * no board shows them any more, and the sums of all time include them. A period is over when a
 * later one has begun both at `now` (clock_now()) and at the end of some round. So if the clock is
 * wrong while nobody plays, no period is deleted. */
void store_fold(struct store *store, int64_t now);
/* Whether another store_fold() may find something to delete. False once a call has found nothing
 * more and is durable; true again on the next day. */
bool store_folds(const struct store *store);

/* Adds to the open batch: once the batch is written, the write-ahead log is moved into the database
 * and truncated. For when a long read, such as a backup, has made it grow. Does nothing while
 * somebody reads. */
void store_empty_log(struct store *store);

/* Closes the open batch and hands it to the writer. Returns its number, from 1; if nothing was
 * gathered, the number of the last batch. */
uint64_t store_commit(struct store *store);
/* The number of the open batch; if nothing was gathered, that of the last batch. */
uint64_t store_batch(const struct store *store);
/* The last durable batch. */
uint64_t store_durable(const struct store *store);

/* -- loading, before the loop runs -- */
/* Returns one more than the highest id ever used, or -1 after an error. For new ids use lease.h. */
int64_t store_next_table_id(struct store *store);
int64_t store_next_round_id(struct store *store);
/* Each calls back for every row; the row's memory is valid during the call. The callback returns
 * false to stop. Returns false after a stop or an error. */
bool store_load_tables(struct store *store, bool (*row)(void *arg, const struct store_table *table),
                       void *arg);
/* Loads the running rounds, each followed by its actions in order. The caller checks whether
 * actions are missing. */
bool store_load_rounds(struct store *store,
                       bool (*round)(void *arg, const struct store_round *round),
                       bool (*action)(void *arg, const struct store_action *action), void *arg);
bool store_load_settings(struct store *store,
                         bool (*row)(void *arg, const char *scope, const char *key,
                                     const char *value),
                         void *arg);

/* Whether the database is known to be undamaged. After a crash a thread reads it during play
 * (sqlite_whole.h), and logs damage. */
enum store_whole {
    STORE_WHOLE,
    STORE_READ, /* it is being read, or could not be read */
    STORE_HURT  /* it is damaged; play goes on while reading and writing still work */
};
enum store_whole store_whole(const struct store *store);
/* Whether a callback is still to come: `committed` for a batch, or the answer to a question. */
bool store_busy(const struct store *store);

#endif
