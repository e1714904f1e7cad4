/* places.h: the channels and threads of the servers we are in, from GUILD_CREATE and what follows.
 * Pure. */
#ifndef TALON_ADAPTERS_DISCORD_PLACES_H
#define TALON_ADAPTERS_DISCORD_PLACES_H

#include <stdbool.h>

#include <cjson/cJSON.h>

struct place;

/* All zero: none. */
struct places {
    struct place *all;
};

struct places_setup {
    /* A channel is there, or is not any more. */
    void (*entered)(void *arg, const char *channel);
    void (*removed)(void *arg, const char *channel);
    void *arg;
};

void places_finish(struct places *places);
/* A dispatch of the gateway; others than those of guilds, channels and threads change nothing. */
void places_dispatch(struct places *places, const struct places_setup *setup, const char *name,
                     const cJSON *data);
/* Somebody is seen in a channel: it is there, if it was not. False: memory is out. */
bool places_see(struct places *places, const struct places_setup *setup, const char *channel,
                const char *guild);
/* It cannot be written in; told. */
void places_lose(struct places *places, const struct places_setup *setup, const char *channel);
/* Whether a table is there, which must be known again after a restart: then Discord tells of no
 * channel anew. */
void places_hold(struct places *places, const char *channel, bool held);
/* Those as one line of text, to be freed, "" for none; NULL: memory is out. */
char *places_write(const struct places *places);
/* Takes such a text; each is told when somebody is seen there, or with all. */
void places_read(struct places *places, const char *text);
/* Tells of all again. */
void places_tell(struct places *places, const struct places_setup *setup);

#endif
