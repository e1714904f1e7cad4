/* memory.h: a store in memory for tests. It behaves like a real one, and fails on request. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_H

#include "storage/store.h"

/* Nothing is kept. */
enum store_error store_open_memory(struct store **store, int timezone_minutes, struct loop *loop);
/* From now on every batch fails, or every batch succeeds again. */
void store_memory_fail(struct store *store, bool fails);

#endif
