#include "interaction_response.h"

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
                                      .interaction = strtoull(interaction->id, NULL, 10),
                                      .pressed = pressed != NULL ? strtoull(pressed, NULL, 10) : 0};
    snprintf(response->address, sizeof response->address, "%s", address);
    int application = snprintf(response->application, sizeof response->application, "%s",
                               interaction->application);
    int token = snprintf(response->token, sizeof response->token, "%s", interaction->token);
    if (application >= SNOWFLAKE_MAX || token >= INTERACTION_TOKEN) {
        *response = (struct interaction_response){0};
        return false;
    }
    return true;
}

/* `request` says the rest; the path fits. */
static uint64_t request_of(const struct interaction_response *response, struct rest *rest,
                           struct rest_request *request)
{
    char path[REST_PATH];
    char major[LIMITS_MAJOR];
    snprintf(path, sizeof path, "/webhooks/%s/%s/messages/@original", response->application,
             response->token);
    snprintf(major, sizeof major, "%s/%s", response->application, response->token);
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
