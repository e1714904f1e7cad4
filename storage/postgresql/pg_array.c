#include "pg_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool put_bytes(struct pg_array *array, const char *bytes, size_t size)
{
    if (array->room - array->size <= size) {
        size_t room = 2 * (array->size + size) + 256;
        char *text = realloc(array->text, room);
        if (text == NULL)
            return false;
        array->text = text;
        array->room = room;
    }
    memcpy(array->text + array->size, bytes, size);
    array->size += size;
    array->text[array->size] = '\0';
    return true;
}

static bool next_item(struct pg_array *array)
{
    return put_bytes(array, array->size == 0 ? "{" : ",", 1);
}

bool pg_array_add(struct pg_array *array, const char *text)
{
    bool good = next_item(array) && put_bytes(array, "\"", 1);
    while (good && *text != '\0') {
        size_t plain = strcspn(text, "\"\\");
        good = put_bytes(array, text, plain);
        text += plain;
        if (good && *text != '\0')
            good = put_bytes(array, "\\", 1) && put_bytes(array, text++, 1);
    }
    return good && put_bytes(array, "\"", 1);
}

bool pg_array_add_null(struct pg_array *array)
{
    return next_item(array) && put_bytes(array, "NULL", 4);
}

bool pg_array_add_number(struct pg_array *array, const char *text)
{
    return next_item(array) && put_bytes(array, text, strlen(text));
}

bool pg_array_add_int(struct pg_array *array, int64_t number)
{
    char text[24];
    snprintf(text, sizeof(text), "%lld", (long long)number);
    return pg_array_add_number(array, text);
}

bool pg_array_close(struct pg_array *array)
{
    return put_bytes(array, array->size == 0 ? "{}" : "}", array->size == 0 ? 2 : 1);
}

void pg_array_clear(struct pg_array *array)
{
    array->size = 0;
}

void pg_array_finish(struct pg_array *array)
{
    free(array->text);
    *array = (struct pg_array){.text = NULL};
}
