/* places.h: the channels and threads of the servers we are in, from GUILD_CREATE and what follows.
 *
 * Bound: PLACES_GUILD of a server (Discord allows 500 channels and 1000 threads that are open), a
 * hundred and fifty bytes each; a thread that is archived is forgotten, unless a table is there or
 * we are not heard there. One more is not known: who is seen there is answered, and no more is
 * kept. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_PLACES_H
#define TALON_ADAPTERS_DISCORD_PLACES_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "session.h"

enum { PLACES_GUILD = 2000 };

struct place;
struct place_guild;

/* All zero: none. */
struct places {
    struct place *all;
    struct place_guild *guilds;
};

/* How we stand in one of them. */
struct place_state {
    char guild[SHARD_ID];
    unsigned lacks;  /* rights.h: as far as is known */
    unsigned hinted; /* of those that are wanted: what somebody was told */
    bool thread;     /* it is one */
    bool muted;      /* we are not heard there, and the host knows */
    unsigned denied; /* what a refusal was for */
    bool refused;    /* by an answer of Discord, not by what an interaction told: then none is
                        believed as long as refusals.h has the place left alone */
};

struct places_setup {
    /* A channel is there, or is not any more. */
    void (*entered)(void *arg, const char *channel);
    void (*removed)(void *arg, const char *channel);
    /* Something has changed where we are not heard: permissions, roles, a lock. */
    void (*changed)(void *arg, const char *channel);
    void *arg;
};

void places_finish(struct places *places);
/* How many are known. */
unsigned places_count(const struct places *places);
/* A dispatch of the gateway; others than those of guilds, channels and threads change nothing. */
void places_dispatch(struct places *places, const struct places_setup *setup, const char *name,
                     const cJSON *data);
/* Somebody is seen in a channel: it is there, if it was not. False: there is no room, or memory is
 * out. */
bool places_see(struct places *places, const struct places_setup *setup, const char *channel,
                const char *guild);
/* How we stand there; NULL: it is not known. */
struct place_state *places_state(const struct places *places, const char *channel);
/* Likewise, of one that is not told of yet if it was not known; NULL: there is no room, or memory
 * is out. */
struct place_state *places_know(struct places *places, const char *channel, const char *guild);
/* It is gone; told. */
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
