/* sql_apply.h: writes batches to the database. Writer thread. */
#ifndef TALON_STORAGE_SQL_SQL_APPLY_H
#define TALON_STORAGE_SQL_SQL_APPLY_H

#include "sql_store.h"

/* Writes a group of batches in one transaction. False: sq->writer has the error, or sq->contradicts
 * is set; then the caller must roll the transaction back. */
bool sql_write_group(struct sql_store *sq, const struct batch *first, unsigned count);

#endif
