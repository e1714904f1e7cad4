#include "rest_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rest_file_destroy(struct rest_file *file)
{
    if (file != NULL)
        file->destroy(file);
}

void rest_job_unmake(struct rest_job *job)
{
    if (job->making != NULL)
        make_queue_drop(job->making);
    job->making = NULL;
}

void rest_job_free(struct rest_job *job)
{
    rest_job_unmake(job);
    rest_file_destroy(job->file);
    cJSON_Delete(job->body);
    free(job->out);
    free(job);
}

bool rest_job_replace(struct rest_job *job, cJSON *body, struct rest_file *file)
{
    if (body == NULL) {
        rest_file_destroy(file);
        return false;
    }
    cJSON_Delete(job->body);
    job->body = body;
    if (job->making != NULL) {
        make_queue_replace(job->making, file);
    } else {
        rest_file_destroy(job->file);
        job->file = file;
    }
    return true;
}

void rest_job_refuse(const struct rest_request *request)
{
    cJSON_Delete(request->body);
    rest_file_destroy(request->file);
}

struct rest_job *rest_job_create(const struct rest_request *request)
{
    size_t path = strlen(request->path) + 1;
    struct rest_job *job = NULL;
    if (path <= REST_PATH && strlen(request->method) < sizeof(job->method) &&
        strlen(request->route) < sizeof(job->route) &&
        (request->body != NULL || request->file == NULL))
        job = calloc(1, sizeof(*job) + path);
    if (job == NULL) {
        rest_job_refuse(request);
        return NULL;
    }
    job->body = request->body;
    job->file = request->file;
    job->deadline = request->deadline;
    job->class = request->class;
    job->token_only = request->token_only;
    job->repeat = request->repeat;
    job->done = request->done;
    job->arg = request->arg;
    snprintf(job->method, sizeof(job->method), "%s", request->method);
    snprintf(job->route, sizeof(job->route), "%s", request->route);
    snprintf(job->address, sizeof(job->address), "%s", request->address ? request->address : "");
    memcpy(job->path, request->path, path);
    return job;
}

/* -- as it goes -- */

enum { TYPE_CONTAINER = 17 };

/* Shows the file at the top of a container. False: memory is out. */
static bool show_file(cJSON *inside, const struct rest_file *file)
{
    enum { TYPE_GALLERY = 12 };
    char url[64];
    cJSON *gallery = cJSON_CreateObject();
    cJSON *items = gallery != NULL ? cJSON_AddArrayToObject(gallery, "items") : NULL;
    cJSON *item = cJSON_CreateObject();
    cJSON *media = item != NULL ? cJSON_AddObjectToObject(item, "media") : NULL;
    snprintf(url, sizeof(url), "attachment://%s", file->name);
    bool good = items != NULL && media != NULL &&
                cJSON_AddNumberToObject(gallery, "type", TYPE_GALLERY) != NULL &&
                cJSON_AddStringToObject(media, "url", url) != NULL &&
                (file->description == NULL ||
                 cJSON_AddStringToObject(item, "description", file->description) != NULL);
    if (good && cJSON_AddItemToArray(items, item)) {
        item = NULL;
        if (cJSON_InsertItemInArray(inside, 0, gallery))
            return true;
    }
    cJSON_Delete(item);
    cJSON_Delete(gallery);
    return false;
}

/* Adds the file's entry to the `attachments` of a message. The message is the body, or the `data`
 * of an answer to an interaction. Existing entries stay. If the message is a container, Discord
 * shows only files that the container names. False: memory is out. */
static bool attach_file(cJSON *body, const struct rest_file *file)
{
    cJSON *data = cJSON_GetObjectItemCaseSensitive(body, "data");
    cJSON *message = cJSON_IsObject(data) ? data : body;
    cJSON *list = cJSON_GetObjectItemCaseSensitive(message, "attachments");
    cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(message, "components"), 0);
    cJSON *type = cJSON_GetObjectItemCaseSensitive(first, "type");
    cJSON *inside = cJSON_GetObjectItemCaseSensitive(first, "components");
    cJSON *entry = cJSON_CreateObject();
    bool good = entry != NULL && cJSON_AddNumberToObject(entry, "id", 0) != NULL &&
                cJSON_AddStringToObject(entry, "filename", file->name) != NULL &&
                (file->description == NULL ||
                 cJSON_AddStringToObject(entry, "description", file->description) != NULL) &&
                (list != NULL || (list = cJSON_AddArrayToObject(message, "attachments")) != NULL) &&
                cJSON_AddItemToArray(list, entry);
    if (!good)
        cJSON_Delete(entry);
    bool container = cJSON_IsNumber(type) && type->valueint == TYPE_CONTAINER;
    return good && (!container || show_file(inside, file));
}

/* Writes the body as JSON, with an entry for the file. The entry goes into a copy: the body may be
 * sent again without the file. */
static char *write_json(const struct rest_job *job)
{
    if (job->file == NULL)
        return cJSON_PrintUnformatted(job->body);
    cJSON *body = cJSON_Duplicate(job->body, true);
    char *json = body != NULL && attach_file(body, job->file) ? cJSON_PrintUnformatted(body) : NULL;
    cJSON_Delete(body);
    return json;
}

bool rest_job_write(struct rest_job *job, struct http_request *request)
{
    const struct rest_file *file = job->file;
    free(job->out);
    job->out = job->body != NULL ? write_json(job) : NULL;
    if (job->out == NULL)
        return job->body == NULL;
    request->parts[request->part_count++] =
        (struct http_part){.name = file != NULL ? "payload_json" : NULL,
                           .type = "application/json",
                           .data = job->out,
                           .size = strlen(job->out)};
    if (file != NULL) {
        request->parts[request->part_count++] = (struct http_part){.name = "files[0]",
                                                                   .filename = file->name,
                                                                   .type = file->type,
                                                                   .data = file->data,
                                                                   .size = file->size};
    }
    return true;
}
