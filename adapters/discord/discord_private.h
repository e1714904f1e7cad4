/* discord_private.h: the adapter, between discord.c (its life, what is said) and event.c (what
 * Discord tells). */
#ifndef TALON_ADAPTERS_DISCORD_PRIVATE_H
#define TALON_ADAPTERS_DISCORD_PRIVATE_H

#include "discord.h"
#include "gateway.h"
#include "hand.h"
#include "keys.h"
#include "panel.h"
#include "places.h"
#include "refusals.h"
#include "reply.h"
#include "rest.h"
#include "rights.h"
#include "session.h"

struct interaction;

enum { DISCORD_SEEN = 64 };

struct discord;

/* Where commands are registered: everywhere, or in one of the guilds. */
struct scope {
    struct discord *discord;
    char path[80];
    bool guild;
};

struct discord {
    struct adapter base;
    char name[64]; /* of the log */
    struct keys keys;
    struct rest *rest;
    struct gateway *gateway; /* NULL: not known yet where */
    struct panels *panels;
    struct hands *hands;
    struct replies *replies;
    struct places places;
    struct refusals refusals;
    struct timer timer; /* until Discord is asked again; or the network counts as gone */
    unsigned tries;     /* to ask */
    unsigned shards, first, count;
    unsigned ready;  /* shards that are */
    bool connected;  /* the host was told so */
    bool registered; /* commands were compared */
    struct scope scopes[KEYS_GUILDS];
    bool stopping;
    bool gateway_ended, rest_ended;
    unsigned handles;                  /* of the loop, that are not closed yet */
    char why[160];                     /* it ends by itself */
    char seen[DISCORD_SEEN][SHARD_ID]; /* interactions; a ring: the oldest goes */
    unsigned seen_next;
};

/* -- event.c -- */

void event_dispatch(void *arg, unsigned shard, const char *name, const cJSON *data);
void event_ready(void *arg, unsigned shard, bool ready);
/* Long enough without a shard: the network is gone. */
void event_silence(struct discord *discord);
/* Of the panels, as panels_setup has them. */
void event_lost(void *arg, const char *address, const char *why);
void event_refused(void *arg, const char *address, unsigned rights);
void event_try(void *arg, const char *address);
void event_heard(void *arg, const char *address);
unsigned event_lacks(void *arg, const char *address);
bool event_is_muted(void *arg, const char *address);
uint64_t event_spared(void *arg, const char *address);
/* -- hearing.c -- */

/* As rest_setup has it. */
void hearing_count(void *arg, const char *place, enum guard_way way);
/* Whether so many answers to what comes from that server (NULL: from a talk with that user) were
 * refused that none is given for a while. */
bool hearing_is_deaf(struct discord *discord, const char *guild, const char *user);

/* What an interaction tells of a channel of a guild; before it is told. */
void hearing_learn(struct discord *discord, const struct interaction *interaction);
/* Says in an event of a channel of a guild what we lack there; `words` is lent to it. */
void hearing_tell(struct discord *discord, struct chat_event *event,
                  char words[CHAT_LANGUAGES][RIGHTS_WORDS]);
/* As places_setup has it. */
void hearing_changed(void *arg, const char *channel);

/* Sees to it that Discord has the host's commands. */
void event_register(struct discord *discord);

/* Keeps what a later process needs to go on with a shard's session. */
void discord_keep_shard(struct discord *discord, unsigned shard);
/* Likewise the channels with a table. */
void discord_keep_places(struct discord *discord);
/* As panels_setup has it; `arg` is the adapter. */
const char *discord_kept_id(void *arg, const char *what, const char *address);

#endif
