/* discord_state.h: the state of the adapter, which its parts share: discord.c (its life, and
 * sending), dispatch.c (events of Discord), channel_access.c, command_registration.c,
 * resume_state.c and unanswered.c. */
#ifndef TALON_ADAPTERS_DISCORD_DISCORD_STATE_H
#define TALON_ADAPTERS_DISCORD_DISCORD_STATE_H

#include "adapters/discord/gateway/gateway.h"
#include "adapters/discord/gateway/shard.h"
#include "adapters/discord/guilds/channels.h"
#include "adapters/discord/guilds/command_mentions.h"
#include "adapters/discord/guilds/permissions.h"
#include "adapters/discord/guilds/refusals.h"
#include "adapters/discord/messages/card_emoji.h"
#include "adapters/discord/messages/channel_message.h"
#include "adapters/discord/messages/content.h"
#include "adapters/discord/messages/hand.h"
#include "adapters/discord/messages/responder.h"
#include "adapters/discord/messages/unanswered.h"
#include "adapters/discord/rest/rest.h"
#include "discord.h"
#include "discord_config.h"

enum { DISCORD_SEEN = 64 };

struct discord;

/* One place where we register commands: everywhere, or one guild. */
struct scope {
    struct discord *discord;
    char path[80];
    bool guild;
    bool compares; /* false: another process does, we only want the ids of the commands */
};

struct discord {
    struct adapter base;
    char name[64]; /* of the log */
    struct discord_config config;
    struct rest *rest;
    struct gateway *gateway;  /* NULL: its address is not known yet */
    struct card_emoji *emoji; /* NULL: squares stand for cards */
    struct command_mentions mentions;
    struct content_looks looks; /* of all texts: the two above */
    struct channel_messages *channel_messages;
    struct hands *hands;
    struct responder *responder;
    struct channels channels;
    struct refusals refusals;
    struct unanswered unanswered;
    struct timer timer;            /* runs until we ask for the gateway again, or report that the
                                    * network is gone */
    struct timer saving;           /* runs until resume_state.h stores the changed sessions */
    unsigned tries;                /* how often we asked for the gateway in vain */
    unsigned shards, count;        /* number of shards that the bot has, and that this process
                                    * has */
    bool ours[GATEWAY_SHARDS_MAX]; /* in a divided network: the parts that this process was given */
    int home; /* the first part that we got: state that belongs to no single part is stored under
                 its number; -1: none yet */
    bool places_moved; /* resume_state.h will store the list of channels with a table */
    unsigned ready;    /* number of shards that are ready */
    bool connected;    /* we told the host that the network is connected */
    bool gap;          /* the new session follows a long gap: presses may be lost (unanswered.h) */
    bool registered;   /* commands were compared */
    bool listed;       /* we asked Discord for its list of commands */
    struct scope scopes[DISCORD_CONFIG_GUILDS];
    bool stopping;
    bool gateway_ended, rest_ended;
    bool told;                              /* people have seen all that we had to show them */
    unsigned handles;                       /* handles of the loop that are not closed yet */
    char why[160];                          /* why the adapter ends; "": the host stops it */
    char seen[DISCORD_SEEN][SNOWFLAKE_MAX]; /* ids of the latest interactions and messages: a ring,
                                             * where a new id replaces the oldest */
    unsigned seen_next;
};

#endif
