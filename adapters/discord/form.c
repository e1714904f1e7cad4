#include "form.h"

#include <stdlib.h>
#include <string.h>

bool form_attach(cJSON *body, const struct form_file *file)
{
    cJSON *data = cJSON_GetObjectItemCaseSensitive(body, "data");
    cJSON *message = cJSON_IsObject(data) ? data : body;
    cJSON *list = cJSON_GetObjectItemCaseSensitive(message, "attachments");
    cJSON *entry = cJSON_CreateObject();
    bool good =
        entry && cJSON_AddNumberToObject(entry, "id", 0) &&
        cJSON_AddStringToObject(entry, "filename", file->name) &&
        (!file->description || cJSON_AddStringToObject(entry, "description", file->description)) &&
        (list || (list = cJSON_AddArrayToObject(message, "attachments"))) &&
        cJSON_AddItemToArray(list, entry);
    if (!good) {
        cJSON_Delete(entry);
    }
    return good;
}

/* -- the parts -- */

/* Text that grows to a size that is known only when it was written once: without memory it counts.
 */
struct text {
    char *start; /* NULL: only counted */
    size_t length;
};

static void add_bytes(struct text *text, const void *bytes, size_t length)
{
    if (text->start && length > 0) {
        memcpy(text->start + text->length, bytes, length);
    }
    text->length += length;
}

static void add(struct text *text, const char *piece)
{
    add_bytes(text, piece, strlen(piece));
}

/* As browsers do: what would end the value or the line is escaped. */
static void add_quoted(struct text *text, const char *value)
{
    for (; *value; value++) {
        switch (*value) {
        case '"':
            add(text, "%22");
            break;
        case '\r':
            add(text, "%0D");
            break;
        case '\n':
            add(text, "%0A");
            break;
        default:
            add_bytes(text, value, 1);
        }
    }
}

static void add_line(struct text *text, const char *boundary)
{
    add(text, "--");
    add(text, boundary);
}

static void write_all(struct text *text, const char *boundary, const char *json,
                      const struct form_file *file)
{
    add_line(text, boundary);
    add(text, "\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n"
              "Content-Type: application/json\r\n\r\n");
    add(text, json);
    add(text, "\r\n");
    add_line(text, boundary);
    add(text, "\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"");
    add_quoted(text, file->name);
    add(text, "\"\r\nContent-Type: ");
    add_quoted(text, file->type);
    add(text, "\r\n\r\n");
    add_bytes(text, file->data, file->size);
    add(text, "\r\n");
    add_line(text, boundary);
    add(text, "--\r\n");
}

char *form_build(const char *boundary, const char *json, const struct form_file *file,
                 size_t *length)
{
    struct text text = {0};
    write_all(&text, boundary, json, file);
    text.start = malloc(text.length + 1);
    if (!text.start) {
        return NULL;
    }
    text.length = 0;
    write_all(&text, boundary, json, file);
    text.start[text.length] = '\0';
    *length = text.length;
    return text.start;
}
