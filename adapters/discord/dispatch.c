#include "dispatch.h"

#include <stdio.h>
#include <string.h>

#include "adapters/discord/gateway/gateway_payload.h"
#include "adapters/discord/gateway/resume_state.h"
#include "adapters/discord/guilds/channel_access.h"
#include "adapters/discord/guilds/command_registration.h"
#include "adapters/discord/messages/interaction.h"

enum {
    SILENCE_MS = 15000, /* a lost connection is usually resumed within that */
    LATE_MS = 4000, /* the user's client shows a failure after 3 s; our idea of Discord's clock may
                       be wrong by another second */
    DEAD_MS = 15 * 60 * 1000,
    AGE_MAX = 24 * 60 * 60 * 1000 /* older: our clock must be wrong */
};

/* -- the connection -- */

void dispatch_ready(void *arg, unsigned shard, bool ready)
{
    struct discord *discord = arg;
    const struct channels_setup channels = access_channels(discord);
    discord->ready += ready ? 1U : -1U;
    if (discord->stopping || (discord->base.setup.parts > 0 && !discord->ours[shard]))
        return;
    if (!ready) {
        log_info(&discord->base.log, "lost the connection of a shard shard=%u", shard);
        if (discord->connected && !timer_active(&discord->timer))
            timer_set(&discord->timer, SILENCE_MS);
        return;
    }
    log_info(&discord->base.log, "a shard is ready shard=%u", shard);
    resume_state_save_shard(discord, shard);
    if (!discord->connected) {
        discord->connected = true;
        adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_CONNECTED});
    }
    /* A resumed session does not name its channels again, so we tell the host of them. */
    channels_tell(&discord->channels, &channels, shard, discord->shards);
    if (discord->gap)
        unanswered_gap(discord, shard);
    discord->gap = false;
    card_emoji_start(discord->emoji, gateway_application(discord->gateway),
                     gateway_has(discord->gateway, 0));
    if (discord->ready == discord->count) {
        command_registration_start(
            discord); /* not before: a new command shows on all shards at once */
    }
}

/* Tells the host of shards that were ready and lost their connection SILENCE_MS ago. A shard that
 * was never ready does not count: it may have to wait long for its turn to IDENTIFY. */
void dispatch_silence(struct discord *discord)
{
    uint64_t next = 0;
    unsigned shard = 0;
    for (unsigned n = 0; gateway_shard(discord->gateway, n, &shard); n++) {
        uint64_t lost = gateway_lost(discord->gateway, shard);
        if (lost > 0 && lost < SILENCE_MS && (next == 0 || SILENCE_MS - lost < next))
            next = SILENCE_MS - lost;
        if (lost >= SILENCE_MS && discord->ready > 0)
            channels_silence(&discord->channels, shard, discord->shards, access_silent, discord);
    }
    if (next > 0) {
        timer_set(&discord->timer, next);
    } else if (discord->connected && discord->ready == 0) {
        discord->connected = false;
        channels_silence(&discord->channels, 0, 0, NULL, NULL);
        adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_DISCONNECTED});
    }
}

/* -- what people do -- */

/* Returns true if we had the event with this id before, and notes the id. Within one session
 * shard.c finds repeated events by their sequence. After a new session has begun, only ids show
 * them. */
static bool is_seen(struct discord *discord, const char *id)
{
    for (unsigned i = 0; i < DISCORD_SEEN; i++) {
        if (strcmp(discord->seen[i], id) == 0)
            return true;
    }
    snprintf(discord->seen[discord->seen_next++ % DISCORD_SEEN], SNOWFLAKE_MAX, "%s", id);
    return false;
}

static void raise_words(struct discord *discord, const struct interaction *interaction,
                        uint32_t number, const char *text, bool command)
{
    char words[PERMISSIONS_WORDS];
    bool suggest = interaction->kind == INTERACTION_AUTOCOMPLETE;
    struct chat_event event = {.kind = suggest ? CHAT_SUGGEST : CHAT_MESSAGE,
                               .channel = interaction->guild != NULL ? interaction->channel : NULL,
                               .text = text,
                               .too_long = interaction->too_long,
                               .user = interaction->user,
                               .command = command,
                               .stamp = interaction->stamp,
                               .late = interaction->late,
                               .answers = number};
    access_tell(discord, &event, words);
    adapter_raise(&discord->base, &event);
}

static void turn_page(struct discord *discord, const struct interaction *interaction,
                      const char *address, uint32_t number)
{
    if (!interaction->ephemeral) {
        channel_messages_turn(discord->channel_messages, address, interaction->use.page);
        responder_nothing(discord->responder, number);
    } else if (hands_turn(discord->hands, address, interaction->user.id, interaction->use.page)) {
        responder_hand(discord->responder, number);
    } else {
        raise_words(discord, interaction, number, "hand", true);
    }
}

/* Returns true if a click may still act although it came too late for an answer (after a resume,
 * say). The user's client has shown a failure. Only a game control may act: its stamp shows whether
 * the table has changed since. We drop everything else. */
static bool can_be_late(const struct interaction *interaction)
{
    bool words =
        interaction->kind == INTERACTION_MODAL_SUBMIT ||
        (interaction->kind == INTERACTION_MESSAGE_COMPONENT && interaction->use.kind == USE_WORDS);
    return interaction->understood && !interaction->too_long && words && interaction->stamp != 0;
}

/* Returns how many ms ago the interaction was made; 0: not known. */
static int64_t age_of(const struct discord *discord, const struct interaction *interaction)
{
    int64_t date = rest_date(discord->rest);
    int64_t age = date - interaction_time(interaction);
    return date > 0 && age < AGE_MAX ? age : 0;
}

static void on_late(struct discord *discord, const struct interaction *interaction, int64_t age)
{
    bool may = age < DEAD_MS && can_be_late(interaction);
    log_info(&discord->base.log, "an interaction came late%s age=%llds",
             may ? "" : " and is not carried out", (long long)(age / 1000));
    if (may)
        raise_words(discord, interaction, 0, interaction->text, interaction->command);
}

static void on_time(struct discord *discord, const struct interaction *interaction,
                    const char *address)
{
    uint32_t number =
        responder_open(discord->responder, interaction, address, interaction->user.id);
    bool component = interaction->understood && interaction->kind == INTERACTION_MESSAGE_COMPONENT;
    if (!interaction->understood) /* made by another version of Talon: shows the hand instead */
        raise_words(discord, interaction, number, "hand", true);
    else if (component && interaction->use.kind == USE_MODAL)
        responder_modal(discord->responder, number, &interaction->use);
    else if (component && interaction->use.kind == USE_PAGE)
        turn_page(discord, interaction, address, number);
    else
        raise_words(discord, interaction, number, interaction->text, interaction->command);
}

static void on_interaction(struct discord *discord, unsigned shard, const cJSON *data)
{
    const struct adapter_setup *setup = &discord->base.setup;
    const struct channels_setup channels = access_channels(discord);
    struct interaction interaction;
    char address[CHANNEL_ADDRESS];
    if (!interaction_read(data, setup->commands, setup->command_count, &interaction) ||
        is_seen(discord, interaction.id))
        return;
    if (access_is_closed(discord, interaction.guild, interaction.user.id))
        return; /* no answer: their client shows a failure */
    if (interaction.parent != NULL &&
        channel_messages_is_thread(discord->channel_messages, interaction.parent,
                                   interaction.channel))
        interaction.channel = interaction.parent;
    if (interaction.guild != NULL) {
        snprintf(address, sizeof(address), "%s", interaction.channel);
        access_learn(discord, &interaction);
        channels_see(&discord->channels, &channels, interaction.channel, interaction.guild);
    } else {
        snprintf(address, sizeof(address), "@%s", interaction.user.id);
        refusals_retry(&discord->refusals, address); /* they acted there: we may try again */
        channel_messages_set_dm(discord->channel_messages, interaction.user.id,
                                interaction.channel);
    }
    int64_t age = age_of(discord, &interaction);
    interaction.late = age > LATE_MS;
    if (interaction.late)
        on_late(discord, &interaction, age);
    else
        on_time(discord, &interaction, address);
    if (interaction.guild != NULL)
        resume_state_save_place(discord, interaction.channel);
    resume_state_save_shard(discord, shard);
}

/* Returns the text behind our mention at its beginning, without blanks, commas and colons between.
 * NULL: it does not begin with a mention of us. */
static const char *behind_name(const struct discord *discord, const char *text)
{
    char name[SNOWFLAKE_MAX + 4];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(name, sizeof(name), i ? "<@!%s>" : "<@%s>", gateway_user(discord->gateway));
        if (strncmp(text, name, strlen(name)) == 0)
            return text + strlen(name) + strspn(text + strlen(name), ",: ");
    }
    return NULL;
}

/* Discord sends us our own messages, too: they are dropped. */
static void on_message(struct discord *discord, unsigned shard, const cJSON *data)
{
    struct chat_event event = {
        .kind = CHAT_MESSAGE, .text = payload_text(data, "content"), .written = true};
    const char *channel = payload_text(data, "channel_id");
    const char *guild = payload_text(data, "guild_id");
    char address[CHANNEL_ADDRESS];
    char words[PERMISSIONS_WORDS];
    if (event.text == NULL || *event.text == '\0' || channel == NULL ||
        strlen(channel) >= SNOWFLAKE_MAX || !interaction_user(data, &event.user) ||
        strcmp(event.user.id, gateway_user(discord->gateway)) == 0)
        return;
    const char *id = payload_text(data, "id");
    if (guild != NULL) {
        event.text = behind_name(discord, event.text);
        event.command = true;
        event.channel = channel_messages_channel_of(discord->channel_messages, channel);
        snprintf(address, sizeof(address), "%s", event.channel);
    } else {
        const char *behind = behind_name(discord, event.text);
        event.text = behind != NULL ? behind : event.text;
        snprintf(address, sizeof(address), "@%s", event.user.id);
        channel_messages_set_dm(discord->channel_messages, event.user.id, channel);
    }
    if (event.text == NULL || (id != NULL && (strlen(id) >= SNOWFLAKE_MAX || is_seen(discord, id))))
        return;
    event.text += strspn(event.text, " ");
    event.answers = responder_open(discord->responder, NULL, address, event.user.id);
    access_tell(discord, &event, words);
    adapter_raise(&discord->base, &event);
    if (guild != NULL)
        resume_state_save_place(discord, address);
    resume_state_save_shard(discord, shard);
}

/* Somebody deleted one or many messages. If we deleted them ourselves, nothing happens: we forgot
 * their ids when we did. */
static void on_deleted(struct discord *discord, const cJSON *data)
{
    const char *channel = payload_text(data, "channel_id");
    const char *message = payload_text(data, "id");
    const cJSON *item = NULL;
    if (channel != NULL && message != NULL)
        channel_messages_deleted(discord->channel_messages, channel, message);
    cJSON_ArrayForEach(item, payload_member(data, "ids"))
    {
        if (channel != NULL && cJSON_IsString(item))
            channel_messages_deleted(discord->channel_messages, channel, item->valuestring);
    }
}

static void on_thread_closed(struct discord *discord, const cJSON *data, bool deleted)
{
    const cJSON *state = payload_member(data, "thread_metadata");
    bool locked = cJSON_IsTrue(payload_member(state, "locked"));
    const char *thread = payload_text(data, "id");
    if (thread != NULL && (locked || deleted))
        channel_messages_thread_closed(discord->channel_messages, thread, locked);
}

void dispatch(void *arg, unsigned shard, const char *name, const cJSON *data)
{
    struct discord *discord = arg;
    const struct channels_setup channels = access_channels(discord);
    if (discord->stopping || !resume_state_hears(discord, shard))
        return;
    if (strcmp(name, "READY") == 0) /* dispatch_ready() follows */
        discord->gap = gateway_lost(discord->gateway, shard) >= UNANSWERED_GAP_MS;
    if (strcmp(name, "INTERACTION_CREATE") == 0)
        on_interaction(discord, shard, data);
    else if (strcmp(name, "MESSAGE_CREATE") == 0)
        on_message(discord, shard, data);
    else if (strncmp(name, "MESSAGE_DELETE", strlen("MESSAGE_DELETE")) == 0)
        on_deleted(discord, data);
    else
        channels_dispatch(&discord->channels, &channels, name, data);
    if (strcmp(name, "THREAD_UPDATE") == 0 || strcmp(name, "THREAD_DELETE") == 0)
        on_thread_closed(discord, data, strcmp(name, "THREAD_DELETE") == 0);
    resume_state_moved(discord);
}
