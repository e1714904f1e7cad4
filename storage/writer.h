/* writer.h: the thread that makes batches durable, in order, and tells the loop. */
#ifndef TALON_STORAGE_WRITER_H
#define TALON_STORAGE_WRITER_H

#include "store_base.h"

/* False: there is no thread. */
bool writer_start(struct store *store);
/* Takes the batch over. */
void writer_push(struct store *store, struct batch *batch);
/* The caller holds the mutex. Lets the owner be told on the loop what is new. */
void store_wake(struct store *store);
/* Ends the thread after a last try. False: batches were lost. */
bool writer_stop(struct store *store);

#endif
