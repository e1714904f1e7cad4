/* interaction_response.h: the message that answers an interaction. Only the interaction's token
 * edits and deletes it, for fifteen minutes. A press in that message brings another interaction
 * with another token. So several responses may reach one message, one after the other:
 * interaction_response_follow(). */
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
    uint64_t until;       /* in loop_now(): no request goes from then on */
    uint64_t interaction; /* its id */
    uint64_t came;        /* loop_now() */
    uint64_t pressed;   /* the id of the ephemeral message in which the user pressed, and which this
                           response reaches; 0: none, it makes a new message */
    uint64_t opened_by; /* the id of the interaction that made this message */
};

/* Sets a response to an interaction that came at that time, from an address (rest.h). False, and
 * nothing is set: its token is too long. */
bool interaction_response_set(struct interaction_response *response,
                              const struct interaction *interaction, const char *address,
                              uint64_t came);
/* Sends the interaction's one response, of that type; `data` (taken over) may be NULL. The next
 * function says how to fill `request`. */
uint64_t interaction_response_callback(const struct interaction_response *response,
                                       struct rest *rest, int type, cJSON *data,
                                       struct rest_request *request);
/* Sends body, file, done and arg of `request`, and fills in the rest of it. Returns the number of
 * the request as rest_send() does. */
uint64_t interaction_response_edit(const struct interaction_response *response, struct rest *rest,
                                   struct rest_request *request);
/* Replaces its text, without pings. Nobody waits for the end. */
void interaction_response_reword(const struct interaction_response *response, struct rest *rest,
                                 const char *text);
/* Whether requests to it can go now. */
bool interaction_response_is_open(const struct interaction_response *response, uint64_t now);
/* From now on `next` reaches the message of `response`: the interaction of `next` came from it, or
 * opened it. */
void interaction_response_follow(struct interaction_response *response,
                                 const struct interaction_response *next);
/* Deletes the message with low priority. Nobody waits for the end. */
void interaction_response_remove(const struct interaction_response *response, struct rest *rest);

#endif
