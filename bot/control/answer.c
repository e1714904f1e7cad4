#include "answer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void answer_init(struct answer *answer)
{
    *answer = (struct answer){.result = cJSON_CreateObject()};
    answer->lost = answer->result == NULL;
}

void answer_finish(struct answer *answer)
{
    cJSON_Delete(answer->result);
    answer->result = NULL;
}

void answer_refuse(struct answer *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault_set_list(&answer->refusal, format, arguments);
    va_end(arguments);
}

static void put_value(struct answer *answer, cJSON *object, const char *key, cJSON *value)
{
    if (value != NULL && cJSON_AddItemToObject(object, key, value))
        return;
    cJSON_Delete(value);
    answer->lost = true;
}

void answer_text(struct answer *answer, cJSON *object, const char *key, const char *value)
{
    put_value(answer, object, key, value != NULL ? cJSON_CreateString(value) : cJSON_CreateNull());
}

void answer_number(struct answer *answer, cJSON *object, const char *key, double value)
{
    put_value(answer, object, key, cJSON_CreateNumber(value));
}

void answer_bool(struct answer *answer, cJSON *object, const char *key, bool value)
{
    put_value(answer, object, key, cJSON_CreateBool(value));
}

cJSON *answer_list(struct answer *answer, cJSON *object, const char *key)
{
    put_value(answer, object, key, cJSON_CreateArray());
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

cJSON *answer_row(struct answer *answer, cJSON *list)
{
    cJSON *row = cJSON_CreateObject();
    if (row != NULL && cJSON_AddItemToArray(list, row))
        return row;
    cJSON_Delete(row);
    answer->lost = true;
    return NULL;
}

void answer_name(struct answer *answer, cJSON *list, const char *value)
{
    cJSON *item = cJSON_CreateString(value);
    if (item != NULL && cJSON_AddItemToArray(list, item))
        return;
    cJSON_Delete(item);
    answer->lost = true;
}

/* Returns a line of JSON with that one member. Takes ownership of `value`. */
static char *print_line(const char *key, cJSON *value)
{
    char *line = NULL;
    cJSON *whole = cJSON_CreateObject();
    if (whole == NULL || value == NULL || !cJSON_AddItemToObject(whole, key, value))
        cJSON_Delete(value);
    else
        line = cJSON_PrintUnformatted(whole);
    cJSON_Delete(whole);
    size_t length = line != NULL ? strlen(line) : 0;
    char *ended = line != NULL ? realloc(line, length + 2) : NULL;
    if (ended == NULL)
        free(line);
    else
        memcpy(ended + length, "\n", 2);
    return ended;
}

char *answer_print(const struct answer *answer)
{
    if (*answer->refusal.text != '\0')
        return print_line("error", cJSON_CreateString(answer->refusal.text));
    if (answer->lost)
        return print_line("error", cJSON_CreateString("the daemon is out of memory: try again"));
    return print_line("result", cJSON_Duplicate(answer->result, true));
}
