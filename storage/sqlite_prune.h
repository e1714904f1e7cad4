/* sqlite_prune.h: what is old goes, a little at a time. In the writer's thread. */
#ifndef TALON_STORAGE_SQLITE_PRUNE_H
#define TALON_STORAGE_SQLITE_PRUNE_H

#include "sqlite_store.h"

/* One step of it. False: the connection has the error. */
bool sqlite_prune(struct sqlite_store *sq, const struct prune *prune);
/* One step of store_fold(). Likewise. */
bool sqlite_fold(struct sqlite_store *sq, int64_t now);

#endif
