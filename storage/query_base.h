/* query_base.h: how the store answers questions: query.h, web_query.h, lease.h and forget.h.
 *
 * A question is a struct query. Its kind (struct query_kind) says how to read the answer, and how
 * to call back with it. The caller fills a query on the stack, and store_query() copies it with its
 * texts. Queries run one at a time, in the order in which they were asked. */
#ifndef TALON_STORAGE_QUERY_BASE_H
#define TALON_STORAGE_QUERY_BASE_H

#include "base/loop.h"
#include "forget.h"
#include "lease.h"
#include "web_query_base.h"

enum { QUERY_TEXTS_MAX = 4 };

struct query;

struct query_kind {
    size_t answer_size; /* bytes of the answer */
    /* whether run() needs a transaction, so that it reads one moment of the database */
    bool one_moment;
    /* Offsets in struct query of further texts to copy, which may be NULL (QUERY_TEXT()); 0: none.
     */
    size_t texts[QUERY_TEXTS_MAX];
    /* Off the loop: reads the answer into query->answer, which is zeroed. False: it could not. */
    bool (*run)(struct store *store, struct query *query);
    /* On the loop, once: calls the caller back. If not `ok`, run() may never have been called:
     * `answer` is zeroed then, and may be shorter than `answer_size`. To keep the answer, this sets
     * query->answer to NULL. */
    void (*tell)(struct query *query, bool ok, const void *answer);
    /* Frees what the answer owns; NULL: nothing. */
    void (*free_answer)(void *answer);
};

#define QUERY_TEXT(member) offsetof(struct query, as.member)

struct query {
    struct work work; /* first: a cast finds the query */
    const struct query_kind *kind;
    struct query *next;
    struct store *store; /* NULL: the store is gone, and only this memory must still be freed */
    bool finished;       /* guarded by the store's mutex: run() has ended */
    bool ok;
    void *
        answer; /* owned; NULL until it runs, because answers are large and many queries may wait */

    /* What is asked. */
    struct store_identity who[STORE_SEATS_MAX];
    unsigned who_count;
    union {
        struct store_board_query board;
        struct store_stats_query stats;
        struct store_player_query player;
        const char *name;
        const char *key;
        const struct store_forget_texts *texts;
        int64_t round;
        struct {
            struct store_board_query board;
            struct store_behind behind;
        } page;
        struct store_person_query profile;
        struct web_rounds_query rounds;
        int64_t behind;
        struct {
            const char *name;
            uint64_t pause;
        } turn;
        struct {
            const char *network;
            const struct store_network_rows *rows;
        } load;
    } as;

    /* Parts of the answer that several kinds have. */
    bool found;
    unsigned count;

    /* Who is called back. */
    union {
        store_board_fn *board;
        store_stats_fn *stats;
        store_player_fn *player;
        store_round_news_fn *news;
        store_links_fn *links;
        store_taken_fn *taken;
        store_traces_fn *traces;
        store_page_fn *page;
        store_found_fn *found;
        store_profile_fn *profile;
        store_rounds_fn *rounds;
        store_replay_fn *replay;
        store_channels_fn *channels;
        store_leases_fn *leases;
        store_turn_fn *turn;
    } done;
    void *arg;
};

/* Queues a copy of the query; the callback comes in a later turn of the loop. If memory is out, it
 * comes at once with ok = false. */
void store_query(struct store *store, const struct query *query);

/* Sets the network and the channel of a board to "" if its scope needs none. */
void query_fit_scope(enum store_scope scope, const char **network, const char **channel);

#endif
