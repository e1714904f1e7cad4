#include "make_queue.h"

#include <stddef.h>
#include <stdlib.h>

#include "make_order.h"

struct make_queue {
    struct make_order order;
    struct loop *loop;
    bool left; /* its owner destroyed it */
};

struct making_file {
    struct work work; /* first member, so that a cast finds this struct */
    struct make_turn turn;
    struct make_queue *queue;
    struct rest_file *file;
    void (*ready)(void *arg, struct rest_file *file); /* NULL: dropped */
    void *arg;
    bool made;
};

static struct making_file *turn_owner(struct make_turn *turn)
{
    return (struct making_file *)((char *)turn - offsetof(struct making_file, turn));
}

static void on_make(struct work *work)
{
    struct making_file *making = (struct making_file *)work;
    making->made = making->file != NULL && making->file->make(making->file);
}

static void on_made(struct work *work);

static void make_next(struct make_queue *queue)
{
    struct make_turn *turn;
    while ((turn = make_order_take(&queue->order)) != NULL)
        loop_work(queue->loop, &turn_owner(turn)->work, on_make, on_made);
}

static void on_made(struct work *work)
{
    struct making_file *making = (struct making_file *)work;
    struct make_queue *queue = making->queue;
    struct rest_file *file = making->file;
    void (*ready)(void *, struct rest_file *) = making->ready;
    void *arg = making->arg;
    if (ready == NULL || !making->made) {
        rest_file_destroy(file);
        file = NULL;
    }
    free(making);
    make_order_done(&queue->order);
    if (queue->left && queue->order.under_way == 0)
        free(queue);
    else
        make_next(queue);
    if (ready != NULL)
        ready(arg, file);
}

struct making_file *make_queue_put(struct make_queue *queue, struct rest_file *file,
                                   enum limits_class class,
                                   void (*ready)(void *arg, struct rest_file *file), void *arg)
{
    struct making_file *making = calloc(1, sizeof(*making));
    if (making == NULL) {
        rest_file_destroy(file);
        return NULL;
    }
    making->queue = queue;
    making->file = file;
    making->ready = ready;
    making->arg = arg;
    make_order_put(&queue->order, &making->turn, class);
    make_next(queue);
    return making;
}

bool make_queue_waits(const struct making_file *making)
{
    return making->turn.waits;
}

void make_queue_replace(struct making_file *making, struct rest_file *file)
{
    rest_file_destroy(making->file);
    making->file = file;
}

void make_queue_drop(struct making_file *making)
{
    if (!making->turn.waits) {
        making->ready = NULL;
        return;
    }
    make_order_drop(&making->queue->order, &making->turn);
    rest_file_destroy(making->file);
    free(making);
}

struct make_queue *make_queue_create(struct loop *loop)
{
    struct make_queue *queue = calloc(1, sizeof(*queue));
    if (queue != NULL) {
        queue->order.most = MAKE_QUEUE_MAX;
        queue->loop = loop;
    }
    return queue;
}

void make_queue_destroy(struct make_queue *queue)
{
    if (queue == NULL)
        return;
    queue->left = true;
    if (queue->order.under_way == 0)
        free(queue);
}
