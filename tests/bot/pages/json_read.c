#include "json_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

const cJSON *json_member(const cJSON *at, const char *key)
{
    const cJSON *found = cJSON_GetObjectItem(at, key);
    if (found == NULL)
        fail_msg("no \"%s\"", key);
    return found;
}

const char *json_text_of(const cJSON *at, const char *key)
{
    const char *text = cJSON_GetStringValue(json_member(at, key));
    return text != NULL ? text : "";
}

int json_number_of(const cJSON *at, const char *key)
{
    return (int)cJSON_GetNumberValue(json_member(at, key));
}
