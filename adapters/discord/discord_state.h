/* discord_state.h: the state of the adapter, which its parts share: discord.c (its life, and
 * sending), dispatch.c (events of Discord), channel_access.c, command_registration.c,
 * resume_state.c and unanswered.c. */
#ifndef TALON_ADAPTERS_DISCORD_DISCORD_STATE_H
#define TALON_ADAPTERS_DISCORD_DISCORD_STATE_H

#include "adapters/discord/gateway/gateway.h"
#include "adapters/discord/gateway/shard.h"
#include "adapters/discord/guilds/channels.h"
#include "adapters/discord/guilds/permissions.h"
#include "adapters/discord/guilds/refusals.h"
#include "adapters/discord/messages/card_emoji.h"
#include "adapters/discord/messages/channel_message.h"
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
};

struct discord {
    struct adapter base;
    char name[64]; /* of the log */
    struct discord_config config;
    struct rest *rest;
    struct gateway *gateway;  /* NULL: its address is not known yet */
    struct card_emoji *emoji; /* NULL: squares stand for cards */
    struct channel_messages *channel_messages;
    struct hands *hands;
    struct responder *responder;
    struct channels channels;
    struct refusals refusals;
    struct unanswered unanswered;
    struct timer timer;            /* until we ask for the gateway again, or the network is gone */
    struct timer saving;           /* until resume_state.h stores the sessions that have moved on */
    unsigned tries;                /* to ask */
    unsigned shards, count;        /* of the bot, and ours */
    bool ours[GATEWAY_SHARDS_MAX]; /* in a divided network: the parts that this process was given */
    int home; /* the first part that we got: state that belongs to no single part is stored under
                 its number; -1: none yet */
    bool places_moved; /* resume_state.h will store the list of channels with a table */
    unsigned ready;    /* shards that are */
    bool connected;    /* the host was told so */
    bool gap;          /* the new session follows a long gap: presses may be lost (unanswered.h) */
    bool registered;   /* commands were compared */
    struct scope scopes[DISCORD_CONFIG_GUILDS];
    bool stopping;
    bool gateway_ended, rest_ended;
    bool told;                              /* people see everything that was to be shown */
    unsigned handles;                       /* handles of the loop that are not closed yet */
    char why[160];                          /* why the adapter ends; "": the host stops it */
    char seen[DISCORD_SEEN][SNOWFLAKE_MAX]; /* interactions, messages; a ring: the oldest goes */
    unsigned seen_next;
};

#endif
