#include "rest_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_files(struct rest_job *job)
{
    for (unsigned i = 0; i < job->file_count; i++) {
        free((void *)job->files[i].name);
        free((void *)job->files[i].type);
        free((void *)job->files[i].description);
        free((void *)job->files[i].data);
    }
}

void rest_job_free(struct rest_job *job)
{
    free_files(job);
    cJSON_Delete(job->body);
    free(job->out);
    free(job);
}

static bool copy_file(struct form_file *to, const struct form_file *from)
{
    char *data = malloc(from->size + 1);
    if (data && from->size > 0) {
        memcpy(data, from->data, from->size);
    }
    to->name = strdup(from->name);
    to->type = strdup(from->type);
    to->description = from->description ? strdup(from->description) : NULL;
    to->data = data;
    to->size = from->size;
    return data && to->name && to->type && (to->description || !from->description);
}

static bool copy_files(struct rest_job *job, const struct rest_request *request)
{
    for (unsigned i = 0; i < request->file_count; i++) {
        job->file_count++;
        if (!copy_file(&job->files[i], &request->files[i])) {
            return false;
        }
        job->file_bytes += request->files[i].size;
    }
    return true;
}

bool rest_job_replace(struct rest_job *job, cJSON *body)
{
    if (!body || !form_attach(body, job->files, job->file_count)) {
        cJSON_Delete(body);
        return false;
    }
    cJSON_Delete(job->body);
    job->body = body;
    return true;
}

struct rest_job *rest_job_create(const struct rest_request *request)
{
    size_t path = strlen(request->path) + 1;
    struct rest_job *job = NULL;
    if (path <= REST_PATH && strlen(request->method) < sizeof job->method &&
        strlen(request->route) < sizeof job->route &&
        form_fits(request->files, request->file_count) &&
        (request->body || request->file_count == 0)) {
        job = calloc(1, sizeof *job + path);
    }
    if (!job) {
        cJSON_Delete(request->body);
        return NULL;
    }
    job->deadline = request->deadline;
    job->class = request->class;
    job->token_only = request->token_only;
    job->repeat = request->repeat;
    job->done = request->done;
    job->arg = request->arg;
    snprintf(job->method, sizeof job->method, "%s", request->method);
    snprintf(job->route, sizeof job->route, "%s", request->route);
    memcpy(job->path, request->path, path);
    if (!copy_files(job, request)) {
        cJSON_Delete(request->body);
        rest_job_free(job);
        return NULL;
    }
    if (request->body && !rest_job_replace(job, request->body)) {
        rest_job_free(job);
        return NULL;
    }
    return job;
}

/* Random, so that nothing in a file is taken for it. */
static bool make_boundary(char boundary[FORM_BOUNDARY])
{
    uint64_t chance[2];
    if (uv_random(NULL, NULL, chance, sizeof chance, 0, NULL) != 0) {
        return false;
    }
    snprintf(boundary, FORM_BOUNDARY, "talon-%016llx%016llx", (unsigned long long)chance[0],
             (unsigned long long)chance[1]);
    return true;
}

bool rest_job_write(struct rest_job *job, size_t *length, const char **type)
{
    static char form_type[sizeof "multipart/form-data; boundary=" + FORM_BOUNDARY];
    free(job->out);
    *length = 0;
    *type = NULL;
    job->out = job->body ? cJSON_PrintUnformatted(job->body) : NULL;
    if (!job->body || !job->out) {
        return !job->body;
    }
    *length = strlen(job->out);
    *type = "application/json";
    if (job->file_count > 0) {
        char boundary[FORM_BOUNDARY];
        char *form = make_boundary(boundary)
                         ? form_build(boundary, job->out, job->files, job->file_count, length)
                         : NULL;
        free(job->out);
        job->out = form;
        snprintf(form_type, sizeof form_type, "multipart/form-data; boundary=%s", boundary);
        *type = form_type;
    }
    return job->out;
}
