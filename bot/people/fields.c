#include "fields.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

/* Reads an unsigned integer or bool of any size. */
static uint64_t load(const void *at, size_t size)
{
    uint8_t one = 0;
    uint16_t two = 0;
    uint32_t four = 0;
    uint64_t eight = 0;
    switch (size) {
    case 1:
        memcpy(&one, at, 1);
        return one;
    case 2:
        memcpy(&two, at, 2);
        return two;
    case 4:
        memcpy(&four, at, 4);
        return four;
    default:
        memcpy(&eight, at, 8);
        return eight;
    }
}

/* Leaves out a number that is too large for its member. */
static void save(void *at, size_t size, uint64_t value)
{
    const uint8_t one = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    if (size < 8 && value >> (8 * size) != 0)
        return;
    memcpy(at,
           size == 1   ? (const void *)&one
           : size == 2 ? (const void *)&two
           : size == 4 ? (const void *)&four
                       : (const void *)&value,
           size);
}

static int64_t load_signed(const void *at, size_t size)
{
    int32_t four = 0;
    int64_t eight = 0;
    if (size == sizeof(four)) {
        memcpy(&four, at, size);
        return four;
    }
    memcpy(&eight, at, sizeof(eight));
    return eight;
}

static void save_signed(void *at, size_t size, double value)
{
    const int32_t four = (int32_t)value;
    const int64_t eight = (int64_t)value;
    if (value >= INT32_MIN && value <= INT32_MAX)
        memcpy(at, size == sizeof(four) ? (const void *)&four : (const void *)&eight, size);
}

static bool write_list(const struct field *field, const void *record, cJSON *object)
{
    unsigned used = (unsigned)load((const char *)record + field->count_at, sizeof(unsigned));
    unsigned count = used < field->most ? used : field->most;
    cJSON *list = count > 0 ? cJSON_AddArrayToObject(object, field->name) : NULL;
    bool good = list != NULL || count == 0;
    for (unsigned i = 0; i < count && good; i++) {
        const char *element = (const char *)record + field->at + i * field->size;
        cJSON *item = field->members != NULL ? cJSON_CreateObject() : cJSON_CreateString(element);
        good = item != NULL && cJSON_AddItemToArray(list, item) &&
               (field->members == NULL || fields_write(field->members, element, item));
    }
    return good;
}

static bool write_field(const struct field *field, const void *record, cJSON *object)
{
    const char *at = (const char *)record + field->at;
    const char *text = NULL;
    char hex[20];
    switch (field->kind) {
    case FIELD_NUMBER:
        return load(at, field->size) == 0 ||
               cJSON_AddNumberToObject(object, field->name, (double)load(at, field->size)) != NULL;
    case FIELD_SIGNED:
        return load_signed(at, field->size) == 0 ||
               cJSON_AddNumberToObject(object, field->name, (double)load_signed(at, field->size)) !=
                   NULL;
    case FIELD_WIDE: /* a number of JSON is exact only up to 53 bits */
        snprintf(hex, sizeof(hex), "%" PRIx64, load(at, sizeof(uint64_t)));
        return strcmp(hex, "0") == 0 || cJSON_AddStringToObject(object, field->name, hex) != NULL;
    case FIELD_CHARS:
        return *at == '\0' || cJSON_AddStringToObject(object, field->name, at) != NULL;
    case FIELD_TEXT:
        memcpy(&text, at, sizeof(text));
        return text == NULL || cJSON_AddStringToObject(object, field->name, text) != NULL;
    case FIELD_RECORD: {
        cJSON *inner = cJSON_CreateObject();
        bool good = inner != NULL && fields_write(field->members, at, inner);
        if (!good || inner->child == NULL) {
            cJSON_Delete(inner);
            return good;
        }
        return cJSON_AddItemToObject(object, field->name, inner);
    }
    case FIELD_LIST:
        return write_list(field, record, object);
    }
    return false;
}

bool fields_write(const struct field *fields, const void *record, cJSON *object)
{
    for (const struct field *field = fields; field->name != NULL; field++) {
        if (!write_field(field, record, object))
            return false;
    }
    return true;
}

/* -- back -- */

static void read_chars(const cJSON *item, char *out, size_t size)
{
    if (cJSON_IsString(item) && strlen(item->valuestring) < size)
        memcpy(out, item->valuestring, strlen(item->valuestring) + 1);
}

static void read_list(const struct field *field, const cJSON *list, void *record)
{
    unsigned count = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        char *element = (char *)record + field->at + count * field->size;
        if (count == field->most)
            break;
        if (field->members != NULL)
            fields_read(field->members, item, element);
        else
            read_chars(item, element, field->size);
        count++;
    }
    memcpy((char *)record + field->count_at, &count, sizeof(count));
}

static void read_field(const struct field *field, const cJSON *item, void *record)
{
    char *at = (char *)record + field->at;
    bool text = cJSON_IsString(item);
    switch (field->kind) {
    case FIELD_NUMBER:
        if (cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble <= UINT32_MAX)
            save(at, field->size, (uint64_t)item->valuedouble);
        break;
    case FIELD_SIGNED:
        if (cJSON_IsNumber(item))
            save_signed(at, field->size, item->valuedouble);
        break;
    case FIELD_WIDE:
        if (text)
            save(at, sizeof(uint64_t), strtoull(item->valuestring, NULL, 16));
        break;
    case FIELD_CHARS:
        read_chars(item, at, field->size);
        break;
    case FIELD_TEXT:
        if (text)
            memcpy(at, &item->valuestring, sizeof(item->valuestring));
        break;
    case FIELD_RECORD:
        fields_read(field->members, item, at);
        break;
    case FIELD_LIST:
        read_list(field, item, record);
        break;
    }
}

void fields_read(const struct field *fields, const cJSON *object, void *record)
{
    for (const struct field *field = fields; field->name != NULL; field++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field->name);
        if (item != NULL)
            read_field(field, item, record);
    }
}
