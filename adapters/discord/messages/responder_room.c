#include "responder_room.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void responder_drop(struct response *response)
{
    HASH_DEL(response->responder->all, response);
    message_lines_drop(&response->said, 0);
    message_lines_drop(&response->going, 0);
    message_lines_drop(&response->own, 0);
    message_destroy(response->panel);
    free(response->told);
    free(response);
}

/* Returns true if it counts for the bound of the user (0), the server (1), or all (2). */
static bool is_kin(const struct response *response, const char *user, const char *guild,
                   unsigned bound)
{
    return bound == 0   ? strcmp(response->user, user) == 0
           : bound == 1 ? *guild != '\0' && strcmp(response->guild, guild) == 0
                        : true;
}

bool responder_make_room(struct responder *responder, const char *user, const char *guild)
{
    static const unsigned most[] = {RESPONDER_USER, RESPONDER_GUILD, RESPONDER_MAX};
    for (unsigned bound = 0; bound < ARRAY_SIZE(most); bound++) {
        unsigned count = 0;
        struct response *done = NULL;
        for (struct response *response = responder->all; response != NULL;
             response = response->hh.next) {
            bool kin = is_kin(response, user, guild, bound);
            bool over = response->state == RESPONSE_ANSWERED || response->state == RESPONSE_TEXT;
            count += kin;
            done = done == NULL && kin && over && !response->dirty && response->flying == 0
                       ? response
                       : done;
        }
        if (count >= most[bound] && done == NULL)
            return false;
        if (count >= most[bound])
            responder_drop(done);
    }
    return true;
}
