#include "memory_data.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"

void *memory_need(void *memory)
{
    if (memory == NULL)
        log_fatal(NULL, "out of memory for a store in memory: ending");
    return memory;
}

char *memory_copy(const char *text)
{
    return memory_need(strdup(text));
}

void *memory_list_add(struct list *list, size_t size)
{
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 16;
        list->items = memory_need(realloc(list->items, list->room * size));
    }
    void *item = (char *)list->items + list->count++ * size;
    memset(item, 0, size);
    return item;
}

void memory_list_remove(struct list *list, size_t size, size_t at)
{
    char *item = (char *)list->items + at * size;
    memmove(item, item + size, (list->count - at - 1) * size);
    list->count--;
}
