#include "store_base.h"

#include "writer.h"

bool store_init(struct store *store, const struct store_impl *impl, int timezone_minutes,
                struct loop *loop, const struct log *log)
{
    store->impl = impl;
    store->loop = loop;
    store->log = log;
    store->timezone_minutes = timezone_minutes;
    store->queue_last = &store->queue;
    atomic_init(&store->durable, 0);
    atomic_init(&store->folding, false);
    atomic_init(&store->whole, STORE_WHOLE);
    if (uv_mutex_init(&store->mutex) != 0)
        return false;
    if (uv_cond_init(&store->cond) != 0)
        goto fail_cond;
    if (!writer_start(store))
        goto fail_thread;
    return true;

fail_thread:
    uv_cond_destroy(&store->cond);
fail_cond:
    uv_mutex_destroy(&store->mutex);
    return false;
}

void store_finish(struct store *store)
{
    lease_finish(store);
    batch_destroy(store->open);
    for (struct batch *list = store->queue, *next; list != NULL; list = next) {
        next = list->next;
        batch_destroy(list);
    }
    for (struct batch *list = store->spare, *next; list != NULL; list = next) {
        next = list->next;
        batch_destroy(list);
    }
    uv_cond_destroy(&store->cond);
    uv_mutex_destroy(&store->mutex);
}
