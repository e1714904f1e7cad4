/* prove.h: reads rounds from a database beside a running daemon: read-only, no store, no loop. */
#ifndef TALON_STORAGE_CHECK_PROVE_H
#define TALON_STORAGE_CHECK_PROVE_H

#include "storage/store.h"

struct store_proof {
    struct store_round round; /* text valid during the callback */
    bool ended;
    bool pruned;      /* the round's setup and actions were deleted (store_prune()) */
    int64_t ended_at; /* 0: it runs */
    const char *outcome;
    bool counts;                        /* for the boards */
    const struct store_action *actions; /* actions, from rows or from the archive; `round` and
                                         * `hash` are set */
    unsigned action_count;
    const struct store_result
        *results; /* results by seat; in `who` only network, account and `verified` are set */
    unsigned result_count;
};
/* Reads one round and calls back with it. STORE_FAILED: there is no such round, or its replay was
 * deleted. */
enum store_error store_prove(const char *path, int64_t round,
                             void (*row)(void *arg, const struct store_proof *proof), void *arg,
                             struct fault *why);

/* One of all rounds. */
struct store_each_round {
    int64_t round;
    int64_t number, rounds; /* position of this round among all rounds, and number of all rounds at
                             * the start */
    enum store_error error; /* why it cannot be read ... */
    const char *why;        /* ... in one clear line */
    const struct store_proof *proof; /* NULL: it cannot be read */
};
/* False: no more. */
typedef bool store_each_round_fn(void *arg, const struct store_each_round *each);
/* Reads all rounds in order of their numbers, and calls back with each. Each is as it was when it
 * was read, not all at one moment. If a round cannot be read, goes on with the next; stops only
 * after an error of the whole database. */
enum store_error store_prove_all(const char *path, store_each_round_fn *row, void *arg,
                                 struct fault *why);

#endif
