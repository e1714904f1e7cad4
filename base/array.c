#include "array.h"

#include <stdlib.h>

void *array_grow(void *array, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0) /* room is left up to the next power of two */
        return array;
    return realloc(array, (count > 0 ? 2 * count : 1) * size);
}
