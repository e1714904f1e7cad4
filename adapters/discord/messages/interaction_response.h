/* interaction_response.h: the message that an interaction was answered with.
 *
 * It is edited and deleted by the interaction's token alone, which is good for fifteen minutes. A
 * control in it brings another interaction with another token, so that one message is reached by
 * one response after the other: interaction_response_follow(). */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_INTERACTION_RESPONSE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_INTERACTION_RESPONSE_H

#include "adapters/discord/gateway/shard.h"
#include "adapters/discord/rest/rest.h"
#include "interaction.h"

enum { INTERACTION_RESPONSE_MS = 14 * 60 * 1000, INTERACTION_TOKEN = 400 };

/* All zero: none. */
struct interaction_response {
    char application[SNOWFLAKE_MAX];
    char token[INTERACTION_TOKEN]; /* "": none */
    char address[REST_ADDRESS];
    uint64_t until;       /* of loop_now(): no request from then on */
    uint64_t interaction; /* its id */
    uint64_t came;        /* loop_now() */
    uint64_t pressed;     /* the id of the user's own message it came from, and which it reaches; 0:
                           * of none, it reaches a new one */
    uint64_t opened_by;   /* the id of the interaction that this message answered at first */
};

/* Of an interaction that came at that time, from an address (rest.h). False, and none: its token is
 * too long. */
bool interaction_response_set(struct interaction_response *response,
                              const struct interaction *interaction, const char *address,
                              uint64_t came);
/* The interaction's one response, of that type; `data` (taken over) may be NULL. As for the next.
 */
uint64_t interaction_response_callback(const struct interaction_response *response,
                                       struct rest *rest, int type, cJSON *data,
                                       struct rest_request *request);
/* Sends what `request` has of body, file, done and arg; the rest of it is filled in. The number of
 * the request, as rest_send() gives it. */
uint64_t interaction_response_edit(const struct interaction_response *response, struct rest *rest,
                                   struct rest_request *request);
/* Its text becomes that one, which pings nobody; nobody waits for that. */
void interaction_response_reword(const struct interaction_response *response, struct rest *rest,
                                 const char *text);
/* Whether requests to it can be made now. */
bool interaction_response_is_open(const struct interaction_response *response, uint64_t now);
/* The message of `response` is reached by `next` from now on, which came from it, or opened it. */
void interaction_response_follow(struct interaction_response *response,
                                 const struct interaction_response *next);
/* Takes it away, when there is time; nobody waits for that. */
void interaction_response_remove(const struct interaction_response *response, struct rest *rest);

#endif
