#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "discord_private.h"
#include "interaction.h"

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

/* -- places -- */

static void raise_channel(void *arg, enum chat_event_kind kind, const char *channel)
{
    struct discord *discord = arg;
    adapter_raise(&discord->base, &(struct chat_event){.kind = kind, .channel = channel});
}

static void on_entered(void *arg, const char *channel)
{
    struct discord *discord = arg;
    places_hold(&discord->places, channel, discord_kept_id(arg, "board", channel) != NULL);
    raise_channel(arg, CHAT_ENTERED, channel);
}

static void on_removed(void *arg, const char *channel)
{
    struct discord *discord = arg;
    panels_forget(discord->panels, channel);
    hands_forget(discord->hands, channel);
    discord_keep_places(discord);
    raise_channel(arg, CHAT_REMOVED, channel);
}

static struct places_setup places_of(struct discord *discord)
{
    return (struct places_setup){
        .entered = on_entered, .removed = on_removed, .changed = hearing_changed, .arg = discord};
}

void event_lost(void *arg, const char *address, const char *why)
{
    struct discord *discord = arg;
    const struct places_setup places = places_of(discord);
    const struct chat_event failed = {
        .kind = CHAT_FAILED,
        .text = why,
        .user = {.id = address + 1, .name = address + 1, .account = address + 1}};
    uint64_t now = loop_now(discord->base.setup.loop);
    if (refusals_place_due(&discord->refusals, address) <= now) { /* else it was not asked for */
        refusals_leave(&discord->refusals, address, now);
    }
    if (*address == '@') {
        adapter_raise(&discord->base, &failed);
    } else {
        places_lose(&discord->places, &places, address);
    }
}

/* -- the connection -- */

void event_ready(void *arg, unsigned shard, bool ready)
{
    struct discord *discord = arg;
    const struct places_setup places = places_of(discord);
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
    discord_keep_shard(discord, shard);
    if (!discord->connected) {
        discord->connected = true;
        adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_CONNECTED});
        places_tell(&discord->places, &places);
    }
    if (discord->ready == discord->count) {
        timer_stop(&discord->timer);
        event_register(discord); /* who sees a command may use it: each shard hears of that */
    }
}

void event_silence(struct discord *discord)
{
    if (discord->connected && discord->ready < discord->count) {
        discord->connected = false;
        adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_DISCONNECTED});
    }
}

/* -- commands -- */

static void compare_scope(struct scope *scope);

static void on_put(void *arg, const struct rest_reply *reply)
{
    struct discord *discord = ((struct scope *)arg)->discord;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    if (rest_passes(reply)) { /* the tries of rest.h took their time */
        compare_scope(arg);
    } else if (reply->status < 300) {
        log_info(&discord->base.log, "commands are registered");
    } else {
        log_error(&discord->base.log, "commands cannot be registered: HTTP %u, code %u",
                  reply->status, (unsigned)reply->code);
        discord->registered = false; /* with the next connection */
    }
}

/* What Discord has. */
static void on_commands(void *arg, const struct rest_reply *reply)
{
    struct scope *scope = arg;
    const struct adapter_setup *setup = &scope->discord->base.setup;
    bool known = reply->end == REST_ANSWERED && reply->status < 300;
    if (reply->end == REST_STOPPED || reply->end == REST_REFUSED) {
        return;
    }
    if (rest_passes(reply)) {
        compare_scope(scope);
        return;
    }
    cJSON *wanted = commands_json(setup->commands, setup->command_count);
    if (!wanted || (known && commands_same(reply->body, wanted))) {
        cJSON_Delete(wanted);
        return;
    }
    const struct rest_request request = {.method = "PUT",
                                         .path = scope->path,
                                         .route = scope->guild
                                                      ? "PUT /applications/{}/guilds/{}/commands"
                                                      : "PUT /applications/{}/commands",
                                         .class = LIMITS_INFO,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .body = wanted,
                                         .done = on_put,
                                         .arg = scope};
    rest_send(scope->discord->rest, &request);
}

static void compare_scope(struct scope *scope)
{
    char path[128];
    snprintf(path, sizeof path, "%s?with_localizations=true", scope->path);
    const struct rest_request request = {.method = "GET",
                                         .path = path,
                                         .route = scope->guild
                                                      ? "GET /applications/{}/guilds/{}/commands"
                                                      : "GET /applications/{}/commands",
                                         .class = LIMITS_INFO,
                                         .repeat = true,
                                         .deadline = UINT64_MAX,
                                         .done = on_commands,
                                         .arg = scope};
    rest_send(scope->discord->rest, &request);
}

void event_register(struct discord *discord)
{
    const char *application = gateway_application(discord->gateway);
    unsigned guilds = discord->keys.guild_count;
    if (discord->registered || discord->first != 0) { /* one process does it */
        return;
    }
    discord->registered = true;
    for (unsigned i = 0; i < (guilds > 0 ? guilds : 1); i++) {
        struct scope *scope = &discord->scopes[i];
        scope->discord = discord;
        scope->guild = guilds > 0;
        snprintf(scope->path, sizeof scope->path, "/applications/%s%s%s/commands", application,
                 guilds > 0 ? "/guilds/" : "", guilds > 0 ? discord->keys.guilds[i] : "");
        compare_scope(scope);
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
    hearing_tell(discord, &event, words);
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
    const struct places_setup places = places_of(discord);
    struct interaction interaction;
    char address[PANEL_ADDRESS];
    if (!interaction_read(data, setup->commands, setup->command_count, &interaction) ||
        is_seen(discord, interaction.id)) {
        return;
    }
    if (hearing_is_deaf(discord, interaction.guild, interaction.user.id)) {
        return; /* their client says that it failed: so would the answer */
    }
    if (interaction.parent &&
        panels_is_thread(discord->panels, interaction.parent, interaction.channel)) {
        interaction.channel = interaction.parent;
    }
    if (interaction.guild) {
        snprintf(address, sizeof address, "%s", interaction.channel);
        hearing_learn(discord, &interaction);
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
    discord_keep_shard(discord, shard);
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
    hearing_tell(discord, &event, words);
    adapter_raise(&discord->base, &event);
    discord_keep_shard(discord, shard);
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

void event_dispatch(void *arg, unsigned shard, const char *name, const cJSON *data)
{
    struct discord *discord = arg;
    const struct places_setup places = places_of(discord);
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
