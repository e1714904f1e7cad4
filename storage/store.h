/* store.h: what is remembered: tables, journal, people, scores, settings.
 *
 * The contract of two stores: SQLite (production) and memory (tests; can be told to fail). A store
 * knows no cards: what the engine and the table need is text and blobs here.
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
 * Reading. Before the loop runs, store_load_*() read synchronously. Afterwards boards and stats are
 * asynchronous: they run off the loop on a read-only connection and answer by callback on the loop.
 *
 * People. A seat is an identity (network, account, verified). The store keeps identities and the
 * person behind each; scores belong to persons. A new identity makes a new person; store_link()
 * makes two of them one, and store_part() gives an identity a person of its own again, with what
 * it earned. A round counts by persons and not by seats: who holds two seats of one, by whatever
 * identities, and whenever these were linked, gets nothing for it. */
#ifndef TALON_STORAGE_STORE_H
#define TALON_STORAGE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    int64_t id; /* given by the host, unique for ever: store_next_table_id() at start */
    const char *network;
    const char *channel;
    const char *state; /* the host's own text (seats, totals, switches, clocks) */
};

/* A round, written when it is dealt, before anybody hears of it. */
struct store_round {
    int64_t id; /* unique for ever: store_next_round_id() at start */
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
};

struct store_round_end {
    int64_t round;
    int64_t ended_at;
    const char *outcome; /* "won", "blocked", "limit", "deserted", "stopped", "damaged" */
    bool counts;         /* won, of at least two people: goes to the boards */
    const struct store_result *results;
    unsigned result_count;
};

/* Scopes and windows of a board. */
enum store_scope { STORE_CHANNEL, STORE_NETWORK, STORE_OVERALL };
enum store_window { STORE_DAY, STORE_WEEK, STORE_MONTH, STORE_SEASON, STORE_ALL, STORE_WINDOWS };

struct store_board_query {
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs */
    enum store_window window;
    int64_t at;     /* the window that holds this time (clock_now()) */
    unsigned limit; /* rows wanted, at most STORE_BOARD_MAX */
};

enum {
    STORE_BOARD_MAX = 50,
    STORE_NAME_MAX = 64,
    STORE_ACCOUNT_MAX = 128,
    STORE_MARK_MAX = 80,
    STORE_LINKS_MAX = 16 /* identities of one person: a link that would make more is none */
};

/* Whose scores: those of `who` (its network and account), or, where that is NULL, of the one whom
 * the boards call `name`: by shown name or account, folded, first of that network and then of any.
 * Of several the verified comes first, then the account, then the one seen last. */
struct store_stats_query {
    enum store_scope scope;
    const char *network, *channel; /* as the scope needs; the network always */
    const struct store_identity *who;
    const char *name;
    int64_t at;
};

struct store_score {
    char name[STORE_NAME_MAX];
    bool verified;
    uint32_t rank; /* from 1; those that only the name puts in order share it */
    uint32_t rounds, rounds_won, matches, matches_won;
    int64_t points;
};

/* Rows in order of points, then rounds won, then fewer rounds, then name. */
typedef void store_board_fn(void *arg, bool ok, const struct store_score *rows, unsigned count);
/* One player's scores: index by enum store_window; rank 0: no games there. */
typedef void store_stats_fn(void *arg, bool ok, bool found,
                            const struct store_score scores[STORE_WINDOWS]);

/* An identity of a person. */
struct store_known {
    char network[STORE_NAME_MAX], account[STORE_ACCOUNT_MAX], name[STORE_NAME_MAX];
    bool verified;
    char mark[STORE_MARK_MAX]; /* of a nick: "" when it played from several places */
    bool own;                  /* it is the one that was asked for */
};

/* All that is known of a person, in the order in which it was; name: as the boards show it, and
 * whether it was chosen. count 0: nobody knows that identity. */
struct store_links {
    char name[STORE_NAME_MAX];
    bool named;
    unsigned count;
    struct store_known at[STORE_LINKS_MAX];
};
typedef void store_links_fn(void *arg, bool ok, const struct store_links *links);
typedef void store_taken_fn(void *arg, bool ok, bool taken);

/* A round that has ended, as it is kept: its setup, and its actions, each with a line end. */
typedef void store_record_fn(void *arg, bool ok, bool found, const char *setup,
                             const char *actions);

/* Told to the owner on the loop. */
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
    STORE_DAMAGED,     /* not a database, or quick_check failed (after a disorderly end) */
    STORE_NEWER,       /* written by a newer version */
    STORE_NO_MEMORY,
    STORE_FAILED
};

/* Opens or creates the database at `path`, migrating it if it is older (a copy `path`.vN is kept).
 * `timezone_minutes` east of UTC shifts days, weeks and seasons of the boards. `why` (may be NULL)
 * gets one clear line when it fails. While it reads or writes much systemd is asked for time. */
enum store_error store_open_sqlite(struct store **store, const char *path, int timezone_minutes,
                                   struct loop *loop, const struct log *log, char *why,
                                   size_t why_size);
/* A store in memory, with the same behaviour. */
enum store_error store_open_memory(struct store **store, int timezone_minutes, struct loop *loop);
/* Memory store only: from now on no batch can be written, or each can again. */
void store_memory_fail(struct store *store, bool fails);

/* What earlier starts ended at, when they did not end in order (deaths.h). All zero: the last one
 * did, or lasted. A store in memory keeps nothing of it. */
struct store_deaths {
    int64_t table;     /* at which the last one ended; 0: at none */
    unsigned of_table; /* starts in a row that ended there */
    unsigned starts;   /* that did not last, in a row */
    int64_t began;     /* the last of them, seconds since the epoch; 0: not known */
};
const struct store_deaths *store_last_deaths(const struct store *store);
/* From now on, until the next call, what is done is at that table (0: at none): if the process
 * dies, that was it. Does not wait for the disk. */
void store_at(struct store *store, int64_t table);
/* This start has lasted: what was before it counts no more. */
void store_lasts(struct store *store);

void store_set_owner(struct store *store, const struct store_owner *owner);
/* Commits what was gathered, waits for it, closes. False when the last batches could not be made
 * durable. Questions that wait are answered with ok = false; the owner hears nothing more. Not from
 * a callback of the owner. Accepts NULL. */
bool store_close(struct store *store);

/* -- writing: gathered into the open batch -- */
void store_put_table(struct store *store, const struct store_table *table); /* insert or replace */
void store_close_table(struct store *store, int64_t table);
void store_begin_round(struct store *store, const struct store_round *round);
void store_append(struct store *store, const struct store_action *action);
/* Results and buckets are written, the round's actions move from rows into its archive. A round
 * that is not running is left as it is: nothing counts twice. One without an action that nobody
 * won leaves nothing, as if it had never been dealt. */
void store_end_round(struct store *store, const struct store_round_end *end);
/* Joins the persons behind two identities: `into` gets all scores of `from`, but those of rounds in
 * which both sat, and all that either plays later. A nick stays joined for who comes from where it
 * came from (its mark); for others the nick is as new. Twice the same, one person already, or more
 * than STORE_LINKS_MAX in all: nothing. */
void store_link(struct store *store, const struct store_identity *from,
                const struct store_identity *into, int64_t at);
/* Gives an identity a person of its own, with what it earned and whatever was not counted because
 * of the link. It is alone already, or nobody knows it: nothing. */
void store_part(struct store *store, const struct store_identity *who, int64_t at);
/* How the boards show the person from now on; NULL: as the account they played with most. Another
 * person is known by that name: nothing. */
void store_put_name(struct store *store, const struct store_identity *who, const char *name,
                    int64_t at);
/* A nick that was known by `who->mark` proved to be the same where that is `mark`. */
void store_move_nick(struct store *store, const struct store_identity *who, const char *mark);
/* Scope "channel:NETWORK:CHANNEL", "person:NETWORK:ACCOUNT", "link" or "daemon"; value NULL
 * deletes. */
void store_put_setting(struct store *store, const char *scope, const char *key, const char *value);

/* What is older than these times (milliseconds; 0: for ever) goes, some of it at each call.
 * Replays: a round's setup and actions; its results stay. Results: rounds with their results, and
 * windows of the boards that were over by then; the sums of all time stay. */
void store_prune(struct store *store, int64_t results_before, int64_t replays_before);

/* Closes the open batch and hands it to the writer; its number, from 1. With nothing gathered: the
 * number of the last batch. */
uint64_t store_commit(struct store *store);
/* The number that the open batch will have (what is gathered now is durable when it is committed),
 * or of the last batch when nothing is gathered. */
uint64_t store_batch(const struct store *store);
/* The last durable batch. */
uint64_t store_durable(const struct store *store);

/* -- loading, before the loop runs -- */
/* The next id to give, or -1 after an error. */
int64_t store_next_table_id(struct store *store);
int64_t store_next_round_id(struct store *store);
/* Each calls back for every row; the row's memory is valid during the call. False: stop, error. */
bool store_load_tables(struct store *store, bool (*row)(void *arg, const struct store_table *table),
                       void *arg);
/* Rounds that have begun and not ended, each followed by its actions in order, as they are: whether
 * they are complete is for the caller to check. Actions of other rounds are logged and left out. */
bool store_load_rounds(struct store *store,
                       bool (*round)(void *arg, const struct store_round *round),
                       bool (*action)(void *arg, const struct store_action *action), void *arg);
bool store_load_settings(struct store *store,
                         bool (*row)(void *arg, const char *scope, const char *key,
                                     const char *value),
                         void *arg);

/* -- asking, while the loop runs -- */
void store_board(struct store *store, const struct store_board_query *query, store_board_fn *done,
                 void *arg);
void store_stats(struct store *store, const struct store_stats_query *query, store_stats_fn *done,
                 void *arg);
/* All identities of the person behind one. */
void store_ask_links(struct store *store, const struct store_identity *who, store_links_fn *done,
                     void *arg);
/* Whether somebody else than the person behind `who` is known by that name, folded. */
void store_name_taken(struct store *store, const struct store_identity *who, const char *name,
                      store_taken_fn *done, void *arg);

/* Found when its end is durable. */
void store_record(struct store *store, int64_t round, store_record_fn *done, void *arg);

/* Whether the owner is still to hear of a batch, or somebody of an answer. */
bool store_busy(const struct store *store);

/* Answers what waits with ok = false, now: for an owner of questions that goes away. */
void store_stop_asks(struct store *store);

/* -- proving: opened read-only beside a running daemon; no store object, no loop -- */
struct store_proof {
    struct store_round round; /* text valid during the callback */
    bool ended;
    const char *outcome;
    const struct store_action *actions; /* from rows or the archive, `round` and `hash` filled */
    unsigned action_count;
    const struct store_result *results; /* by seat; of who they are network, account, verified */
    unsigned result_count;
};
/* Reads one round and calls back with it. STORE_FAILED when there is no such round. */
enum store_error store_prove(const char *path, int64_t round,
                             void (*row)(void *arg, const struct store_proof *proof), void *arg,
                             char *why, size_t why_size);

#endif
