/* interaction_response.h: the message that answers an interaction. Only the interaction's token
 * edits and deletes it, for fifteen minutes. A press in that message makes another interaction,
 * whose token reaches the same message for longer: interaction_response_follow() changes to it. */
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
    uint64_t until;       /* loop_now() from which no request is sent any more */
    uint64_t interaction; /* its id */
    uint64_t came;        /* loop_now() */
    uint64_t pressed;   /* the id of the ephemeral message in which the user pressed: this response
                           changes it. 0: none, the response makes a new message */
    uint64_t opened_by; /* the id of the interaction to which this message was the first answer */
};

/* Sets a response to an interaction. `came`: loop_now() when it came. `address`: as in rest.h.
 * False, and nothing is set: its token is too long. */
bool interaction_response_set(struct interaction_response *response,
                              const struct interaction *interaction, const char *address,
                              uint64_t came);
/* Sends the response that Discord demands once within three seconds, of that type. `data` (taken
 * over) may be NULL. For `request` see interaction_response_edit(). */
uint64_t interaction_response_callback(const struct interaction_response *response,
                                       struct rest *rest, int type, cJSON *data,
                                       struct rest_request *request);
/* Edits the message that the response made. Takes body, file, done and arg from `request`, and
 * fills in the rest of it. Returns what rest_send() returns. */
uint64_t interaction_response_edit(const struct interaction_response *response, struct rest *rest,
                                   struct rest_request *request);
/* Replaces the text of the message, without pings. Nobody learns how the request ends. */
void interaction_response_reword(const struct interaction_response *response, struct rest *rest,
                                 const char *text);
/* Returns true if its token is still valid, so that requests can be sent. */
bool interaction_response_is_open(const struct interaction_response *response, uint64_t now);
/* Makes `response` use the token of `next` from now on. The interaction of `next` came from the
 * same message, or made a new one that replaces it. */
void interaction_response_follow(struct interaction_response *response,
                                 const struct interaction_response *next);
/* Deletes the message, with low priority. Nobody learns how the request ends. */
void interaction_response_remove(const struct interaction_response *response, struct rest *rest);

#endif
