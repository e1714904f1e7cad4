/* private.h: secrets leave nothing behind in memory, and none of ours on a disk. */
#ifndef TALON_BASE_PRIVATE_H
#define TALON_BASE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

/* Overwrites what held a secret, also where nothing reads it any more and the compiler might leave
 * a memset() away. */
void private_wipe(void *bytes, size_t size);

/* From now on no crash of this process leaves a picture of its memory (hands, tokens), and no other
 * process of the same user may look into it. False with errno. */
bool private_process(void);

#endif
