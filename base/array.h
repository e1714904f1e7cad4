/* array.h: how many elements an array has, and arrays that grow. */
#ifndef TALON_BASE_ARRAY_H
#define TALON_BASE_ARRAY_H

#include <stddef.h>

/* The number of elements of an array; wrong for a pointer. engine/array_size.h has the same
 * definition, letter by letter. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Makes room for one more element of `size` bytes in an array of `count` elements. NULL with count
 * 0 begins an array. Returns the array, which may have moved. Returns NULL if memory is out:
 * `array` is then still valid and unchanged. The owner frees the array, but must not resize it in
 * another way: the capacity is derived from `count`. */
void *array_grow(void *array, size_t count, size_t size);

#endif
