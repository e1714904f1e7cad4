/* make_queue.h: makes files (rest.h) on libuv's threads, in the order of make_order.h. Few are made
 * at once, so that an answer to a person does not wait behind the boards of many tables, and so
 * that threads are left for others, such as reads of the store.
 *
 * A file whose drawing has begun is finished, even if nobody wants it any more. The queue then
 * outlives make_queue_destroy(), and frees itself after the last file. */
#ifndef TALON_ADAPTERS_DISCORD_REST_MAKE_QUEUE_H
#define TALON_ADAPTERS_DISCORD_REST_MAKE_QUEUE_H

#include <stdbool.h>

#include "base/loop.h"
#include "limits.h"
#include "rest.h"

enum { MAKE_QUEUE_MAX = 2 }; /* files at once; libuv has four threads */

struct make_queue;
struct making_file;

/* NULL: memory is out. */
struct make_queue *make_queue_create(struct loop *loop);
/* Drop all files first. Accepts NULL. */
void make_queue_destroy(struct make_queue *queue);

/* Queues a file that is not made yet, and takes it over. Calls `ready` once, in a later turn of the
 * loop, and gives the file back; NULL: it could not be made. NULL returned: memory is out, and the
 * file is destroyed. */
struct making_file *make_queue_put(struct make_queue *queue, struct rest_file *file,
                                   enum limits_class class,
                                   void (*ready)(void *arg, struct rest_file *file), void *arg);
/* Returns true if nothing of the file is made yet. */
bool make_queue_waits(const struct making_file *making);
/* Replaces a file that waits by another one, which takes its place in the queue. `file` NULL:
 * `ready` comes without a file. */
void make_queue_replace(struct making_file *making, struct rest_file *file);
/* The file is not wanted any more: destroys it, or lets it be destroyed when it is made. `ready`
 * does not come. */
void make_queue_drop(struct making_file *making);

#endif
