/* sql_apply.h: what batches do to the database. In the writer's thread. */
#ifndef TALON_STORAGE_SQL_SQL_APPLY_H
#define TALON_STORAGE_SQL_SQL_APPLY_H

#include "sql_store.h"

/* Carries the operations of a group out as one transaction. False: sq->writer has the error, or
 * sq->contradicts is set, and the transaction is open. */
bool sql_write_group(struct sql_store *sq, const struct batch *first, unsigned count);

#endif
