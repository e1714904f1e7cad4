#include "think.h"

#include <stdlib.h>

struct thought {
    struct thought *next;
    const struct player_impl *player;
    const struct rules *rules;
    struct view view;
    bool remembers;
    struct memory memory;
    struct chance_seeded chance;
    uint32_t nodes;
    atomic_bool stop;
    thought_done *done; /* the loop's; NULL: cancelled */
    void *arg;
    struct action action;
};

struct list {
    struct thought *first, **last;
};

struct thinker {
    struct loop *loop;
    struct rules_share **shares;
    struct post post;
    uv_thread_t thread;
    bool started;
    uv_mutex_t mutex; /* guards what follows */
    uv_cond_t cond;
    struct list waiting, answered;
    struct thought *running;
    bool posted, shutdown;
};

static void list_init(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void list_put(struct list *list, struct thought *thought)
{
    thought->next = NULL;
    *list->last = thought;
    list->last = &thought->next;
}

static struct thought *list_take(struct list *list)
{
    struct thought *thought = list->first;
    if (thought == NULL)
        return NULL;
    list->first = thought->next;
    if (list->first == NULL)
        list->last = &list->first;
    return thought;
}

static bool list_drop(struct list *list, const struct thought *thought)
{
    for (struct thought **at = &list->first; *at != NULL; at = &(*at)->next) {
        if (*at != thought)
            continue;
        *at = thought->next;
        if (*at == NULL)
            list->last = at;
        return true;
    }
    return false;
}

static void thought_free(struct thinker *thinker, struct thought *thought)
{
    rules_share_put(thinker->shares, thought->rules);
    free(thought);
}

/* -- the worker -- */

static void think_action(struct thought *thought)
{
    const struct player_budget budget = {.nodes = thought->nodes,
                                         .stop = &thought->stop,
                                         .memory = thought->remembers ? &thought->memory : NULL};
    thought->player->choose(thought->rules, &thought->view, &thought->chance.base, &budget,
                            &thought->action);
}

static void run_worker(void *arg)
{
    struct thinker *thinker = arg;
    uv_mutex_lock(&thinker->mutex);
    for (;;) {
        while (thinker->waiting.first == NULL && !thinker->shutdown)
            uv_cond_wait(&thinker->cond, &thinker->mutex);
        if (thinker->shutdown)
            break;
        struct thought *thought = thinker->running = list_take(&thinker->waiting);
        uv_mutex_unlock(&thinker->mutex);
        think_action(thought);
        uv_mutex_lock(&thinker->mutex);
        thinker->running = NULL;
        list_put(&thinker->answered, thought);
        if (!thinker->posted)
            loop_post(thinker->loop, &thinker->post);
        thinker->posted = true;
    }
    uv_mutex_unlock(&thinker->mutex);
}

/* -- on the loop -- */

static void deliver_answers(struct post *post)
{
    struct thinker *thinker = (struct thinker *)((char *)post - offsetof(struct thinker, post));
    uv_mutex_lock(&thinker->mutex);
    thinker->posted = false;
    struct thought *thought;
    while ((thought = list_take(&thinker->answered)) != NULL) {
        uv_mutex_unlock(&thinker->mutex); /* `done` may call thinker_ask() */
        if (thought->done != NULL)
            thought->done(thought->arg, &thought->action);
        thought_free(thinker, thought);
        uv_mutex_lock(&thinker->mutex);
    }
    uv_mutex_unlock(&thinker->mutex);
}

struct thinker *thinker_create(struct loop *loop, struct rules_share **shares)
{
    struct thinker *thinker = calloc(1, sizeof(*thinker));
    if (thinker == NULL)
        return NULL;
    thinker->loop = loop;
    thinker->shares = shares;
    thinker->post.call = deliver_answers;
    list_init(&thinker->waiting);
    list_init(&thinker->answered);
    if (uv_mutex_init(&thinker->mutex) != 0) {
        free(thinker);
        return NULL;
    }
    if (uv_cond_init(&thinker->cond) != 0) {
        uv_mutex_destroy(&thinker->mutex);
        free(thinker);
        return NULL;
    }
    return thinker;
}

void thinker_destroy(struct thinker *thinker)
{
    struct thought *thought;
    if (thinker == NULL)
        return;
    uv_mutex_lock(&thinker->mutex);
    thinker->shutdown = true;
    if (thinker->running != NULL)
        atomic_store(&thinker->running->stop, true);
    uv_cond_signal(&thinker->cond);
    uv_mutex_unlock(&thinker->mutex);
    if (thinker->started)
        uv_thread_join(&thinker->thread);
    if (thinker->posted)
        loop_unpost(thinker->loop, &thinker->post);
    while ((thought = list_take(&thinker->waiting)) != NULL)
        thought_free(thinker, thought);
    while ((thought = list_take(&thinker->answered)) != NULL)
        thought_free(thinker, thought);
    uv_cond_destroy(&thinker->cond);
    uv_mutex_destroy(&thinker->mutex);
    free(thinker);
}

struct thought *thinker_ask(struct thinker *thinker, const struct question *question,
                            thought_done *done, void *arg)
{
    if (!thinker->started && uv_thread_create(&thinker->thread, run_worker, thinker) != 0)
        return NULL;
    thinker->started = true;
    struct thought *thought = malloc(sizeof(*thought));
    if (thought == NULL)
        return NULL;
    *thought = (struct thought){.player = question->player,
                                .rules = question->rules,
                                .view = *question->view,
                                .remembers = question->memory != NULL,
                                .nodes = question->nodes,
                                .done = done,
                                .arg = arg};
    if (question->memory != NULL)
        thought->memory = *question->memory;
    atomic_init(&thought->stop, false);
    chance_init_seed(&thought->chance, question->seed);
    rules_share_hold(*thinker->shares, question->rules);
    uv_mutex_lock(&thinker->mutex);
    list_put(&thinker->waiting, thought);
    uv_cond_signal(&thinker->cond);
    uv_mutex_unlock(&thinker->mutex);
    return thought;
}

void thinker_cancel(struct thinker *thinker, struct thought *thought)
{
    uv_mutex_lock(&thinker->mutex);
    bool waiting = list_drop(&thinker->waiting, thought);
    uv_mutex_unlock(&thinker->mutex);
    thought->done = NULL;
    atomic_store(&thought->stop, true);
    if (waiting)
        thought_free(thinker, thought);
}
