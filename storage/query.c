#include "query.h"

#include <stdlib.h>
#include <string.h>

#include "query_base.h"
#include "store_base.h"

enum kind { BOARD, STATS, PLAYER, FALLEN, LINKS, TAKEN, RECORD, TRACES, OTHER };

/* What is answered, but for what `struct ask` has room for itself. */
union results {
    struct {
        struct store_score scores[STORE_BOARD_MAX];
        struct store_ratings ratings;
    };
    struct store_player player;
    struct store_broken_records broken;
    struct store_links links;
    struct store_traces traces;
};

struct ask {
    struct work work; /* first: a cast finds the question */
    struct ask *next;
    struct store *store; /* NULL: the store has gone; only the memory is left to free */
    enum kind kind;
    struct store_board_query query;
    struct store_stats_query stats;
    struct store_player_query player;
    struct store_identity who; /* of those below, and of the two above where it is asked for */
    char *network, *channel, *name, *rated;
    char *account, *who_network, *mark, *versus, *streaks;
    store_board_fn *board_done;
    store_stats_fn *stats_done;
    store_player_fn *player_done;
    store_broken_records_fn *broken_done;
    store_links_fn *links_done;
    store_taken_fn *taken_done;
    store_record_fn *record_done;
    store_traces_fn *traces_done;
    const struct store_forget_texts *texts;
    struct question *other; /* owned: a question of query_base.h */
    int64_t round;
    char *setup, *actions;
    void *arg;
    bool finished; /* under the store's mutex: run_ask() has ended */
    bool ok, found;
    unsigned count;
    union results *results; /* owned; NULL until it runs: they are large, and many may wait */
};

static void ask_destroy(struct ask *ask)
{
    if (ask == NULL)
        return;
    free(ask->network);
    free(ask->channel);
    free(ask->name);
    free(ask->rated);
    free(ask->setup);
    free(ask->actions);
    free(ask->account);
    free(ask->who_network);
    free(ask->mark);
    if (ask->other != NULL)
        ask->other->kind->destroy(ask->other);
    free(ask->versus);
    free(ask->streaks);
    if (ask->kind == TRACES && ask->results != NULL)
        free((int64_t *)ask->results->traces.rounds);
    free(ask->results);
    free(ask);
}

static void answer(const struct ask *ask, bool ok)
{
    static const union results none;
    const union results *results = ask->results != NULL ? ask->results : &none;
    if (ask->kind == BOARD)
        ask->board_done(ask->arg, ok, results->scores, ok ? ask->count : 0);
    else if (ask->kind == PLAYER)
        ask->player_done(ask->arg, ok, &results->player);
    else if (ask->kind == FALLEN)
        ask->broken_done(ask->arg, ok, &results->broken);
    else if (ask->kind == LINKS)
        ask->links_done(ask->arg, ok, &results->links);
    else if (ask->kind == TAKEN)
        ask->taken_done(ask->arg, ok, ok && ask->found);
    else if (ask->kind == RECORD)
        ask->record_done(ask->arg, ok, ok && ask->found, ask->setup, ask->actions);
    else if (ask->kind == OTHER)
        ask->other->kind->answer(ask->other, ok);
    else if (ask->kind == TRACES)
        ask->traces_done(ask->arg, ok, &results->traces);
    else
        ask->stats_done(ask->arg, ok, ok && ask->found, results->scores, &results->ratings);
}

static void run_ask(struct work *work)
{
    struct ask *ask = (struct ask *)work;
    struct store *store = ask->store;
    if (ask->kind == OTHER)
        ask->ok = ask->other->kind->run(store, ask->other);
    else if (ask->results == NULL)
        ask->ok = false;
    else if (ask->kind == BOARD)
        ask->ok = store->impl->board(store, &ask->query, ask->results->scores, &ask->count);
    else if (ask->kind == PLAYER)
        ask->ok = store->impl->player(store, &ask->player, &ask->results->player);
    else if (ask->kind == FALLEN)
        ask->ok = store->impl->broken(store, ask->round, &ask->results->broken);
    else if (ask->kind == LINKS)
        ask->ok = store->impl->links(store, &ask->who, &ask->results->links);
    else if (ask->kind == TAKEN)
        ask->ok = store->impl->taken(store, &ask->who, ask->name, &ask->found);
    else if (ask->kind == RECORD)
        ask->ok = store->impl->record(store, ask->round, &ask->found, &ask->setup, &ask->actions);
    else if (ask->kind == TRACES)
        ask->ok = store->impl->traces(store, &ask->who, ask->texts, &ask->results->traces);
    else {
        ask->ok = store->impl->stats(store, &ask->stats, &ask->found, ask->results->scores,
                                     &ask->results->ratings);
    }
    uv_mutex_lock(&store->mutex);
    ask->finished = true;
    uv_cond_broadcast(&store->cond);
    uv_mutex_unlock(&store->mutex);
}

static void ask_done(struct work *work);

/* Without memory for its results it fails. */
static void begin(struct ask *ask)
{
    if (ask->kind != OTHER)
        ask->results = calloc(1, sizeof(*ask->results));
    loop_work(ask->store->loop, &ask->work, run_ask, ask_done);
}

static void ask_done(struct work *work)
{
    struct ask *ask = (struct ask *)work;
    struct store *store = ask->store;
    if (store != NULL) {
        store->asks = ask->next;
        if (store->asks != NULL)
            begin(store->asks);
        answer(ask, ask->ok);
    }
    ask_destroy(ask);
}

/* Takes the question over. */
static void ask(struct store *store, struct ask *new)
{
    struct ask **at = &store->asks;
    while (*at != NULL)
        at = &(*at)->next;
    *at = new;
    if (store->asks == new)
        begin(new);
}

static struct ask *ask_create(struct store *store, enum kind kind, const char *network,
                              const char *channel, const char *name)
{
    struct ask *new = calloc(1, sizeof(*new));
    if (new == NULL)
        return NULL;
    new->store = store;
    new->kind = kind;
    new->network = network != NULL ? strdup(network) : NULL;
    new->channel = channel != NULL ? strdup(channel) : NULL;
    new->name = name != NULL ? strdup(name) : NULL;
    if ((network != NULL && new->network == NULL) || (channel != NULL && new->channel == NULL) ||
        (name != NULL && new->name == NULL)) {
        ask_destroy(new);
        return NULL;
    }
    return new;
}

/* The identity that is asked about, with texts of the question's own. False: memory is out. */
static bool copy_who(struct ask *new, const struct store_identity *who)
{
    new->who_network = strdup(who->network);
    new->account = strdup(who->account);
    new->mark = strdup(who->mark != NULL ? who->mark : "");
    new->who =
        (struct store_identity){new->who_network, new->account, "", who->verified, new->mark};
    return new->who_network != NULL &&new->account != NULL &&new->mark != NULL;
}

uint32_t store_rated_rank(const struct store_score *rows, unsigned at)
{
    const struct rating *rating = &rows[at].rating;
    if (rating_provisional(rating))
        return 0;
    return at > 0 && rating_standing(rating) == rating_standing(&rows[at - 1].rating)
               ? rows[at - 1].rank
               : at + 1;
}

void store_board(struct store *store, const struct store_board_query *query, store_board_fn *done,
                 void *arg)
{
    bool network = query->scope != STORE_OVERALL, channel = query->scope == STORE_CHANNEL;
    struct ask *new = ask_create(store, BOARD, network ? query->network : NULL,
                                 channel ? query->channel : NULL, NULL);
    if (new != NULL && query->rated != NULL)
        new->rated = strdup(query->rated);
    if (new != NULL && query->streaks != NULL)
        new->streaks = strdup(query->streaks);
    if (new == NULL || (query->rated != NULL && new->rated == NULL) ||
        (query->streaks != NULL && new->streaks == NULL)) {
        ask_destroy(new);
        done(arg, false, NULL, 0);
        return;
    }
    new->query = *query;
    new->query.rated = new->rated;
    new->query.streaks = new->streaks;
    new->query.network = new->network != NULL ? new->network : "";
    new->query.channel = new->channel != NULL ? new->channel : "";
    if (new->query.limit > STORE_BOARD_MAX)
        new->query.limit = STORE_BOARD_MAX;
    new->board_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_stats(struct store *store, const struct store_stats_query *query, store_stats_fn *done,
                 void *arg)
{
    bool channel = query->scope == STORE_CHANNEL;
    struct ask *new = ask_create(store, STATS, query->network, channel ? query->channel : NULL,
                                 query->who != NULL ? NULL : query->name);
    if (new == NULL || (query->who != NULL && !copy_who(new, query->who))) {
        static const struct store_score none[STORE_PERIODS];
        static const struct store_ratings unrated;
        ask_destroy(new);
        done(arg, false, false, none, &unrated);
        return;
    }
    new->stats = (struct store_stats_query){.scope = query->scope,
                                            .network = new->network,
                                            .channel = new->channel != NULL ? new->channel : "",
                                            .who = query->who != NULL ? &new->who : NULL,
                                            .name = new->name,
                                            .at = query->at};
    new->stats_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_ask_player(struct store *store, const struct store_player_query *query,
                      store_player_fn *done, void *arg)
{
    struct ask *new = ask_create(store, PLAYER, query->network, NULL, query->name);
    bool versus = query->versus == 0 && query->versus_name != NULL;
    if (new != NULL)
        new->rated = strdup(query->set);
    if (new != NULL && versus)
        new->versus = strdup(query->versus_name);
    if (new == NULL || new->rated == NULL || (versus && new->versus == NULL) ||
        (query->who != NULL && !copy_who(new, query->who))) {
        static const struct store_player none;
        ask_destroy(new);
        done(arg, false, &none);
        return;
    }
    new->player = (struct store_player_query){.person = query->person,
                                              .who = query->who != NULL ? &new->who : NULL,
                                              .network = new->network,
                                              .name = new->name,
                                              .set = new->rated,
                                              .versus = query->versus,
                                              .versus_name = new->versus};
    new->player_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_ask_broken_records(struct store *store, int64_t round, store_broken_records_fn *done,
                              void *arg)
{
    struct ask *new = ask_create(store, FALLEN, NULL, NULL, NULL);
    if (new == NULL) {
        static const struct store_broken_records none;
        done(arg, false, &none);
        return;
    }
    new->round = round;
    new->broken_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_ask_links(struct store *store, const struct store_identity *who, store_links_fn *done,
                     void *arg)
{
    struct ask *new = ask_create(store, LINKS, NULL, NULL, NULL);
    if (new == NULL || !copy_who(new, who)) {
        static const struct store_links none;
        ask_destroy(new);
        done(arg, false, &none);
        return;
    }
    new->links_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_name_taken(struct store *store, const struct store_identity *who, const char *name,
                      store_taken_fn *done, void *arg)
{
    struct ask *new = ask_create(store, TAKEN, NULL, NULL, name);
    if (new == NULL || !copy_who(new, who)) {
        ask_destroy(new);
        done(arg, false, false);
        return;
    }
    new->taken_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_record(struct store *store, int64_t round, store_record_fn *done, void *arg)
{
    struct ask *new = ask_create(store, RECORD, NULL, NULL, NULL);
    if (new == NULL) {
        done(arg, false, false, NULL, NULL);
        return;
    }
    new->round = round;
    new->record_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_ask_traces(struct store *store, const struct store_identity *who,
                      const struct store_forget_texts *texts, store_traces_fn *done, void *arg)
{
    struct ask *new = ask_create(store, TRACES, NULL, NULL, NULL);
    if (new == NULL || !copy_who(new, who)) {
        static const struct store_traces none;
        ask_destroy(new);
        done(arg, false, &none);
        return;
    }
    new->texts = texts;
    new->traces_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_question(struct store *store, struct question *question)
{
    struct ask *new = ask_create(store, OTHER, NULL, NULL, NULL);
    if (new == NULL) {
        question->kind->answer(question, false);
        question->kind->destroy(question);
        return;
    }
    new->other = question;
    ask(store, new);
}

void store_stop_asks(struct store *store)
{
    struct ask *running = store->asks;
    lease_stop_loading(store);
    if (running == NULL)
        return;
    store->impl->interrupt(store);
    uv_mutex_lock(&store->mutex);
    while (!running->finished)
        uv_cond_wait(&store->cond, &store->mutex);
    uv_mutex_unlock(&store->mutex);
    struct ask *waiting = running->next;
    store->asks = NULL;
    running->store = NULL; /* ask_done() is still to come */
    answer(running, false);
    for (struct ask *next; waiting != NULL; waiting = next) {
        next = waiting->next;
        answer(waiting, false);
        ask_destroy(waiting);
    }
}
