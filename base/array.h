/* array.h: how many elements an array has, and arrays that grow. */
#ifndef TALON_BASE_ARRAY_H
#define TALON_BASE_ARRAY_H

#include <stddef.h>

/* Of an array, never of a pointer. engine/array_size.h defines the same, to the letter. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Makes room for one more element of `size` bytes behind the `count` that `array` has; NULL with
 * count 0 begins one. Returns the array, which may have moved, or NULL if memory is out: then
 * `array` is still valid and unchanged. The owner frees it, and changes its memory in no other way:
 * how much there is follows from `count`. */
void *array_grow(void *array, size_t count, size_t size);

#endif
