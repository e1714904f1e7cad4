#include "unanswered.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "adapters/discord/discord_state.h"
#include "adapters/discord/guilds/channel_access.h"

enum { NAMES = 512 }; /* bytes of the names in one line; further names go into another line */

/* Adds a name to a list of names. False: it does not fit. */
static bool add_name(char names[NAMES], const char *name)
{
    size_t length = strlen(names);
    size_t between = length > 0 ? 2 : 0;
    size_t more = strlen(name);
    if (length + between + more >= NAMES)
        return false;
    memcpy(names + length, ", ", between);
    memcpy(names + length + between, name, more + 1);
    return true;
}

/* Tells one user in private, because they acted in direct messages, or in a channel where we are
 * not heard. */
static void tell_user(struct discord *discord, const struct unanswered_user *user)
{
    adapter_raise(&discord->base,
                  &(struct chat_event){
                      .kind = CHAT_UNANSWERED,
                      .channel = *user->address == '@' ? NULL : user->address,
                      .user = {.id = user->user, .name = user->name, .account = user->user}});
}

/* Writes one line to the channel in which the user number `first` waits. It is for that user, and
 * for all after `first` who wait in the same channel. */
static void tell_channel(struct discord *discord, unsigned first)
{
    struct unanswered *unanswered = &discord->unanswered;
    char names[NAMES] = "";
    char address[CHANNEL_ADDRESS];
    snprintf(address, sizeof(address), "%s", unanswered->at[first].address);
    for (unsigned i = first; i < unanswered->count; i++) {
        struct unanswered_user *user = &unanswered->at[i];
        if (strcmp(user->address, address) == 0 && add_name(names, user->name))
            user->address[0] = '\0';
    }
    adapter_raise(&discord->base,
                  &(struct chat_event){.kind = CHAT_UNANSWERED, .channel = address, .text = names});
}

static void tell_all(struct discord *discord)
{
    struct unanswered *unanswered = &discord->unanswered;
    for (unsigned i = 0; i < unanswered->count && !discord->stopping; i++) {
        const struct unanswered_user *user = &unanswered->at[i];
        bool alone = *user->address == '@' || access_is_muted(discord, user->address);
        if (*user->address != '\0' && alone)
            tell_user(discord, user);
        else if (*user->address != '\0')
            tell_channel(discord, i);
    }
    unanswered->count = 0;
}

static void on_timer(struct timer *timer)
{
    tell_all((struct discord *)((char *)timer - offsetof(struct discord, unanswered.timer)));
}

void unanswered_open(struct discord *discord)
{
    timer_init(discord->base.setup.loop, &discord->unanswered.timer, on_timer);
}

void unanswered_close(struct discord *discord, void (*closed)(struct timer *timer))
{
    timer_finish(&discord->unanswered.timer, closed);
}

void unanswered_add(void *arg, const char *address, const char *user, const char *name)
{
    struct discord *discord = arg;
    struct unanswered *unanswered = &discord->unanswered;
    if (discord->stopping)
        return;
    for (unsigned i = 0; i < unanswered->count; i++) {
        if (strcmp(unanswered->at[i].address, address) == 0 &&
            strcmp(unanswered->at[i].user, user) == 0)
            return;
    }
    if (unanswered->count == UNANSWERED_MAX)
        tell_all(discord);
    struct unanswered_user *at = &unanswered->at[unanswered->count++];
    snprintf(at->address, sizeof(at->address), "%s", address);
    snprintf(at->user, sizeof(at->user), "%s", user);
    snprintf(at->name, sizeof(at->name), "%s", name);
    if (!timer_active(&unanswered->timer))
        timer_set(&unanswered->timer, UNANSWERED_GATHER_MS);
}

static void tell_gap(void *arg, const char *channel)
{
    struct discord *discord = arg;
    if (!access_is_muted(discord, channel))
        adapter_raise(&discord->base, &(struct chat_event){.kind = CHAT_GAP, .channel = channel});
}

void unanswered_gap(struct discord *discord, unsigned shard)
{
    channels_held(&discord->channels, shard, discord->shards, tell_gap, discord);
}
