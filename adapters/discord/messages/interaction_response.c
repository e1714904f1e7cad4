#include "interaction_response.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool interaction_response_set(struct interaction_response *response,
                              const struct interaction *interaction, const char *address,
                              uint64_t came)
{
    const char *pressed = interaction->ephemeral ? interaction->message : NULL;
    *response =
        (struct interaction_response){.until = came + INTERACTION_RESPONSE_MS,
                                      .came = came,
                                      .interaction = strtoull(interaction->id, NULL, 10),
                                      .pressed = pressed != NULL ? strtoull(pressed, NULL, 10) : 0};
    snprintf(response->address, sizeof(response->address), "%s", address);
    int application = snprintf(response->application, sizeof(response->application), "%s",
                               interaction->application);
    int token = snprintf(response->token, sizeof(response->token), "%s", interaction->token);
    if (application >= SNOWFLAKE_MAX || token >= INTERACTION_TOKEN) {
        *response = (struct interaction_response){0};
        return false;
    }
    return true;
}

uint64_t interaction_response_callback(const struct interaction_response *response,
                                       struct rest *rest, int type, cJSON *data,
                                       struct rest_request *request)
{
    char path[REST_PATH];
    char id[SNOWFLAKE_MAX];
    cJSON *body = cJSON_CreateObject();
    if (body == NULL || cJSON_AddNumberToObject(body, "type", type) == NULL ||
        (data != NULL && !cJSON_AddItemToObject(body, "data", data))) {
        cJSON_Delete(body);
        cJSON_Delete(data);
        rest_file_destroy(request->file);
        return 0;
    }
    snprintf(id, sizeof(id), "%" PRIu64, response->interaction);
    snprintf(path, sizeof(path), "/interactions/%s/%s/callback", id, response->token);
    request->method = "POST";
    request->path = path;
    request->route = "POST /interactions/{}/{}/callback";
    request->major = id;
    request->address = response->address;
    request->class = LIMITS_CALLBACK;
    request->token_only = true;
    request->repeat = true; /* a second one is refused */
    request->deadline = response->came + LIMITS_CALLBACK_MS;
    request->body = body;
    return rest_send(rest, request);
}

/* Sends a request to the path of the response, which always fits. The caller has set all else in
 * `request`. */
static uint64_t request_of(const struct interaction_response *response, struct rest *rest,
                           struct rest_request *request)
{
    char path[REST_PATH];
    char major[LIMITS_MAJOR];
    snprintf(path, sizeof(path), "/webhooks/%s/%s/messages/@original", response->application,
             response->token);
    snprintf(major, sizeof(major), "%s/%s", response->application, response->token);
    request->path = path;
    request->major = major;
    request->address = response->address;
    request->token_only = true;
    request->repeat = true;
    request->deadline = response->until;
    return rest_send(rest, request);
}

uint64_t interaction_response_edit(const struct interaction_response *response, struct rest *rest,
                                   struct rest_request *request)
{
    request->method = "PATCH";
    request->route = "PATCH /webhooks/{}/{}/messages/@original";
    request->class = LIMITS_HAND;
    return request_of(response, rest, request);
}

void interaction_response_reword(const struct interaction_response *response, struct rest *rest,
                                 const char *text)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *allowed = body != NULL ? cJSON_AddObjectToObject(body, "allowed_mentions") : NULL;
    if (allowed != NULL && cJSON_AddArrayToObject(allowed, "parse") != NULL &&
        cJSON_AddStringToObject(body, "content", text) != NULL)
        interaction_response_edit(response, rest, &(struct rest_request){.body = body});
    else
        cJSON_Delete(body);
}

void interaction_response_remove(const struct interaction_response *response, struct rest *rest)
{
    request_of(response, rest,
               &(struct rest_request){.method = "DELETE",
                                      .route = "DELETE /webhooks/{}/{}/messages/@original",
                                      .class = LIMITS_INFO});
}

bool interaction_response_is_open(const struct interaction_response *response, uint64_t now)
{
    return response->token[0] != '\0' && now < response->until;
}

void interaction_response_follow(struct interaction_response *response,
                                 const struct interaction_response *next)
{
    uint64_t opened_by = next->pressed != 0 ? response->opened_by : next->interaction;
    *response = *next;
    response->opened_by = opened_by;
}
