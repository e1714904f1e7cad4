/* memory.h: memory for libraries that cannot run without it. */
#ifndef TALON_BASE_MEMORY_H
#define TALON_BASE_MEMORY_H

#include <stddef.h>

/* realloc() of `size` > 0 bytes. If memory is out, the process ends with a line that names the
 * library. libwebsockets 4.1 would follow a NULL pointer, or keep a connection that never ends.
 * libcurl 7.88 may divide by zero, or stop watching a socket. libuv also ends the process then.
 * Nothing is lost: whatever was announced is on the disk. */
void *memory_or_end(void *old, size_t size, const char *library);

#endif
