#include "writer.h"

#include <string.h>

#include "base/count.h"
#include "base/log.h"

#define RETRY_NS UINT64_C(1000000000)
#define IDLE_NS  UINT64_C(250000000)
/* How many used batches are kept to be filled again; more than these, as after an outage, are
 * freed. */
enum { SPARES_MAX = 4 };

void store_wake(struct store *store)
{
    if (store->posted)
        return;
    store->posted = true;
    loop_post(store->loop, &store->post);
}

/* On the loop: calls the owner for batches that became durable, and for trouble that begins or
 * ends. */
static void deliver(struct post *post)
{
    struct store *store = (struct store *)((char *)post - offsetof(struct store, post));
    uv_mutex_lock(&store->mutex);
    store->posted = false;
    bool failing = store->failing;
    unsigned failures = store->failures;
    struct fault trouble = store->trouble;
    uint64_t durable = atomic_load(&store->durable);
    uv_mutex_unlock(&store->mutex);

    const struct store_owner *owner = &store->owner;
    if (failures != store->failures_told && !store->trouble_told) {
        store->trouble_told = true;
        if (owner->trouble != NULL)
            owner->trouble(owner->arg, trouble.text);
    }
    store->failures_told = failures;
    if (!failing && store->trouble_told) {
        store->trouble_told = false;
        if (owner->trouble != NULL)
            owner->trouble(owner->arg, NULL);
    }
    lease_deliver(store);
    while (store->announced < durable && store_lease_holds(store)) {
        store->announced++;
        if (owner->committed != NULL)
            owner->committed(owner->arg, store->announced);
    }
}

/* The first `count` batches are durable: takes them out of the queue. The caller holds the
 * mutex. */
static void take_off(struct store *store, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct batch *batch = store->queue;
        store->queue = batch->next;
        if (store->queue == NULL)
            store->queue_last = &store->queue;
        atomic_store(&store->durable, batch->number);
        if (store->spares == SPARES_MAX) {
            batch_destroy(batch);
            continue;
        }
        batch_clear(batch);
        batch->next = store->spare;
        store->spare = batch;
        store->spares++;
    }
    store->failing = false;
}

/* Like store_wake(), but releases the mutex meanwhile: the loop may run at once, and it needs the
 * mutex. The caller holds it before and after. */
static void wake_at_once(struct store *store)
{
    bool posts = !store->posted;
    store->posted = true;
    uv_mutex_unlock(&store->mutex);
    if (posts)
        loop_post(store->loop, &store->post);
    uv_mutex_lock(&store->mutex);
}

/* Returns how many batches to write together. The caller holds the mutex. */
static unsigned next_group(const struct store *store)
{
    /* After a failure batches go one at a time, so that a bad batch holds up only those behind it.
     */
    unsigned limit = store->failing ? 1 : store->impl->group_max, count = 0;
    for (const struct batch *b = store->queue; b != NULL && count < limit; b = b->next)
        count++;
    return count;
}

static void wait_to_retry(struct store *store)
{
    uint64_t now = uv_hrtime(), until = now + RETRY_NS;
    while (!store->closing && now < until) {
        uv_cond_timedwait(&store->cond, &store->mutex, until - now);
        now = uv_hrtime();
    }
}

static void wait_for_work(struct store *store)
{
    if (store->impl->idle == NULL) {
        uv_cond_wait(&store->cond, &store->mutex);
    } else if (uv_cond_timedwait(&store->cond, &store->mutex, IDLE_NS) == UV_ETIMEDOUT) {
        uv_mutex_unlock(&store->mutex);
        store->impl->idle(store);
        uv_mutex_lock(&store->mutex);
    }
}

static void note_duration(enum apply applied, uint64_t began)
{
    count_add(applied == APPLY_DONE ? COUNT_COMMITS : COUNT_COMMIT_FAILS);
    if (applied == APPLY_DONE)
        duration_add(DURATION_COMMIT, (uv_hrtime() - began) / 1000);
}

/* After how many failures one after another the closing store gives up. Two: the first may be only
 * because an idle connection has broken. */
enum { LAST_TRIES = 2 };

static void run_writer(void *arg)
{
    struct store *store = arg;
    struct fault why = {0};
    unsigned failed = 0; /* attempts of the closing store since the last success */
    uv_mutex_lock(&store->mutex);
    for (;;) {
        while (store->queue == NULL && !store->closing)
            wait_for_work(store);
        if (store->queue == NULL)
            break;
        bool closing = store->closing, last_try = closing && failed + 1 == LAST_TRIES;
        unsigned count = next_group(store);
        struct batch *first = store->queue;
        uv_mutex_unlock(&store->mutex);
        uint64_t began = uv_hrtime();
        enum apply applied = store->impl->apply(store, first, count, &why);
        note_duration(applied, began);
        if (applied == APPLY_TAKEN)
            log_replaced(store->log, "%s: ending", why.text);
        /* No retry can write this batch, so ends the process: a restart goes on from what is
         * durable. */
        if (applied == APPLY_NEVER && count == 1 && !last_try)
            log_fatal(store->log, "%s: it can never be written: ending", why.text);
        uv_mutex_lock(&store->mutex);
        if (applied == APPLY_DONE) {
            take_off(store, count);
            wake_at_once(store);
            failed = 0;
            continue;
        }
        failed += closing;
        first->tries++;
        store->failing = true;
        store->failures++;
        store->trouble = why;
        store_wake(store);
        if (last_try) {
            store->lost = true;
            break;
        }
        wait_to_retry(store);
    }
    uv_mutex_unlock(&store->mutex);
}

bool writer_start(struct store *store)
{
    store->post.call = deliver;
    return uv_thread_create(&store->thread, run_writer, store) == 0;
}

void writer_push(struct store *store, struct batch *batch)
{
    uv_mutex_lock(&store->mutex);
    *store->queue_last = batch;
    store->queue_last = &batch->next;
    uv_mutex_unlock(&store->mutex);
    uv_cond_signal(&store->cond); /* the writer needs the mutex when it wakes */
}

bool writer_stop(struct store *store)
{
    uv_mutex_lock(&store->mutex);
    store->closing = true;
    uv_cond_signal(&store->cond);
    uv_mutex_unlock(&store->mutex);
    uv_thread_join(&store->thread);
    if (store->posted)
        loop_unpost(store->loop, &store->post);
    return !store->lost;
}
