/* internal.h: what the two stores share: batches of operations, the writer thread, questions.
 *
 * A store is `struct store` first in a struct of its own and one const table of functions. The
 * shared part gathers operations into batches (store.c), hands them to the writer thread (writer.c)
 * and asks off the loop (ask.c); a store only applies a batch and reads. */
#ifndef TALON_STORAGE_INTERNAL_H
#define TALON_STORAGE_INTERNAL_H

#include <stdatomic.h>

#include "bot/base/loop.h"
#include "deaths.h"
#include "store.h"

enum op_kind {
    OP_TABLE,
    OP_TABLE_CLOSED,
    OP_ROUND,
    OP_ACTION,
    OP_ROUND_END,
    OP_SETTING,
    OP_LINK,
    OP_PART,
    OP_NAME,
    OP_MOVE,
    OP_PRUNE
};

struct setting {
    const char *scope, *key;
    const char *value; /* NULL: delete */
};

struct link {
    struct store_identity from, into;
    int64_t at;
};

/* Times (milliseconds); 0: for ever. */
struct prune {
    int64_t results, replays;
};

/* What is done to one identity. */
struct person_op {
    struct store_identity who;
    const char *text; /* OP_NAME: the name; OP_MOVE: the new mark */
    int64_t at;       /* OP_PART, OP_NAME */
};

struct op {
    struct op *next;
    enum op_kind kind;
    union {
        struct store_table table;
        int64_t closed; /* table */
        struct store_round round;
        struct store_action action;
        struct store_round_end end;
        struct setting setting;
        struct link link;
        struct prune prune;
        struct person_op person;
    } as;
};

/* Memory that grows in chunks and goes all at once; what is in it never moves. */
struct chunk;

struct batch {
    struct batch *next;
    uint64_t number;
    struct op *first, **last;
    struct chunk *chunks; /* newest first */
    unsigned tries;       /* that failed */
};

enum { STORE_WHY_MAX = 256 };

enum apply {
    APPLY_DONE,
    APPLY_LATER, /* to be tried again: the disk is full, somebody else writes, ... */
    APPLY_NEVER  /* it contradicts what is there: no later try can do better */
};

struct store_impl {
    unsigned group_max; /* batches that one apply() may take */
    /* Makes `count` batches from `first` durable, all or none. Writer thread. */
    enum apply (*apply)(struct store *store, const struct batch *first, unsigned count, char *why,
                        size_t why_size);
    int64_t (*next_table_id)(struct store *store);
    int64_t (*next_round_id)(struct store *store);
    bool (*load_tables)(struct store *store,
                        bool (*row)(void *arg, const struct store_table *table), void *arg);
    bool (*load_rounds)(struct store *store,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg);
    bool (*load_settings)(struct store *store,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg);
    /* Off the loop, one at a time. */
    bool (*board)(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count);
    bool (*stats)(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_WINDOWS]);
    bool (*links)(struct store *store, const struct store_identity *who, struct store_links *links);
    bool (*taken)(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken);
    /* Found: `setup` and `actions` are to be freed. */
    bool (*record)(struct store *store, int64_t round, bool *found, char **setup, char **actions);
    /* Makes a running question end soon; any thread. */
    void (*interrupt)(struct store *store);
    /* The writer has ended and nothing reads. */
    void (*destroy)(struct store *store);
};

struct ask;

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
    struct ask *asks; /* the first one runs */
    struct deaths deaths;

    uv_thread_t thread;
    uv_mutex_t mutex; /* guards what follows */
    uv_cond_t cond;
    struct batch *queue, **queue_last;
    struct batch *spare; /* used up, to be filled again: a few */
    unsigned spares;
    bool closing, lost;
    bool posted; /* `post` is on its way */
    bool failing;
    unsigned failures;
    char trouble[STORE_WHY_MAX];
    struct post post;

    atomic_uint_fast64_t durable;
};

/* store.c: the shared part of a store; false when memory or threads are out. store_finish() frees
 * only that part, after writer_stop(). */
bool store_init(struct store *store, const struct store_impl *impl, int timezone_minutes,
                struct loop *loop, const struct log *log);
void store_finish(struct store *store);
void batch_destroy(struct batch *batch);
/* Empties it for new use; keeps one chunk. */
void batch_clear(struct batch *batch);
/* "name" cut to STORE_NAME_MAX between graphemes. */
void store_set_name(char out[STORE_NAME_MAX], const char *name, size_t length);
/* A nick that is linked: its account, a line end, its mark. False: it has no mark, or is none; and
 * the account of one. */
enum { STORE_LINKED_MAX = STORE_ACCOUNT_MAX + STORE_MARK_MAX };
bool store_linked_nick(const struct store_identity *who, char out[STORE_LINKED_MAX]);
/* Their texts, each with a line end; to be freed, NULL: memory is out. */
char *store_join_actions(const struct store_action *actions, unsigned count);
/* Folded for finding people by name; `key` has STORE_KEY_MAX bytes. */
enum { STORE_KEY_MAX = 256 };
void store_fold(char *key, const char *name);

/* writer.c */
bool writer_start(struct store *store);
void writer_push(struct store *store, struct batch *batch);
/* Ends after a last try; false when batches were lost. */
bool writer_stop(struct store *store);

#endif
