/* original.h: the message that an interaction was answered with, edited and taken away by the
 * interaction's token alone, which is good for fifteen minutes. */
#ifndef TALON_ADAPTERS_DISCORD_ORIGINAL_H
#define TALON_ADAPTERS_DISCORD_ORIGINAL_H

#include "interaction.h"
#include "rest.h"
#include "session.h"

enum { ORIGINAL_MS = 14 * 60 * 1000, ORIGINAL_TOKEN = 400 };

/* All zero: none. */
struct original {
    char application[SHARD_ID];
    char token[ORIGINAL_TOKEN]; /* "": none */
    char place[REST_PLACE];
    uint64_t until;       /* of loop_now(): no request from then on */
    uint64_t interaction; /* its id */
    uint64_t pressed; /* the id of the user's own message it came from, and which it reaches; 0: of
                       * none, it reaches a new one */
};

/* Of an interaction that came at that time, from a place (rest.h). False, and none: its token is
 * too long. */
bool original_set(struct original *original, const struct interaction *interaction,
                  const char *place, uint64_t came);
/* The number of the request, as rest_send() gives it. Body and picture (NULL: none) are
 * taken over. */
uint64_t original_edit(const struct original *original, struct rest *rest, cJSON *body,
                       struct rest_file *picture,
                       void (*done)(void *arg, const struct rest_reply *reply), void *arg);
/* Takes it away, when there is time; nobody waits for that. */
void original_remove(const struct original *original, struct rest *rest);

#endif
