/* memory.h: memory for libraries that do not bear to be without it. */
#ifndef TALON_BASE_MEMORY_H
#define TALON_BASE_MEMORY_H

#include <stddef.h>

/* realloc() of `size` > 0, or the process ends with a line that names the library.
 * libwebsockets 4.1 follows what is not there, or keeps a connection for whose end one waits then;
 * libcurl 7.88 may divide by zero, or watch a socket no more. To end is libuv's way, too, and loses
 * nothing: what was told is on the disk. */
void *memory_or_end(void *old, size_t size, const char *library);

#endif
