/* writer.h: the thread that makes batches durable, in order, and tells the loop. */
#ifndef TALON_STORAGE_WRITER_H
#define TALON_STORAGE_WRITER_H

#include "store_base.h"

/* False when there is no thread. */
bool writer_start(struct store *store);
/* Takes the batch over. */
void writer_push(struct store *store, struct batch *batch);
/* Under the mutex: has the owner told of what is new, on the loop. */
void store_wake(struct store *store);
/* Ends after a last try; false when batches were lost. */
bool writer_stop(struct store *store);

#endif
