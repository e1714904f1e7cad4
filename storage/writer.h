/* writer.h: the thread that makes batches durable, in order, and tells the loop. */
#ifndef TALON_STORAGE_WRITER_H
#define TALON_STORAGE_WRITER_H

#include "store_base.h"

/* False: there is no thread. */
bool writer_start(struct store *store);
/* Takes the batch over. */
void writer_push(struct store *store, struct batch *batch);
/* The caller holds the mutex. Makes the loop call the owner with what is new (batches, trouble,
 * leases). */
void store_wake(struct store *store);
/* Tries to write what is left, and ends the thread. False: batches were lost. */
bool writer_stop(struct store *store);

#endif
