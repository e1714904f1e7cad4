#include "array.h"

#include <stdlib.h>

void *array_grow(void *array, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0) /* the capacity is the next power of two: there is room */
        return array;
    return realloc(array, (count > 0 ? 2 * count : 1) * size);
}
