#include "channel_access.h"

#include <stdio.h>
#include <string.h>

#include "adapters/discord/gateway/resume_state.h"
#include "base/count.h"
#include "permissions.h"

static uint64_t now_of(const struct discord *discord)
{
    return loop_now(discord->base.setup.loop);
}

static struct permissions_use use_of(const struct discord *discord,
                                     const struct channel_state *state)
{
    return (struct permissions_use){.thread = state->thread,
                                    .threads = discord->config.threads,
                                    .pictures = discord->config.images};
}

/* Writes the names of the permissions to `words`, and makes the event point to them. */
static void name_lacks(struct chat_event *event, unsigned permissions, bool purposes,
                       char words[PERMISSIONS_WORDS])
{
    if (permissions != 0) {
        event->missing_permissions = purposes ? permissions_purposes(permissions, words)
                                              : permissions_words(permissions, words);
    }
}

/* Returns who is charged with a refusal at this address: the server of the channel, or the user of
 * direct messages. */
static const char *tenant_of(const struct discord *discord, const char *address)
{
    const struct channel_state *state = channels_state(&discord->channels, address);
    return state != NULL ? state->guild : *address == '@' ? address : "";
}

/* Returns the time until which we send no requests for that address; 0: we may send now. */
static uint64_t due_of(const struct discord *discord, const char *address)
{
    const struct refusals *refusals = &discord->refusals;
    uint64_t own = refusals_address_due(refusals, address);
    uint64_t guild =
        refusals_guild_due(refusals, tenant_of(discord, address), AUTH_BOT, now_of(discord));
    uint64_t due = own > guild ? own : guild;
    return due > now_of(discord) ? due : 0;
}

/* Notes that we cannot speak in a channel. Tells the host and the log, but only once until we can
 * speak again. */
static void mute_channel(struct discord *discord, struct channel_state *state, const char *channel,
                         unsigned permissions)
{
    char words[PERMISSIONS_WORDS];
    struct chat_event event = {.kind = CHAT_MUTED, .channel = channel};
    bool news = !state->muted;
    state->muted = true;
    channel_messages_mute(discord->channel_messages, channel, true, due_of(discord, channel));
    if (!news)
        return;
    log_warn(LOG_OF(&discord->base.log, channel), "the bot cannot speak guild=%s%s%s", state->guild,
             permissions ? ": it lacks " : "", permissions_words(permissions, words));
    name_lacks(&event, permissions, false, words);
    adapter_raise(&discord->base, &event);
}

static void unmute_channel(struct discord *discord, struct channel_state *state,
                           const char *channel, bool tried)
{
    if (!state->muted)
        return;
    state->muted = state->refused = false;
    channel_messages_mute(discord->channel_messages, channel, false, 0);
    log_info(LOG_OF(&discord->base.log, channel), "the bot can speak again guild=%s", state->guild);
    adapter_raise(&discord->base,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel, .tried = tried});
}

/* -- by interactions -- */

void access_learn(struct discord *discord, const struct interaction *interaction)
{
    struct channel_state *state =
        channels_know(&discord->channels, interaction->channel, interaction->guild);
    if (state == NULL)
        return;
    state->thread |=
        interaction->parent != NULL && strcmp(interaction->parent, interaction->channel) != 0;
    state->lacks = interaction->lacks;
    const struct permissions_use use = use_of(discord, state);
    unsigned silent = permissions_silent(state->lacks, &use);
    bool doubted = state->refused && due_of(discord, interaction->channel) > 0;
    if (silent && !state->muted) {
        refusals_leave(&discord->refusals, interaction->channel, now_of(discord));
        mute_channel(discord, state, interaction->channel, silent);
    } else if (!silent && state->muted && !doubted) {
        refusals_retry(&discord->refusals, interaction->channel);
        unmute_channel(discord, state, interaction->channel, false);
    }
}

void access_tell(struct discord *discord, struct chat_event *event, char words[PERMISSIONS_WORDS])
{
    struct channel_state *state =
        event->channel != NULL ? channels_state(&discord->channels, event->channel) : NULL;
    if (state == NULL || event->kind != CHAT_MESSAGE)
        return;
    const struct permissions_use use = use_of(discord, state);
    unsigned wanted = permissions_wanted(state->lacks, &use);
    event->muted = state->muted;
    if (event->muted) {
        unsigned silent = permissions_silent(state->lacks, &use);
        name_lacks(event, silent ? silent : state->denied, false, words);
    } else if (wanted & ~state->hinted) { /* the player who opens a table usually gets this hint */
        name_lacks(event, wanted, true, words);
        state->hinted = wanted;
    }
}

/* -- by what Discord does -- */

void access_refused(void *arg, const char *address, unsigned permissions)
{
    struct discord *discord = arg;
    struct channel_state *state = channels_know(&discord->channels, address, NULL);
    if (state == NULL)
        return;
    if (state->thread && (permissions & 1U << PERMISSION_SEND_MESSAGES))
        permissions = 1U << PERMISSION_SEND_IN_THREADS;
    state->refused = true;
    state->denied = permissions;
    refusals_leave(&discord->refusals, address, now_of(discord));
    mute_channel(discord, state, address, permissions);
}

uint64_t access_spared(void *arg, const char *address)
{
    struct discord *discord = arg;
    uint64_t due = due_of(discord, address);
    struct channel_state *state =
        due > 0 && *address != '@' ? channels_know(&discord->channels, address, NULL) : NULL;
    if (state != NULL) {
        state->refused = true;
        mute_channel(discord, state, address, state->denied);
    }
    return due;
}

bool access_is_muted(void *arg, const char *address)
{
    const struct discord *discord = arg;
    const struct channel_state *state = channels_state(&discord->channels, address);
    return state != NULL && state->muted;
}

void access_count(void *arg, const char *address, enum rest_auth auth)
{
    struct discord *discord = arg;
    const char *tenant = tenant_of(discord, address);
    count_add(auth == AUTH_BOT ? COUNT_LINES_CHANNEL : COUNT_LINES_PERSON);
    if (refusals_count(&discord->refusals, tenant, auth, now_of(discord))) {
        log_warn(&discord->base.log,
                 "Discord refuses too many requests for this server (%s), so it is left alone for "
                 "a while guild=%s",
                 auth == AUTH_BOT ? "post" : "answer", tenant);
    }
}

bool access_is_closed(struct discord *discord, const char *guild, const char *user)
{
    char talk[CHANNEL_ADDRESS];
    snprintf(talk, sizeof(talk), "@%s", user);
    return refusals_guild_due(&discord->refusals, guild != NULL ? guild : talk, AUTH_INTERACTION,
                              now_of(discord)) > 0;
}

void access_try(void *arg, const char *address)
{
    struct discord *discord = arg;
    adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_TRY, .channel = address});
}

void access_heard(void *arg, const char *address)
{
    struct discord *discord = arg;
    struct channel_state *state = channels_state(&discord->channels, address);
    refusals_heard(&discord->refusals, address);
    if (state != NULL)
        unmute_channel(discord, state, address, true);
}

unsigned access_lacks(void *arg, const char *address)
{
    const struct discord *discord = arg;
    const struct channel_state *state = channels_state(&discord->channels, address);
    return state != NULL ? state->lacks : 0;
}

/* Permissions, roles or a lock changed in a channel where we cannot speak. If a table waits there,
 * sends a line: we can speak again when Discord takes it. Without a table we assume that we can
 * speak. In a server with too many refusals nothing is tried. */
static void on_changed(void *arg, const char *channel)
{
    struct discord *discord = arg;
    struct channel_state *state = channels_state(&discord->channels, channel);
    if (state == NULL ||
        refusals_guild_due(&discord->refusals, state->guild, AUTH_BOT, now_of(discord)))
        return;
    refusals_retry(&discord->refusals, channel);
    if (!channel_messages_try(discord->channel_messages, channel)) {
        state->lacks = 0;
        unmute_channel(discord, state, channel, false);
    }
}

/* -- which channels there are -- */

static void raise_channel(void *arg, enum chat_event_kind kind, const char *channel)
{
    struct discord *discord = arg;
    adapter_raise(&discord->base, &(struct chat_event){.kind = kind, .channel = channel});
}

static void on_entered(void *arg, const char *channel)
{
    struct discord *discord = arg;
    if (channels_hold(&discord->channels, channel, resume_state_is_place(discord, channel)))
        resume_state_places_moved(discord);
    raise_channel(arg, CHAT_ENTERED, channel);
}

static void on_removed(void *arg, const char *channel)
{
    struct discord *discord = arg;
    channel_messages_forget(discord->channel_messages, channel);
    hands_forget(discord->hands, channel);
    resume_state_places_moved(discord);
    raise_channel(arg, CHAT_REMOVED, channel);
}

void access_silent(void *arg, const char *channel)
{
    raise_channel(arg, CHAT_REMOVED, channel);
}

struct channels_setup access_channels(struct discord *discord)
{
    return (struct channels_setup){
        .entered = on_entered, .removed = on_removed, .changed = on_changed, .arg = discord};
}

void access_lost(void *arg, const char *address, const char *why)
{
    struct discord *discord = arg;
    const struct channels_setup channels = access_channels(discord);
    const struct chat_event failed = {
        .kind = CHAT_FAILED,
        .text = why,
        .user = {.id = address + 1, .name = address + 1, .account = address + 1}};
    uint64_t now = loop_now(discord->base.setup.loop);
    if (refusals_address_due(&discord->refusals, address) <=
        now) /* else nothing was sent, so nothing was refused */
        refusals_leave(&discord->refusals, address, now);
    if (*address == '@')
        adapter_raise(&discord->base, &failed);
    else
        channels_lose(&discord->channels, &channels, address);
}
