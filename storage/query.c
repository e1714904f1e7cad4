#include "query.h"

#include <stdlib.h>
#include <string.h>

#include "query_base.h"
#include "store_base.h"

/* -- the line of queries -- */

enum { TEXTS_MAX = QUERY_TEXTS_MAX + 3 * STORE_SEATS_MAX };

/* Lists the fields of a query that are texts. */
static unsigned list_texts(struct query *query, const char **texts[TEXTS_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < QUERY_TEXTS_MAX && query->kind->texts[i] != 0; i++)
        texts[count++] = (const char **)((char *)query + query->kind->texts[i]);
    for (unsigned i = 0; i < query->who_count; i++) {
        struct store_identity *who = &query->who[i];
        *who = (struct store_identity){who->network, who->account, "", who->verified,
                                       who->mark != NULL ? who->mark : ""};
        texts[count++] = &who->network;
        texts[count++] = &who->account;
        texts[count++] = &who->mark;
    }
    return count;
}

/* Copies a query and its texts into one piece of memory. NULL: memory is out. */
static struct query *copy_query(const struct query *query)
{
    struct query own = *query;
    const char **texts[TEXTS_MAX];
    size_t size = sizeof(own);
    unsigned count = list_texts(&own, texts);
    for (unsigned i = 0; i < count; i++)
        size += *texts[i] != NULL ? strlen(*texts[i]) + 1 : 0;
    struct query *copy = malloc(size);
    if (copy == NULL)
        return NULL;
    *copy = own;
    char *end = (char *)(copy + 1);
    count = list_texts(copy, texts);
    for (unsigned i = 0; i < count; i++) {
        if (*texts[i] == NULL)
            continue;
        size_t length = strlen(*texts[i]) + 1;
        *texts[i] = memcpy(end, *texts[i], length);
        end += length;
    }
    return copy;
}

static void destroy_query(struct query *query)
{
    if (query->answer != NULL && query->kind->free_answer != NULL)
        query->kind->free_answer(query->answer);
    free(query->answer);
    free(query);
}

static void tell_answer(struct query *query, bool ok)
{
    static const union {
        struct stats_answer stats;
        struct store_player player;
        struct store_round_news news;
        struct store_links links;
        struct store_traces traces;
        struct store_profile profile;
        struct store_replay replay;
        uint64_t wait;
    } none;
    query->kind->tell(query, ok, query->answer != NULL ? query->answer : &none);
}

static void run_query(struct work *work)
{
    struct query *query = (struct query *)work;
    struct store *store = query->store;
    const struct store_impl *impl = store->impl;
    bool one_moment = query->kind->one_moment && impl->begin_read != NULL;
    query->ok = query->answer != NULL && (!one_moment || impl->begin_read(store));
    if (query->ok) {
        query->ok = query->kind->run(store, query);
        if (one_moment)
            impl->end_read(store, query->ok);
    }
    uv_mutex_lock(&store->mutex);
    query->finished = true;
    uv_cond_broadcast(&store->cond);
    uv_mutex_unlock(&store->mutex);
}

static void finish_query(struct work *work);

/* A query without memory for its answer fails. */
static void start_query(struct query *query)
{
    query->answer = calloc(1, query->kind->answer_size);
    loop_work(query->store->loop, &query->work, run_query, finish_query);
}

static void finish_query(struct work *work)
{
    struct query *query = (struct query *)work;
    struct store *store = query->store;
    if (store != NULL) {
        store->queries = query->next;
        if (store->queries != NULL)
            start_query(store->queries);
        tell_answer(query, query->ok);
    }
    destroy_query(query);
}

void store_query(struct store *store, const struct query *query)
{
    struct query *copy = store->stops_queries ? NULL : copy_query(query), **at = &store->queries;
    if (copy == NULL) {
        struct query own = *query;
        tell_answer(&own, false);
        return;
    }
    copy->store = store;
    while (*at != NULL)
        at = &(*at)->next;
    *at = copy;
    if (store->queries == copy)
        start_query(copy);
}

void store_stop_queries(struct store *store)
{
    struct query *running = store->queries;
    lease_stop_loading(store);
    if (running == NULL)
        return;
    store->impl->interrupt(store);
    uv_mutex_lock(&store->mutex);
    while (!running->finished)
        uv_cond_wait(&store->cond, &store->mutex);
    uv_mutex_unlock(&store->mutex);
    struct query *waiting = running->next;
    store->stops_queries = true; /* some askers ask for something else when an answer fails */
    store->queries = NULL;
    running->store = NULL; /* finish_query() is still to come */
    tell_answer(running, false);
    for (struct query *next; waiting != NULL; waiting = next) {
        next = waiting->next;
        tell_answer(waiting, false);
        destroy_query(waiting);
    }
    store->stops_queries = false;
}

void query_fit_scope(enum store_scope scope, const char **network, const char **channel)
{
    if (scope == STORE_OVERALL)
        *network = "";
    if (scope != STORE_CHANNEL)
        *channel = "";
}

/* -- boards -- */

uint32_t store_rated_rank(const struct store_score *rows, unsigned at)
{
    const struct rating *rating = &rows[at].rating;
    if (rating_provisional(rating))
        return 0;
    return at > 0 && rating_standing(rating) == rating_standing(&rows[at - 1].rating)
               ? rows[at - 1].rank
               : at + 1;
}

static bool run_board(struct store *store, struct query *query)
{
    return store->impl->board(store, &query->as.board, query->answer, &query->count);
}

static void tell_board(struct query *query, bool ok, const void *answer)
{
    query->done.board(query->arg, ok, answer, ok ? query->count : 0);
}

void store_board(struct store *store, const struct store_board_query *query, store_board_fn *done,
                 void *arg)
{
    static const struct query_kind kind = {sizeof(struct store_score[STORE_BOARD_MAX]),
                                           true,
                                           {QUERY_TEXT(board.network), QUERY_TEXT(board.channel),
                                            QUERY_TEXT(board.rated), QUERY_TEXT(board.streaks)},
                                           run_board,
                                           tell_board,
                                           NULL};
    struct query asked = {.kind = &kind, .as.board = *query, .done.board = done, .arg = arg};
    query_fit_scope(query->scope, &asked.as.board.network, &asked.as.board.channel);
    if (query->limit > STORE_BOARD_MAX)
        asked.as.board.limit = STORE_BOARD_MAX;
    store_query(store, &asked);
}

/* -- players -- */

static bool run_stats(struct store *store, struct query *query)
{
    struct stats_answer *answer = query->answer;
    if (query->who_count > 0)
        query->as.stats.who = query->who;
    return store->impl->stats(store, &query->as.stats, &query->found, answer->scores,
                              &answer->ratings);
}

static void tell_stats(struct query *query, bool ok, const void *answer)
{
    const struct stats_answer *stats = answer;
    query->done.stats(query->arg, ok, ok && query->found, stats->scores, &stats->ratings);
}

/* Lists the texts of the identity that a question is about, to be copied. `who` NULL: the question
 * names the person in another way. */
static void add_who(struct query *query, const struct store_identity *who)
{
    if (who != NULL)
        query->who[query->who_count++] = *who;
}

void store_stats(struct store *store, const struct store_stats_query *query, store_stats_fn *done,
                 void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct stats_answer),
        true,
        {QUERY_TEXT(stats.network), QUERY_TEXT(stats.channel), QUERY_TEXT(stats.name)},
        run_stats,
        tell_stats,
        NULL};
    struct query asked = {.kind = &kind, .as.stats = *query, .done.stats = done, .arg = arg};
    if (query->scope != STORE_CHANNEL)
        asked.as.stats.channel = "";
    if (query->who != NULL)
        asked.as.stats.name = NULL;
    add_who(&asked, query->who);
    store_query(store, &asked);
}

static bool run_player(struct store *store, struct query *query)
{
    if (query->who_count > 0)
        query->as.player.who = query->who;
    return store->impl->player(store, &query->as.player, query->answer);
}

static void tell_player(struct query *query, bool ok, const void *answer)
{
    query->done.player(query->arg, ok, answer);
}

void store_ask_player(struct store *store, const struct store_player_query *query,
                      store_player_fn *done, void *arg)
{
    static const struct query_kind kind = {sizeof(struct store_player),
                                           true,
                                           {QUERY_TEXT(player.network), QUERY_TEXT(player.name),
                                            QUERY_TEXT(player.set), QUERY_TEXT(player.versus_name)},
                                           run_player,
                                           tell_player,
                                           NULL};
    struct query asked = {.kind = &kind, .as.player = *query, .done.player = done, .arg = arg};
    if (query->versus != 0)
        asked.as.player.versus_name = NULL;
    add_who(&asked, query->who);
    store_query(store, &asked);
}

static bool run_news(struct store *store, struct query *query)
{
    return store->impl->round_news(store, query->as.round, query->answer);
}

static void tell_news(struct query *query, bool ok, const void *answer)
{
    query->done.news(query->arg, ok, answer);
}

void store_ask_round_news(struct store *store, int64_t round, store_round_news_fn *done, void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct store_round_news), true, {0}, run_news, tell_news, NULL};
    store_query(store,
                &(struct query){.kind = &kind, .as.round = round, .done.news = done, .arg = arg});
}

/* -- identities -- */

static bool run_links(struct store *store, struct query *query)
{
    return store->impl->links(store, query->who, query->answer);
}

static void tell_links(struct query *query, bool ok, const void *answer)
{
    query->done.links(query->arg, ok, answer);
}

void store_ask_links(struct store *store, const struct store_identity *who, store_links_fn *done,
                     void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct store_links), true, {0}, run_links, tell_links, NULL};
    struct query asked = {.kind = &kind, .done.links = done, .arg = arg};
    add_who(&asked, who);
    store_query(store, &asked);
}

static bool run_taken(struct store *store, struct query *query)
{
    return store->impl->taken(store, query->who, query->as.name, query->answer);
}

static void tell_taken(struct query *query, bool ok, const void *answer)
{
    query->done.taken(query->arg, ok, ok && *(const bool *)answer);
}

void store_name_taken(struct store *store, const struct store_identity *who, const char *name,
                      store_taken_fn *done, void *arg)
{
    static const struct query_kind kind = {sizeof(bool), true,       {QUERY_TEXT(name)},
                                           run_taken,    tell_taken, NULL};
    struct query asked = {.kind = &kind, .as.name = name, .done.taken = done, .arg = arg};
    add_who(&asked, who);
    store_query(store, &asked);
}

static bool run_traces(struct store *store, struct query *query)
{
    return store->impl->traces(store, query->who, query->as.texts, query->answer);
}

static void tell_traces(struct query *query, bool ok, const void *answer)
{
    query->done.traces(query->arg, ok, answer);
}

static void free_traces(void *answer)
{
    const struct store_traces *traces = answer;
    free((int64_t *)traces->rounds);
    free((struct store_seated *)traces->seated);
}

void store_ask_traces(struct store *store, const struct store_identity *who,
                      const struct store_forget_texts *texts, store_traces_fn *done, void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct store_traces), false, {0}, run_traces, tell_traces, free_traces};
    struct query asked = {.kind = &kind, .as.texts = texts, .done.traces = done, .arg = arg};
    add_who(&asked, who);
    store_query(store, &asked);
}
