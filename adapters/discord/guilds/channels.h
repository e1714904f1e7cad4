/* channels.h: the channels and threads of the servers we are in, from GUILD_CREATE and what
 * follows.
 *
 * Bound: CHANNELS_GUILD of a server (Discord allows 500 channels and 1000 threads that are open), a
 * hundred and fifty bytes each and its name; a thread that is archived is forgotten, unless a table
 * is there or we are not heard there. One more is not known: who is seen there is answered, and no
 * more is kept. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_CHANNELS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_CHANNELS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/discord/gateway/shard.h"

enum { CHANNELS_GUILD = 2000, CHANNELS_NAME = 200 /* bytes of one, at most */ };

struct channel;
struct channel_guild;

/* All zero: none. */
struct channels {
    struct channel *all;
    struct channel_guild *guilds;
};

/* How we stand in one of them. */
struct channel_state {
    char guild[SNOWFLAKE_MAX];
    unsigned lacks;  /* permissions.h: as far as is known */
    unsigned hinted; /* of those that are wanted: what somebody was told */
    bool thread;     /* it is one */
    bool muted;      /* we are not heard there, and the host knows */
    unsigned denied; /* what a refusal was for */
    bool refused;    /* by an answer of Discord, not by what an interaction told: then none is
                        believed as long as refusals.h has it left alone */
};

struct channels_setup {
    /* A channel is there, or is not any more. */
    void (*entered)(void *arg, const char *channel);
    void (*removed)(void *arg, const char *channel);
    /* Something has changed where we are not heard: permissions, roles, a lock. */
    void (*changed)(void *arg, const char *channel);
    void *arg;
};

void channels_finish(struct channels *channels);
/* How many are known. */
unsigned channels_count(const struct channels *channels);
/* A dispatch of the gateway; others than those of guilds, channels and threads change nothing. */
void channels_dispatch(struct channels *channels, const struct channels_setup *setup,
                       const char *name, const cJSON *data);
/* Somebody is seen in a channel: it is there, if it was not. False: there is no room, or memory is
 * out. */
bool channels_see(struct channels *channels, const struct channels_setup *setup,
                  const char *channel, const char *guild);
/* How we stand there; NULL: it is not known. */
struct channel_state *channels_state(const struct channels *channels, const char *channel);
/* What people call it ("#cards"), valid until something is told of it; NULL: that is not known, or
 * not everybody of its server sees the channel. */
const char *channels_name(const struct channels *channels, const char *channel);
/* As channels_state(), of one that is not told of yet if it was not known; NULL: there is no room,
 * or memory is out. */
struct channel_state *channels_know(struct channels *channels, const char *channel,
                                    const char *guild);
/* It is gone; told. */
void channels_lose(struct channels *channels, const struct channels_setup *setup,
                   const char *channel);
/* Whether a table is there, which must be known again after a restart: then Discord tells of no
 * channel anew. True: that is news. */
bool channels_hold(struct channels *channels, const char *channel, bool held);
/* Calls `each` with those of a shard (`shards` 0: all) that were told of and are held. */
void channels_held(const struct channels *channels, unsigned shard, unsigned shards,
                   void (*each)(void *arg, const char *channel), void *arg);
/* Those of the servers of a shard (`shards` 0: all) as one line of text, to be freed, "" for none;
 * NULL: memory is out. */
char *channels_write(const struct channels *channels, unsigned shard, unsigned shards);
/* Takes of such a text those of the shard; each is told when somebody is seen there, or with all of
 * the shard. */
void channels_read(struct channels *channels, const char *text, unsigned shard, unsigned shards);
/* Tells of those of a shard that were not told of yet, or since channels_silence(). */
void channels_tell(struct channels *channels, const struct channels_setup *setup, unsigned shard,
                   unsigned shards);
/* What is said in those of a shard (`shards` 0: all) is not read any more: those that were told of
 * are told by `silent` (NULL: nobody is told), and are known as before. */
void channels_silence(struct channels *channels, unsigned shard, unsigned shards,
                      void (*silent)(void *arg, const char *channel), void *arg);

#endif
