/* sql_prune.h: what is old goes, a little at a time. In the writer's thread. */
#ifndef TALON_STORAGE_SQL_SQL_PRUNE_H
#define TALON_STORAGE_SQL_SQL_PRUNE_H

#include "sql_store.h"

/* One step of it. False: the connection has the error. */
bool sql_prune(struct sql_store *sq, const struct prune *prune);
/* One step of store_fold(). Likewise. */
bool sql_fold(struct sql_store *sq, int64_t now);

#endif
