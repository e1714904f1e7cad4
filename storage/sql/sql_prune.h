/* sql_prune.h: deletes old rows, a few at a time. Writer thread. */
#ifndef TALON_STORAGE_SQL_SQL_PRUNE_H
#define TALON_STORAGE_SQL_SQL_PRUNE_H

#include "sql_store.h"

/* One step of store_prune(). False: the connection has the error. */
bool sql_prune(struct sql_store *sq, const struct prune *prune);
/* One step of store_fold(). False: the connection has the error. */
bool sql_fold(struct sql_store *sq, int64_t now);

#endif
