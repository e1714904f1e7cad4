#include "discord.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/gateway/resume_state.h"
#include "adapters/discord/guilds/channel_access.h"
#include "base/array.h"
#include "base/private.h"
#include "dispatch.h"

enum {
    ASK_MIN = 1000, /* ms until we ask Discord again for its gateway's address; doubles */
    ASK_DOUBLINGS = 6,
    STOP_PATIENCE = 1500, /* ms in which we send what still waits */
    SHARED_PATIENCE = 400 /* ms for the same, if another process waits to take over: that one will
                           * show the tables again */
};

static struct discord *discord_of(struct adapter *adapter)
{
    assert(adapter->impl == &discord_adapter);
    return (struct discord *)adapter;
}

static struct discord *discord_of_timer(struct timer *timer)
{
    return (struct discord *)((char *)timer - offsetof(struct discord, timer));
}

/* -- the end -- */

static void on_part_closed(void *arg)
{
    struct discord *discord = arg;
    if (--discord->handles == 0) {
        adapter_raise(&discord->base,
                      &(struct chat_event){.kind = CHAT_STOPPED,
                                           .text = *discord->why != '\0' ? discord->why : "stopped",
                                           .told = discord->told});
    }
}

static void on_timer_closed(struct timer *timer)
{
    on_part_closed(discord_of_timer(timer));
}

static void on_saving_closed(struct timer *timer)
{
    on_part_closed((char *)timer - offsetof(struct discord, saving));
}

static void on_unanswered_closed(struct timer *timer)
{
    on_part_closed((char *)timer - offsetof(struct discord, unanswered.timer));
}

static void finish_if_ended(struct discord *discord)
{
    if (!discord->gateway_ended || !discord->rest_ended)
        return;
    const void *const parts[] = {discord->gateway, discord->responder, discord->hands,
                                 discord->channel_messages, discord->emoji};
    discord->told = *discord->why == '\0' && discord->rest != NULL &&
                    rest_is_whole(discord->rest) &&
                    channel_messages_are_whole(discord->channel_messages);
    discord->handles = 3;
    for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
        discord->handles += parts[i] != NULL ? 1 : 0;
    gateway_destroy(discord->gateway, on_part_closed, discord);
    rest_destroy(discord->rest);
    responder_destroy(discord->responder, on_part_closed, discord);
    hands_destroy(discord->hands, on_part_closed, discord);
    channel_messages_destroy(discord->channel_messages, on_part_closed, discord);
    card_emoji_destroy(discord->emoji, on_part_closed, discord);
    timer_finish(&discord->timer, on_timer_closed);
    resume_state_close(discord, on_saving_closed);
    unanswered_close(discord, on_unanswered_closed);
}

static void on_gateway_stopped(void *arg)
{
    struct discord *discord = arg;
    discord->gateway_ended = true;
    finish_if_ended(discord);
}

static void on_rest_stopped(void *arg)
{
    struct discord *discord = arg;
    discord->rest_ended = true;
    finish_if_ended(discord);
}

static void end_session(struct discord *discord, const char *why, bool for_good)
{
    if (discord->stopping)
        return;
    discord->stopping = true;
    snprintf(discord->why, sizeof(discord->why), "%s", why ? why : "");
    timer_set(&discord->timer, 0);
    if (discord->gateway != NULL) {
        resume_state_save(discord);
        gateway_stop(discord->gateway, for_good, on_gateway_stopped);
    } else {
        discord->gateway_ended = true;
    }
}

/* Stops rest.h. Call it one turn of the loop after the session has ended, because the last messages
 * have become requests by then. */
static void end_rest(struct discord *discord)
{
    unsigned patience = discord->base.setup.shared ? SHARED_PATIENCE : STOP_PATIENCE;
    if (discord->rest != NULL)
        rest_stop(discord->rest, patience, on_rest_stopped, discord);
    else
        on_rest_stopped(discord);
}

static void on_trouble(void *arg, const char *why)
{
    end_session(arg, why, true);
}

static void on_refused(void *arg, unsigned shard, const char *why)
{
    struct discord *discord = arg;
    char text[128];
    snprintf(text, sizeof(text), "shard %u: %s", shard, why);
    end_session(discord, text, true);
}

/* -- whose turn it is to IDENTIFY, among all processes -- */

static void ask_turn(void *arg, unsigned key, uint64_t pause)
{
    struct discord *discord = arg;
    const struct adapter_setup *setup = &discord->base.setup;
    char name[32];
    snprintf(name, sizeof(name), "identify %u", key);
    if (!setup->ask_turn(setup->host, &discord->base, name, pause))
        gateway_turn(discord->gateway, key, 0);
}

static void discord_turn(struct adapter *adapter, const char *name, uint64_t wait)
{
    struct discord *discord = discord_of(adapter);
    if (discord->gateway != NULL && !discord->stopping) {
        gateway_turn(discord->gateway, (unsigned)strtoul(name + strlen("identify "), NULL, 10),
                     wait);
    }
}

/* -- while we do not know whether the network is ours -- */

/* Returns false if another process may have the network. Then no session begins or resumes here,
 * since that process would lose its session to us. */
static bool may_speak(void *arg)
{
    const struct adapter_setup *setup = &((struct discord *)arg)->base.setup;
    return setup->may_speak == NULL || setup->may_speak(setup->host);
}

/* -- where the gateway is -- */

static void ask_gateway(struct discord *discord);

static void on_ask(void *arg)
{
    ask_gateway(arg);
}

static uint64_t number_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) && item->valuedouble >= 0 ? (uint64_t)item->valuedouble : 0;
}

/* Connects a part (shard) of a divided network that the host gave to this process. */
static bool add_part(struct discord *discord, unsigned shard)
{
    if (!gateway_add(discord->gateway, shard))
        return false;
    discord->count++;
    resume_state_load_shard(discord, shard);
    return true;
}

static bool add_parts(struct discord *discord)
{
    unsigned shard = 0;
    for (unsigned n = 0; gateway_shard(discord->gateway, n, &shard); n++)
        resume_state_load_shard(discord, shard);
    for (shard = 0; shard < discord->base.setup.parts; shard++) {
        if (discord->ours[shard] && !add_part(discord, shard))
            return false;
    }
    return true;
}

static bool open_gateway(struct discord *discord, unsigned recommended)
{
    const struct discord_config *config = &discord->config;
    unsigned parts = discord->base.setup.parts;
    bool turns = parts > 0 && discord->base.setup.ask_turn != NULL;
    discord->shards = parts > 0            ? parts
                      : config->shards > 0 ? config->shards
                      : recommended > 0    ? recommended
                                           : 1;
    discord->count = parts > 0 ? 0 : config->count > 0 ? config->count : discord->shards;
    const struct gateway_setup setup = {.loop = discord->base.setup.loop,
                                        .log = &discord->base.log,
                                        .token = config->token,
                                        .shards = discord->shards,
                                        .first = config->first,
                                        .count = discord->count,
                                        .most = parts,
                                        .intents = INTENT_GUILDS | INTENT_GUILD_MESSAGES |
                                                   INTENT_DIRECT_MESSAGES,
                                        .plain = config->plain,
                                        .may_start = may_speak,
                                        .ask = on_ask,
                                        .ask_turn = turns ? ask_turn : NULL,
                                        .dispatch = dispatch,
                                        .ready = dispatch_ready,
                                        .refused = on_refused,
                                        .arg = discord};
    discord->gateway = gateway_create(&setup);
    return discord->gateway != NULL && add_parts(discord);
}

/* Returns true if the network is divided from now on: the processes share the recommended number of
 * shards, and this process has some of them. */
static bool is_divided(struct discord *discord, unsigned recommended)
{
    const struct adapter_setup *setup = &discord->base.setup;
    if (setup->parts > 0 && discord->config.shards == 0 && recommended > setup->parts) {
        log_warn(&discord->base.log,
                 "Discord recommends more shards: stop all processes and set shards to the "
                 "recommended number recommended=%u shards=%u",
                 recommended, setup->parts);
    }
    return setup->parts == 0 && recommended > 1 && recommended <= GATEWAY_SHARDS_MAX &&
           setup->divide != NULL && setup->divide(setup->host, &discord->base, recommended);
}

static void on_gateway_bot(void *arg, const struct rest_reply *reply)
{
    struct discord *discord = arg;
    const cJSON *limit = cJSON_GetObjectItemCaseSensitive(reply->body, "session_start_limit");
    const char *url = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reply->body, "url"));
    bool good = reply->end == REST_ANSWERED && reply->status < 300 && url != NULL;
    bool begins = discord->gateway == NULL;
    if (discord->stopping)
        return;
    if (begins && !good) {
        unsigned doublings = discord->tries < ASK_DOUBLINGS ? discord->tries : ASK_DOUBLINGS;
        discord->tries++;
        log_warn(&discord->base.log, "cannot get the address of the gateway status=%u",
                 reply->status);
        timer_set(&discord->timer, (uint64_t)ASK_MIN << doublings);
        return;
    }
    unsigned recommended = (unsigned)number_of(reply->body, "shards");
    if (begins && is_divided(discord, recommended))
        return;
    if (begins && !open_gateway(discord, recommended)) {
        end_session(discord, "the gateway cannot be opened", false);
        return;
    }
    const struct session_start_limit told = {.total = (uint32_t)number_of(limit, "total"),
                                             .remaining = (uint32_t)number_of(limit, "remaining"),
                                             .reset_after = number_of(limit, "reset_after"),
                                             .max_concurrency =
                                                 (unsigned)number_of(limit, "max_concurrency")};
    gateway_told(discord->gateway, good ? url : NULL, &told);
    if (begins)
        gateway_start(discord->gateway);
}

static void ask_gateway(struct discord *discord)
{
    const struct rest_request request = {.method = "GET",
                                         .path = "/gateway/bot",
                                         .route = "GET /gateway/bot",
                                         .class = LIMITS_TABLE,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .done = on_gateway_bot,
                                         .arg = discord};
    if (rest_send(discord->rest, &request) == 0) {
        const struct rest_reply none = {.end = REST_LATE};
        on_gateway_bot(discord, &none);
    }
}

static void on_timer(struct timer *timer)
{
    struct discord *discord = discord_of_timer(timer);
    if (discord->stopping)
        end_rest(discord);
    else if (discord->gateway == NULL)
        ask_gateway(discord);
    else
        dispatch_silence(discord);
}

/* -- the adapter -- */

static struct adapter *discord_create(const struct adapter_setup *setup, struct fault *why)
{
    struct discord *discord = calloc(1, sizeof(*discord));
    if (discord == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    adapter_init(&discord->base, &discord_adapter, setup);
    discord->home = -1;
    snprintf(discord->name, sizeof(discord->name), "discord/%s", setup->name);
    discord->base.log = (struct log){setup->log, discord->name};
    if (!discord_config_read(&discord->config, setup->settings, why)) {
        free(discord);
        return NULL;
    }
    return &discord->base;
}

static unsigned discord_part_of(const struct adapter *adapter, const char *channel,
                                const char *tenant)
{
    assert(adapter->impl == &discord_adapter);
    const struct discord *discord = (const struct discord *)adapter;
    const struct channel_state *state =
        tenant == NULL ? channels_state(&discord->channels, channel) : NULL;
    if (state != NULL)
        tenant = state->guild;
    return tenant != NULL ? shard_of_guild(strtoull(tenant, NULL, 10), adapter->setup.parts) : 0;
}

static void discord_take(struct adapter *adapter, unsigned part)
{
    struct discord *discord = discord_of(adapter);
    discord->ours[part] = true;
    if (!discord->stopping)
        resume_state_take(discord, part);
    if (discord->gateway != NULL && !discord->stopping && !add_part(discord, part))
        end_session(discord, "out of memory", false);
}

struct part_of_adapter {
    struct discord *discord;
    unsigned part;
};

static bool is_of_part(void *arg, const char *address)
{
    const struct part_of_adapter *at = arg;
    return discord_part_of(&at->discord->base, address, NULL) == at->part;
}

static void forget_hands(void *arg, const char *address)
{
    hands_forget(((struct part_of_adapter *)arg)->discord->hands, address);
}

/* From now on state that belongs to no single part is stored under another part. */
static void move_home(struct discord *discord)
{
    discord->home = -1;
    for (unsigned i = 0; i < discord->base.setup.parts && discord->home < 0; i++)
        discord->home = discord->ours[i] ? (int)i : -1;
}

static bool discord_give(struct adapter *adapter, unsigned part, bool hurry, bool *told)
{
    struct discord *discord = discord_of(adapter);
    struct part_of_adapter at = {discord, part};
    if (discord->ours[part]) {
        discord->ours[part] = false;
        discord->count -= discord->gateway != NULL;
        if (discord->gateway != NULL)
            gateway_leave(discord->gateway, part);
        if (discord->home == (int)part)
            move_home(discord);
    }
    *told = channel_messages_part_is_whole(discord->channel_messages, is_of_part, &at);
    if ((discord->gateway != NULL && !gateway_left(discord->gateway, part)) || !(*told || hurry))
        return false;
    channel_messages_leave(discord->channel_messages, is_of_part, forget_hands, &at);
    return true;
}

static bool on_threaded(void *arg, const char *address, const char *thread)
{
    struct discord *discord = arg;
    return responder_link(discord->responder, address, thread);
}

static void on_emoji_refused(void *arg)
{
    card_emoji_doubt(((struct discord *)arg)->emoji);
}

static bool make_parts(struct discord *discord)
{
    struct loop *loop = discord->base.setup.loop;
    const struct log *log = &discord->base.log;
    struct rest_setup rest = {.loop = loop,
                              .log = log,
                              .base = discord->config.base,
                              .homepage = discord->config.homepage,
                              .token = discord->config.token,
                              .count = resume_state_save_refused,
                              .refused = access_count,
                              .emoji_refused = on_emoji_refused,
                              .may_send = may_speak,
                              .trouble = on_trouble,
                              .arg = discord};
    discord->rest = rest_create(&rest);
    if (discord->rest == NULL)
        return false;
    const struct card_emoji_setup emoji = {.loop = loop, .log = log, .rest = discord->rest};
    discord->emoji = discord->config.emoji ? card_emoji_create(&emoji) : NULL;
    discord->looks =
        (struct content_looks){.emoji = discord->emoji, .commands = &discord->mentions};
    discord->channel_messages =
        channel_messages_create(&(struct channel_messages_setup){.loop = loop,
                                                                 .log = log,
                                                                 .rest = discord->rest,
                                                                 .looks = &discord->looks,
                                                                 .edits = discord->config.edits,
                                                                 .threads = discord->config.threads,
                                                                 .pictures = discord->config.images,
                                                                 .lost = access_lost,
                                                                 .refused = access_refused,
                                                                 .try = access_try,
                                                                 .heard = access_heard,
                                                                 .threaded = on_threaded,
                                                                 .lacks = access_lacks,
                                                                 .muted = access_is_muted,
                                                                 .spared = access_spared,
                                                                 .keep = resume_state_save_id,
                                                                 .kept = resume_state_id,
                                                                 .arg = discord});
    discord->hands = hands_create(&(struct hands_setup){.loop = loop,
                                                        .log = log,
                                                        .rest = discord->rest,
                                                        .looks = &discord->looks,
                                                        .pictures = discord->config.images,
                                                        .unanswered = unanswered_add,
                                                        .arg = discord});
    discord->responder =
        responder_create(&(struct responder_setup){.loop = loop,
                                                   .log = log,
                                                   .rest = discord->rest,
                                                   .looks = &discord->looks,
                                                   .hands = discord->hands,
                                                   .channel_messages = discord->channel_messages,
                                                   .unanswered = unanswered_add,
                                                   .arg = discord});
    if (discord->channel_messages == NULL || discord->hands == NULL || discord->responder == NULL)
        return false;
    if (discord->base.setup.parts == 0)
        resume_state_take(discord, 0);
    return true;
}

static void discord_start(struct adapter *adapter)
{
    struct discord *discord = discord_of(adapter);
    timer_init(adapter->setup.loop, &discord->timer, on_timer);
    resume_state_open(discord);
    unanswered_open(discord);
    if (make_parts(discord))
        ask_gateway(discord);
    else
        end_session(discord, "out of memory", false);
}

/* Writes where a message goes as an address of channel_message.h: a channel, or "@" and a user. */
static void address_of(const struct message *message, char out[CHANNEL_ADDRESS])
{
    if (message->channel != NULL)
        snprintf(out, CHANNEL_ADDRESS, "%s", message->channel);
    else
        snprintf(out, CHANNEL_ADDRESS, "@%s", message->user ? message->user : "");
}

static void discord_send(struct adapter *adapter, struct message *message)
{
    struct discord *discord = discord_of(adapter);
    char address[CHANNEL_ADDRESS];
    bool nowhere = message->channel == NULL && message->user == NULL;
    if (discord->stopping || message->failed || nowhere) {
        message_destroy(message);
        return;
    }
    if (message->answers && responder_say(discord->responder, message->answers, message))
        return;
    address_of(message, address);
    if (message->purpose == PURPOSE_CHOICES || message->purpose == PURPOSE_PANEL ||
        message->purpose == PURPOSE_FORM)
        message_destroy(message); /* too late */
    else if (channel_messages_take(message))
        channel_messages_say(discord->channel_messages, address, message);
    else if (message->way == WAY_TALK)
        channel_messages_whisper(discord->channel_messages, message);
    else
        hands_say(discord->hands, address, message->user, message);
}

static void discord_stop(struct adapter *adapter, const char *words)
{
    (void)words; /* no words of goodbye: users see the bot offline anyway */
    end_session(discord_of(adapter), NULL, false);
}

/* The address asks for every permission that any setting needs (discord_config_about). */
static void discord_install_address(const struct adapter *adapter, char *out, size_t size)
{
    const struct discord *discord = (const struct discord *)adapter;
    const char *id = discord->gateway != NULL ? gateway_application(discord->gateway) : "";
    out[0] = '\0';
    if (*id != '\0') {
        snprintf(out, size,
                 "https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands"
                 "&permissions=" DISCORD_CONFIG_PERMISSIONS,
                 id);
    }
}

static void discord_destroy(struct adapter *adapter)
{
    if (adapter == NULL)
        return;
    struct discord *discord = discord_of(adapter);
    channels_finish(&discord->channels);
    refusals_finish(&discord->refusals);
    private_wipe(discord->config.token, sizeof(discord->config.token));
    free(discord);
}

static const char *discord_tenant(const struct adapter *adapter, const char *channel)
{
    assert(adapter->impl == &discord_adapter);
    const struct discord *discord = (const struct discord *)adapter;
    const struct channel_state *state = channels_state(&discord->channels, channel);
    return state != NULL && *state->guild != '\0' ? state->guild : NULL;
}

static bool discord_is_in(const struct adapter *adapter, const char *channel)
{
    assert(adapter->impl == &discord_adapter);
    const struct discord *discord = (const struct discord *)adapter;
    const struct channel_state *state = channels_state(&discord->channels, channel);
    return discord->connected && state != NULL && !state->muted;
}

static const char *discord_channel_name(const struct adapter *adapter, const char *channel)
{
    assert(adapter->impl == &discord_adapter);
    return channels_name(&((const struct discord *)adapter)->channels, channel);
}

const struct adapter_impl discord_adapter = {
    .name = "discord",
    .keys = discord_config_keys,
    .about = discord_config_about,
    .caps = {.whisper = WHISPER_EPHEMERAL,
             .multiline = true,
             .boards = true,
             .controls = true,
             .forms = true,
             .slash_commands = true,
             .stable_ids = true,
             .goes_on = true},
    .check = discord_config_check,
    .create = discord_create,
    .start = discord_start,
    .parts = discord_config_parts,
    .part_of = discord_part_of,
    .take = discord_take,
    .give = discord_give,
    .turn = discord_turn,
    .install_address = discord_install_address,
    .send = discord_send,
    .stop = discord_stop,
    .destroy = discord_destroy,
    .tenant = discord_tenant,
    .is_in = discord_is_in,
    .channel_name = discord_channel_name,
};
