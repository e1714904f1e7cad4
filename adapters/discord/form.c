#include "form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- the entries in the JSON -- */

bool form_fits(const struct form_file *files, unsigned count)
{
    size_t all = 0;
    for (unsigned i = 0; i < count && i < FORM_FILES; i++) {
        if (files[i].size > FORM_FILE) {
            return false;
        }
        all += files[i].size;
    }
    return count <= FORM_FILES && all <= FORM_ALL;
}

bool form_attach(cJSON *body, const struct form_file *files, unsigned count)
{
    cJSON *data = cJSON_GetObjectItemCaseSensitive(body, "data");
    cJSON *message = cJSON_IsObject(data) ? data : body;
    cJSON *list = cJSON_GetObjectItemCaseSensitive(message, "attachments");
    if (count > 0 && !list) {
        list = cJSON_AddArrayToObject(message, "attachments");
    }
    for (unsigned i = 0; i < count; i++) {
        cJSON *entry = cJSON_CreateObject();
        if (!cJSON_AddItemToArray(list, entry)) {
            cJSON_Delete(entry);
            return false;
        }
        const char *description = files[i].description;
        if (!cJSON_AddNumberToObject(entry, "id", i) ||
            !cJSON_AddStringToObject(entry, "filename", files[i].name) ||
            (description && !cJSON_AddStringToObject(entry, "description", description))) {
            return false;
        }
    }
    return true;
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
                      const struct form_file *files, unsigned count)
{
    add_line(text, boundary);
    add(text, "\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n"
              "Content-Type: application/json\r\n\r\n");
    add(text, json);
    for (unsigned i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, "form-data; name=\"files[%u]\"; filename=\"", i);
        add(text, "\r\n");
        add_line(text, boundary);
        add(text, "\r\nContent-Disposition: ");
        add(text, name);
        add_quoted(text, files[i].name);
        add(text, "\"\r\nContent-Type: ");
        add_quoted(text, files[i].type);
        add(text, "\r\n\r\n");
        add_bytes(text, files[i].data, files[i].size);
    }
    add(text, "\r\n");
    add_line(text, boundary);
    add(text, "--\r\n");
}

char *form_build(const char *boundary, const char *json, const struct form_file *files,
                 unsigned count, size_t *length)
{
    struct text text = {0};
    write_all(&text, boundary, json, files, count);
    text.start = malloc(text.length + 1);
    if (!text.start) {
        return NULL;
    }
    text.length = 0;
    write_all(&text, boundary, json, files, count);
    text.start[text.length] = '\0';
    *length = text.length;
    return text.start;
}
