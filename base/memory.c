#include "memory.h"

#include <stdlib.h>

#include "log.h"

void *memory_or_end(void *old, size_t size, const char *library)
{
    const struct log log = {.name = library};
    void *memory = realloc(old, size);
    if (memory == NULL)
        log_fatal(&log, "out of memory (%zu bytes): ending", size);
    return memory;
}
