#include "dispatch.h"

#include <stdio.h>
#include <string.h>

#include "channel_access.h"
#include "command_registration.h"
#include "interaction.h"
#include "kept.h"

enum {
    SILENCE_MS = 15000, /* a connection that is lost is resumed within that, as a rule */
    LATE_MS = 4000, /* after three seconds Discord tells the user that it failed; and its clock is
                       known to the second */
    DEAD_MS = 15 * 60 * 1000,
    AGE_MOST = 24 * 60 * 60 * 1000 /* nothing is repeated for so long: the clocks differ */
};

static const char *text_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* -- the connection -- */

void dispatch_ready(void *arg, unsigned shard, bool ready)
{
    struct discord *discord = arg;
    const struct places_setup places = access_places(discord);
    discord->ready += ready ? 1U : -1U;
    if (discord->stopping) {
        return;
    }
    if (!ready) {
        log_info(&discord->base.log, "shard %u has lost its connection", shard);
        if (discord->connected && !timer_active(&discord->timer)) {
            timer_set(&discord->timer, SILENCE_MS);
        }
        return;
    }
    log_info(&discord->base.log, "shard %u is ready", shard);
    kept_save_shard(discord, shard);
    if (!discord->connected) {
        discord->connected = true;
        adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_CONNECTED});
        places_tell(&discord->places, &places);
    }
    if (discord->ready == discord->count) {
        timer_stop(&discord->timer);
        command_registration_start(
            discord); /* who sees a command may use it: each shard hears of that */
    }
}

void dispatch_silence(struct discord *discord)
{
    if (discord->connected && discord->ready < discord->count) {
        discord->connected = false;
        adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_DISCONNECTED});
    }
}

/* -- what people do -- */

/* Events can come twice after a restart. */
static bool is_seen(struct discord *discord, const char *id)
{
    for (unsigned i = 0; i < DISCORD_SEEN; i++) {
        if (strcmp(discord->seen[i], id) == 0) {
            return true;
        }
    }
    snprintf(discord->seen[discord->seen_next++ % DISCORD_SEEN], SHARD_ID, "%s", id);
    return false;
}

static void raise_words(struct discord *discord, const struct interaction *interaction,
                        uint32_t number, const char *text, bool command)
{
    char words[CHAT_LANGUAGES][RIGHTS_WORDS];
    bool suggest = interaction->kind == INTERACTION_SUGGEST;
    struct chat_event event = {.kind = suggest ? CHAT_SUGGEST : CHAT_MESSAGE,
                               .channel = interaction->guild ? interaction->channel : NULL,
                               .text = text,
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
        panels_turn(discord->panels, address, interaction->use.page);
        replies_nothing(discord->replies, number);
    } else if (hands_turn(discord->hands, address, interaction->user.id, interaction->use.page)) {
        replies_hand(discord->replies, number);
    } else {
        raise_words(discord, interaction, number, "hand", true);
    }
}

/* Clicks that come late (a connection is resumed with what it missed) cannot be answered, and who
 * clicked was told that it failed. Then a control of the game may still do what it says, if all
 * stands as it did; everything else has failed, for us as for its user. */
static bool can_be_late(const struct interaction *interaction)
{
    bool words = interaction->kind == INTERACTION_MODAL ||
                 (interaction->kind == INTERACTION_COMPONENT && interaction->use.kind == USE_WORDS);
    return interaction->understood && words && interaction->stamp != 0;
}

/* ms since it was made; 0: not known. */
static int64_t age_of(const struct discord *discord, const struct interaction *interaction)
{
    int64_t date = rest_date(discord->rest);
    int64_t age = date - interaction_time(interaction);
    return date > 0 && age < AGE_MOST ? age : 0;
}

static void on_late(struct discord *discord, const struct interaction *interaction, int64_t age)
{
    bool may = age < DEAD_MS && can_be_late(interaction);
    log_info(&discord->base.log, "an interaction comes %lld s late%s", (long long)(age / 1000),
             may ? "" : ": it is not carried out");
    if (may) {
        raise_words(discord, interaction, 0, interaction->text, interaction->command);
    }
}

static void on_time(struct discord *discord, const struct interaction *interaction,
                    const char *address)
{
    uint32_t number = replies_open(discord->replies, interaction, address, interaction->user.id);
    bool component = interaction->understood && interaction->kind == INTERACTION_COMPONENT;
    if (!interaction->understood) { /* of another version of ours: how things stand */
        raise_words(discord, interaction, number, "hand", true);
    } else if (component && interaction->use.kind == USE_ASK) {
        replies_modal(discord->replies, number, &interaction->use);
    } else if (component && interaction->use.kind == USE_PAGE) {
        turn_page(discord, interaction, address, number);
    } else {
        raise_words(discord, interaction, number, interaction->text, interaction->command);
    }
}

static void on_interaction(struct discord *discord, unsigned shard, const cJSON *data)
{
    const struct adapter_setup *setup = &discord->base.setup;
    const struct places_setup places = access_places(discord);
    struct interaction interaction;
    char address[PANEL_ADDRESS];
    if (!interaction_read(data, setup->commands, setup->command_count, &interaction) ||
        is_seen(discord, interaction.id)) {
        return;
    }
    if (access_is_closed(discord, interaction.guild, interaction.user.id)) {
        return; /* their client says that it failed: so would the answer */
    }
    if (interaction.parent &&
        panels_is_thread(discord->panels, interaction.parent, interaction.channel)) {
        interaction.channel = interaction.parent;
    }
    if (interaction.guild) {
        snprintf(address, sizeof address, "%s", interaction.channel);
        access_learn(discord, &interaction);
        places_see(&discord->places, &places, interaction.channel, interaction.guild);
    } else {
        snprintf(address, sizeof address, "@%s", interaction.user.id);
        refusals_retry(&discord->refusals, address); /* who is there may have opened it */
        panels_meet(discord->panels, interaction.user.id, interaction.channel);
        refusals_retry(&discord->refusals, address); /* they are in the talk: it may be open */
    }
    int64_t age = age_of(discord, &interaction);
    interaction.late = age > LATE_MS;
    if (interaction.late) {
        on_late(discord, &interaction, age);
    } else {
        on_time(discord, &interaction, address);
    }
    kept_save_shard(discord, shard);
}

/* Behind our name at the beginning of a text; NULL: it is not there. */
static const char *behind_name(const struct discord *discord, const char *text)
{
    char name[SHARD_ID + 4];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(name, sizeof name, i ? "<@!%s>" : "<@%s>", gateway_user(discord->gateway));
        if (strncmp(text, name, strlen(name)) == 0) {
            return text + strlen(name);
        }
    }
    return NULL;
}

/* Our own messages come back, too. */
static void on_message(struct discord *discord, unsigned shard, const cJSON *data)
{
    struct chat_event event = {
        .kind = CHAT_MESSAGE, .text = text_of(data, "content"), .written = true};
    const char *channel = text_of(data, "channel_id");
    const char *guild = text_of(data, "guild_id");
    char address[PANEL_ADDRESS];
    char words[CHAT_LANGUAGES][RIGHTS_WORDS];
    if (!event.text || !*event.text || !channel || strlen(channel) >= SHARD_ID ||
        !interaction_user(data, &event.user) ||
        strcmp(event.user.id, gateway_user(discord->gateway)) == 0) {
        return;
    }
    if (guild) {
        event.text = behind_name(discord, event.text);
        event.command = true;
        event.channel = panels_channel_of(discord->panels, channel);
        snprintf(address, sizeof address, "%s", event.channel);
    } else {
        snprintf(address, sizeof address, "@%s", event.user.id);
        panels_meet(discord->panels, event.user.id, channel);
    }
    if (!event.text) {
        return;
    }
    event.text += strspn(event.text, " ");
    event.answers = replies_open(discord->replies, NULL, address, event.user.id);
    access_tell(discord, &event, words);
    adapter_raise(&discord->base, &event);
    kept_save_shard(discord, shard);
}

/* A moderator's doing, one or many at once; ours was forgotten before. */
static void on_deleted(struct discord *discord, const cJSON *data)
{
    const char *channel = text_of(data, "channel_id");
    const char *message = text_of(data, "id");
    const cJSON *item = NULL;
    if (channel && message) {
        panels_deleted(discord->panels, channel, message);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(data, "ids"))
    {
        if (channel && cJSON_IsString(item)) {
            panels_deleted(discord->panels, channel, item->valuestring);
        }
    }
}

void dispatch(void *arg, unsigned shard, const char *name, const cJSON *data)
{
    struct discord *discord = arg;
    const struct places_setup places = access_places(discord);
    if (discord->stopping) {
        return;
    }
    if (strcmp(name, "INTERACTION_CREATE") == 0) {
        on_interaction(discord, shard, data);
    } else if (strcmp(name, "MESSAGE_CREATE") == 0) {
        on_message(discord, shard, data);
    } else if (strncmp(name, "MESSAGE_DELETE", strlen("MESSAGE_DELETE")) == 0) {
        on_deleted(discord, data);
    } else {
        places_dispatch(&discord->places, &places, name, data);
    }
}
