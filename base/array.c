#include "array.h"

#include <stdlib.h>

void *array_grow(void *array, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0) /* its memory has room for a power of two of elements */
        return array;
    return realloc(array, (count > 0 ? 2 * count : 1) * size);
}
