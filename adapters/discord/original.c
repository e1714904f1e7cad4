#include "original.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool original_set(struct original *original, const struct interaction *interaction,
                  const char *place, uint64_t came)
{
    const char *pressed = interaction->ephemeral ? interaction->message : NULL;
    *original = (struct original){.until = came + ORIGINAL_MS,
                                  .interaction = strtoull(interaction->id, NULL, 10),
                                  .pressed = pressed ? strtoull(pressed, NULL, 10) : 0};
    snprintf(original->place, sizeof original->place, "%s", place);
    int application = snprintf(original->application, sizeof original->application, "%s",
                               interaction->application);
    int token = snprintf(original->token, sizeof original->token, "%s", interaction->token);
    if (application >= SHARD_ID || token >= ORIGINAL_TOKEN) {
        *original = (struct original){0};
        return false;
    }
    return true;
}

/* `request` says the rest; the path fits. */
static uint64_t request_of(const struct original *original, struct rest *rest,
                           struct rest_request *request)
{
    char path[REST_PATH];
    char major[LIMITS_MAJOR];
    snprintf(path, sizeof path, "/webhooks/%s/%s/messages/@original", original->application,
             original->token);
    snprintf(major, sizeof major, "%s/%s", original->application, original->token);
    request->path = path;
    request->major = major;
    request->place = original->place;
    request->token_only = true;
    request->repeat = true;
    request->deadline = original->until;
    return rest_send(rest, request);
}

uint64_t original_edit(const struct original *original, struct rest *rest, cJSON *body,
                       struct rest_file *picture,
                       void (*done)(void *arg, const struct rest_reply *reply), void *arg)
{
    return request_of(original, rest,
                      &(struct rest_request){.method = "PATCH",
                                             .route = "PATCH /webhooks/{}/{}/messages/@original",
                                             .class = LIMITS_HAND,
                                             .body = body,
                                             .file = picture,
                                             .done = done,
                                             .arg = arg});
}

void original_remove(const struct original *original, struct rest *rest)
{
    request_of(original, rest,
               &(struct rest_request){.method = "DELETE",
                                      .route = "DELETE /webhooks/{}/{}/messages/@original",
                                      .class = LIMITS_INFO});
}
