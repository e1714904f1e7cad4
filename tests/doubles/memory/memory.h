/* memory.h: a store in memory, with the same behaviour, for tests: it can be told to fail. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_H

#include "storage/store.h"

/* Nothing is kept. */
enum store_error store_open_memory(struct store **store, int timezone_minutes, struct loop *loop);
/* From now on no batch can be written, or each can again. */
void store_memory_fail(struct store *store, bool fails);

#endif
