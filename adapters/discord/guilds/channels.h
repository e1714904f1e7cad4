/* channels.h: the channels and threads of our servers, from GUILD_CREATE and later events.
 *
 * Bound: CHANNELS_GUILD of a server (Discord allows 500 channels and 1000 open threads), 150 bytes
 * each, plus the name. An archived thread is forgotten, unless it has a table or we are not heard
 * there. Beyond the bound a channel is unknown: users there get answers, but nothing about the
 * channel is kept. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_CHANNELS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_CHANNELS_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "adapters/discord/gateway/shard.h"

enum { CHANNELS_GUILD = 2000, CHANNELS_NAME = 200 /* bytes of a name, at most */ };

struct known_channel;
struct channel_guild;

/* All zero: none. */
struct channels {
    struct known_channel *all;
    struct channel_guild *guilds;
};

/* Our rights and standing in a channel. */
struct channel_state {
    char guild[SNOWFLAKE_MAX];
    unsigned lacks;  /* permissions that we are known to lack (permissions.h) */
    unsigned hinted; /* the missing permissions of which we have told a user */
    bool thread;     /* this channel is a thread */
    bool muted;      /* we cannot write there, and the host knows: "we are not heard" */
    unsigned denied; /* the permissions that a refused request lacked */
    bool refused;    /* `lacks` comes from a refused request, not from an interaction. Until
                      * refusals.h lets us try again, we ignore interactions that report other
                      * permissions */
};

struct channels_setup {
    /* A channel has appeared (`entered`), or is gone (`removed`). */
    void (*entered)(void *arg, const char *channel);
    void (*removed)(void *arg, const char *channel);
    /* Permissions, roles or a lock changed in a channel where we are not heard. */
    void (*changed)(void *arg, const char *channel);
    void *arg;
};

void channels_finish(struct channels *channels);
/* Returns how many channels are known. */
unsigned channels_count(const struct channels *channels);
/* Reads an event of the gateway. Only events about guilds, channels and threads change anything. */
void channels_dispatch(struct channels *channels, const struct channels_setup *setup,
                       const char *name, const cJSON *data);
/* We saw a user in a channel: adds the channel if it is new. False: there is no room, or memory is
 * out. */
bool channels_see(struct channels *channels, const struct channels_setup *setup,
                  const char *channel, const char *guild);
/* Returns our rights and standing in a channel; NULL: the channel is not known. */
struct channel_state *channels_state(const struct channels *channels, const char *channel);
/* The name that people use ("#cards"), valid until the next event about the channel. NULL: not
 * known. "": not everybody on its server may see the channel, so the name is secret. */
const char *channels_name(const struct channels *channels, const char *channel);
/* As channels_state(), but adds an unknown channel without calling `entered`. NULL: there is no
 * room, or memory is out. */
struct channel_state *channels_know(struct channels *channels, const char *channel,
                                    const char *guild);
/* Forgets a channel that is gone, and calls `removed`. */
void channels_lose(struct channels *channels, const struct channels_setup *setup,
                   const char *channel);
/* Notes whether the channel has a table. Such channels must be stored for the time after a restart,
 * because a resumed session names no channels. Returns true if that changed. */
bool channels_hold(struct channels *channels, const char *channel, bool held);
/* Calls `each` for the channels of a shard (`shards` 0: of all) that have a table and for which
 * `entered` was called. */
void channels_held(const struct channels *channels, unsigned shard, unsigned shards,
                   void (*each)(void *arg, const char *channel), void *arg);
/* Writes the channels with a table in a shard's servers (`shards` 0: all) as one line of text, to
 * be freed; "": none; NULL: memory is out. */
char *channels_write(const struct channels *channels, unsigned shard, unsigned shards);
/* Reads the shard's channels from a text of channels_write(). It does not call `entered`:
 * channels_tell() does, or channels_see() when a user does something there. */
void channels_read(struct channels *channels, const char *text, unsigned shard, unsigned shards);
/* Calls `entered` for the channels of a shard for which it was not called yet, or not since the
 * last channels_silence(). */
void channels_tell(struct channels *channels, const struct channels_setup *setup, unsigned shard,
                   unsigned shards);
/* Call it when a shard has lost its connection (`shards` 0: all have). Calls `silent` (may be NULL)
 * for its channels for which `entered` was called. The channels stay known. */
void channels_silence(struct channels *channels, unsigned shard, unsigned shards,
                      void (*silent)(void *arg, const char *channel), void *arg);

#endif
