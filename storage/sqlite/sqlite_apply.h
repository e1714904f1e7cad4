/* sqlite_apply.h: writes a group of batches as one transaction. Writer thread. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_APPLY_H
#define TALON_STORAGE_SQLITE_SQLITE_APPLY_H

#include "storage/store_base.h"

/* `apply` of struct store_impl. */
enum apply sqlite_apply(struct store *store, const struct batch *first, unsigned count,
                        struct fault *why);

#endif
