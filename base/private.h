/* private.h: keep secrets out of memory that was freed, and out of core dumps. */
#ifndef TALON_BASE_PRIVATE_H
#define TALON_BASE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

/* Overwrites memory that held a secret. The compiler may drop a memset() of memory that nobody
 * reads again; it keeps this. */
void private_wipe(void *bytes, size_t size);

/* From now on a crash writes no core dump (it would hold hands and tokens), and other processes
 * of the same user cannot read this one's memory. False with errno. */
bool private_process(void);

#endif
