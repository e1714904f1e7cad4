/* web_query_base.h: what a store implements for web_query.h. Each function runs off the loop, one
 * question at a time, in a transaction (query_base.h). False: it could not be read. */
#ifndef TALON_STORAGE_WEB_QUERY_BASE_H
#define TALON_STORAGE_WEB_QUERY_BASE_H

#include "web_query.h"

struct web_rounds_query {
    const char *network, *channel;
    int64_t before; /* INT64_MAX: the last ones */
    unsigned limit;
};

struct web_query_impl {
    bool (*page)(struct store *store, const struct store_board_query *query,
                 const struct store_behind *behind, struct store_ranked *rows, unsigned *count);
    /* `key` is folded and not empty. */
    bool (*search)(struct store *store, const char *key, struct store_someone *found,
                   unsigned *count);
    bool (*someone)(struct store *store, const struct store_identity *who, unsigned count,
                    struct store_someone *found);
    bool (*profile)(struct store *store, const struct store_person_query *query, bool *found,
                    struct store_profile *profile);
    /* The caller zeroes the answer first, and frees its setups and actions afterwards, also after a
     * failure. */
    bool (*rounds)(struct store *store, const struct web_rounds_query *query,
                   struct store_played *rounds, unsigned *count);
    bool (*replay)(struct store *store, int64_t round, bool *found, struct store_replay *replay);
    bool (*channels)(struct store *store, int64_t behind, struct store_channel *channels,
                     unsigned *count);
};

#endif
