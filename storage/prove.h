/* prove.h: one round read from a database, beside a running daemon: read-only, with no store and
 * no loop. */
#ifndef TALON_STORAGE_PROVE_H
#define TALON_STORAGE_PROVE_H

#include "store.h"

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
