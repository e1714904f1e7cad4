/* store_base.h: what all stores have in common.
 *
 * A store is a struct with `struct store` first, and one const table of functions. The common part
 * gathers operations into batches (store.c), hands them to the writer thread (writer.c) and asks
 * questions off the loop (query.c). Each store has only the functions that apply batches and
 * read. */
#ifndef TALON_STORAGE_STORE_BASE_H
#define TALON_STORAGE_STORE_BASE_H

#include <stdatomic.h>

#include "base/loop.h"
#include "batch.h"
#include "lease_base.h"
#include "query.h"
#include "storage/sqlite/crash_count.h"

enum apply {
    APPLY_DONE,
    APPLY_LATER, /* the caller must try again later: the disk is full, another process writes, ...
                  */
    APPLY_NEVER, /* it contradicts the database: no later try can work */
    APPLY_TAKEN  /* another process has taken over from this one */
};

/* Leases of a store that several processes share. */
struct lease_impl {
    /* A lease is wanted, or numbers run low. */
    void (*wake)(struct store *store);
    /* Lists all leases and members into a zeroed list. Off the loop, one question at a time. */
    bool (*list)(struct store *store, struct store_fleet *fleet);
    /* Whether other processes may use the store at the same time. */
    bool (*shared)(const struct store *store);
    /* store_ask_turn(); off the loop, one question at a time. */
    bool (*turn)(struct store *store, const char *name, uint64_t pause, uint64_t *wait);
};

/* What a store reads of one player (store_stats()). */
struct stats_answer {
    struct store_score scores[STORE_PERIODS];
    struct store_ratings ratings;
};

/* Returns the rank of row `at` of a board by rating; the rows before it must have their ranks
 * already. */
uint32_t store_rated_rank(const struct store_score *rows, unsigned at);

struct store_impl {
    unsigned group_max; /* batches that one apply() may take */
    /* Makes `count` batches from `first` durable, all or none. Writer thread. */
    enum apply (*apply)(struct store *store, const struct batch *first, unsigned count,
                        struct fault *why);
    /* Called several times a second while there is nothing to write, for the store's own upkeep;
     * NULL: it has none. Writer thread. */
    void (*idle)(struct store *store);
    int64_t (*next_table_id)(struct store *store);
    int64_t (*next_round_id)(struct store *store);
    /* `network` NULL: of all networks. Called at the start, and off the loop. */
    bool (*load_tables)(struct store *store, const char *network,
                        bool (*row)(void *arg, const struct store_table *table), void *arg);
    bool (*load_rounds)(struct store *store, const char *network,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg);
    bool (*load_settings)(struct store *store, const char *network,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg);
    /* Begin and end the transaction in which a question runs if its kind has `one_moment`
     * (query_base.h). end_read() with `good` false logs why the question failed. NULL: the
     * functions below need no transaction. */
    bool (*begin_read)(struct store *store);
    void (*end_read)(struct store *store, bool good);
    /* Off the loop, one question at a time. False: it could not be read. */
    bool (*board)(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count);
    bool (*stats)(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_PERIODS], struct store_ratings *ratings);
    bool (*player)(struct store *store, const struct store_player_query *query,
                   struct store_player *player);
    bool (*round_news)(struct store *store, int64_t round, struct store_round_news *news);
    bool (*links)(struct store *store, const struct store_identity *who, struct store_links *links);
    bool (*taken)(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken);
    /* The caller frees traces->rounds, also after a failure. */
    bool (*traces)(struct store *store, const struct store_identity *who,
                   const struct store_forget_texts *texts, struct store_traces *traces);
    /* NULL: one process has the store to itself, and all leases. */
    const struct lease_impl *leases;
    /* The questions of web pages. */
    const struct web_query_impl *web;
    /* Makes a running question end soon. Any thread. */
    void (*interrupt)(struct store *store);
    /* Frees the store. Called when the writer thread has ended and no question runs. */
    void (*destroy)(struct store *store);
};

struct query;

struct store {
    const struct store_impl *impl;
    struct loop *loop;
    const struct log *log;
    int timezone_minutes;
    struct store_owner owner;

    /* The loop's thread alone. */
    struct batch *open;   /* NULL: nothing gathered */
    uint64_t last_number; /* of the newest batch, the open one included */
    uint64_t announced;   /* the last batch that the owner was told of */
    unsigned failures_told;
    bool trouble_told;
    struct query *queries; /* the first one runs */
    bool stops_queries;    /* in store_stop_queries(): nothing may be asked any more */
    struct crash_count crashes;
    struct leases leases;

    uv_thread_t thread;
    uv_mutex_t mutex; /* guards what follows */
    uv_cond_t cond;
    struct batch *queue, **queue_last;
    struct batch *spare; /* used batches, to be filled again; a few */
    unsigned spares;
    bool closing, lost;
    bool posted; /* `post` is on its way */
    bool failing;
    unsigned failures;
    struct fault trouble;
    struct post post;

    atomic_uint_fast64_t durable;
    atomic_bool folding; /* there is more for store_fold() */
    atomic_int whole;    /* enum store_whole; set by any thread */
};

/* Prepares the common part of a zeroed store and starts its writer. False: memory or threads are
 * out. */
bool store_init(struct store *store, const struct store_impl *impl, int timezone_minutes,
                struct loop *loop, const struct log *log);
/* Gathers that a lease is given back (lease.h). */
void store_gather_give(struct store *store, const struct give_op *give);
/* Gathers a letter, and that one was read (lease.h). */
void store_gather_letter(struct store *store, const struct letter_op *letter);
void store_gather_read(struct store *store, int64_t letter);
/* Frees the common part, after writer_stop(). */
void store_finish(struct store *store);

#endif
