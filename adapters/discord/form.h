/* form.h: the body of a request that carries a file.
 *
 * Discord takes it as multipart/form-data: the JSON as `payload_json`, the file as `files[0]`, and
 * in the JSON an `attachments` entry, whose id is that number. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_FORM_H
#define TALON_ADAPTERS_DISCORD_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

enum { FORM_BOUNDARY = 48 /* bytes, NUL included */ };

struct form_file {
    const char *name;        /* with the ending that its type has */
    const char *type;        /* "image/png" */
    const char *description; /* for who cannot see it; NULL: none */
    const void *data;
    size_t size;
};

/* Adds its entry to `attachments` of a message: of the body itself, or of its `data` where it is
 * the answer to an interaction. Entries that are there stay. False: memory is out. */
bool form_attach(cJSON *body, const struct form_file *file);

/* The whole body; `boundary` occurs in none of the parts (random). To be freed; NULL: memory is
 * out. */
char *form_build(const char *boundary, const char *json, const struct form_file *file,
                 size_t *length);

#endif
