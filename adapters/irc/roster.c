#include "roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- names -- */

static uint32_t names_hash(const struct names *names, const char *name)
{
    uint32_t hash = names->seed ^ 0x811c9dc5U;
    for (; *name; name++) {
        hash ^= (unsigned char)proto_fold_char(names->map, *name);
        hash *= 0x01000193U;
        hash ^= hash >> 15;
    }
    return hash;
}

static struct named **names_slot(const struct names *names, const char *name, uint32_t hash)
{
    struct named **slot = &names->slots[hash & (names->room - 1)];
    while (*slot && ((*slot)->hash != hash || !proto_same(names->map, (*slot)->name, name))) {
        slot = &(*slot)->next;
    }
    return slot;
}

static struct named *names_find(const struct names *names, const char *name)
{
    return names->room ? *names_slot(names, name, names_hash(names, name)) : NULL;
}

static bool names_resize(struct names *names, size_t room)
{
    struct named **slots = calloc(room, sizeof(struct named *));
    if (!slots) {
        return false;
    }
    for (size_t i = 0; i < names->room; i++) {
        for (struct named *named = names->slots[i], *next; named; named = next) {
            next = named->next;
            named->hash = names_hash(names, named->name);
            named->next = slots[named->hash & (room - 1)];
            slots[named->hash & (room - 1)] = named;
        }
    }
    free(names->slots);
    names->slots = slots;
    names->room = room;
    return true;
}

static bool names_add(struct names *names, struct named *named)
{
    if (names->count >= names->room && !names_resize(names, names->room ? names->room * 2 : 16)) {
        return false;
    }
    named->hash = names_hash(names, named->name);
    named->next = names->slots[named->hash & (names->room - 1)];
    names->slots[named->hash & (names->room - 1)] = named;
    names->count++;
    return true;
}

static void names_remove(struct names *names, struct named *named)
{
    struct named **slot = &names->slots[named->hash & (names->room - 1)];
    while (*slot && *slot != named) {
        slot = &(*slot)->next;
    }
    if (*slot) {
        *slot = named->next;
        names->count--;
    }
}

/* -- roster -- */

void roster_init(struct roster *roster, uint32_t seed)
{
    *roster = (struct roster){.channel_names.seed = seed, .user_names.seed = seed};
}

static void user_free(struct roster *roster, struct user *user)
{
    roster->memberships -= user->count;
    free(user->named.name);
    free(user->account);
    free(user->host);
    free(user->certificate);
    free(user->channels);
    free(user);
}

void roster_clear(struct roster *roster)
{
    struct names *names = &roster->user_names;
    for (size_t i = 0; i < names->room; i++) {
        for (struct named *named = names->slots[i], *next; named; named = next) {
            next = named->next;
            user_free(roster, (struct user *)named);
        }
    }
    free(names->slots);
    names->slots = NULL;
    names->room = names->count = 0;
}

void roster_finish(struct roster *roster)
{
    roster_clear(roster);
    for (uint32_t i = 0; i < roster->channel_count; i++) {
        free(roster->channels[i]->named.name);
        free(roster->channels[i]->inviter);
        free(roster->channels[i]->key);
        free(roster->channels[i]);
    }
    free(roster->channels);
    free(roster->channel_names.slots);
    *roster = (struct roster){.channels = NULL};
}

void roster_remap(struct roster *roster, enum proto_casemap map)
{
    if (roster->channel_names.map == map) {
        return;
    }
    roster->channel_names.map = roster->user_names.map = map;
    if (roster->channel_names.room) {
        names_resize(&roster->channel_names, roster->channel_names.room);
    }
    if (roster->user_names.room) {
        names_resize(&roster->user_names, roster->user_names.room);
    }
}

struct member_channel *roster_channel(const struct roster *roster, const char *name)
{
    return (struct member_channel *)names_find(&roster->channel_names, name);
}

struct member_channel *roster_add_channel(struct roster *roster, const char *name)
{
    struct member_channel *channel = roster_channel(roster, name);
    uint32_t count = roster->channel_count;
    if (channel || count == ROSTER_CHANNELS || strlen(name) >= PROTO_CHANNEL) {
        return channel;
    }
    if ((count & (count - 1)) == 0) { /* full: room is a power of two */
        size_t room = count ? (size_t)count * 2 : 1;
        struct member_channel **channels =
            realloc(roster->channels, room * sizeof(struct member_channel *));
        if (!channels) {
            return NULL;
        }
        roster->channels = channels;
    }
    channel = calloc(1, sizeof *channel);
    if (!channel) {
        return NULL;
    }
    channel->id = count;
    channel->named.name = strdup(name);
    if (!channel->named.name || !names_add(&roster->channel_names, &channel->named)) {
        free(channel->named.name);
        free(channel);
        return NULL;
    }
    roster->channels[roster->channel_count++] = channel;
    return channel;
}

bool roster_rename_channel(struct roster *roster, struct member_channel *channel, const char *name)
{
    char *copy = strlen(name) < PROTO_CHANNEL ? strdup(name) : NULL;
    if (!copy) {
        return false;
    }
    char *old = channel->named.name;
    free(channel->key);
    names_remove(&roster->channel_names, &channel->named);
    *channel = (struct member_channel){.id = channel->id, .named = {.name = copy}};
    names_add(&roster->channel_names, &channel->named); /* there is room: it was in it */
    free(old);
    return true;
}

void roster_key(struct member_channel *channel, const char *key)
{
    free(channel->key);
    channel->key = strdup(key);
}

struct user *roster_user(const struct roster *roster, const char *nick)
{
    return (struct user *)names_find(&roster->user_names, nick);
}

static struct user *add_user(struct roster *roster, const char *nick)
{
    if (roster->user_names.count >= ROSTER_USERS || !*nick || strlen(nick) >= PROTO_NICK) {
        return NULL;
    }
    struct user *user = calloc(1, sizeof *user);
    if (!user) {
        return NULL;
    }
    user->named.name = strdup(nick);
    if (!user->named.name || !names_add(&roster->user_names, &user->named)) {
        free(user->named.name);
        free(user);
        return NULL;
    }
    return user;
}

/* Index of the first membership that is not below the channel. */
static uint32_t place(const struct user *user, const struct member_channel *channel)
{
    uint32_t low = 0;
    uint32_t high = user->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (user->channels[middle] >> 8 < channel->id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t *roster_member(const struct user *user, const struct member_channel *channel)
{
    uint32_t i = place(user, channel);
    return i < user->count && user->channels[i] >> 8 == channel->id ? &user->channels[i] : NULL;
}

static bool add_membership(struct roster *roster, struct user *user,
                           const struct member_channel *channel)
{
    if (roster->memberships >= ROSTER_MEMBERSHIPS) {
        return false;
    }
    if (user->count == user->room) {
        uint32_t room = user->room ? user->room * 2 : 2;
        uint32_t *channels = realloc(user->channels, room * sizeof *channels);
        if (!channels) {
            return false;
        }
        user->channels = channels;
        user->room = room;
    }
    uint32_t i = place(user, channel);
    memmove(user->channels + i + 1, user->channels + i, (user->count - i) * sizeof(uint32_t));
    user->channels[i] = channel->id << 8;
    user->count++;
    roster->memberships++;
    return true;
}

struct user *roster_join(struct roster *roster, const char *nick,
                         const struct member_channel *channel)
{
    struct user *user = roster_user(roster, nick);
    if (!user) {
        user = add_user(roster, nick);
    }
    if (!user || roster_member(user, channel) || add_membership(roster, user, channel)) {
        return user;
    }
    if (user->count == 0) {
        roster_quit(roster, user);
    }
    return NULL;
}

bool roster_part(struct roster *roster, struct user *user, const struct member_channel *channel)
{
    uint32_t *member = roster_member(user, channel);
    if (!member) {
        return false;
    }
    uint32_t *end = user->channels + user->count;
    memmove(member, member + 1, (size_t)(end - member - 1) * sizeof *member);
    user->count--;
    roster->memberships--;
    if (user->count > 0) {
        return false;
    }
    roster_quit(roster, user);
    return true;
}

void roster_quit(struct roster *roster, struct user *user)
{
    names_remove(&roster->user_names, &user->named);
    user_free(roster, user);
}

static void forget_certificate(struct user *user)
{
    free(user->certificate);
    user->certificate = NULL;
    user->asked = 0;
}

bool roster_rename(struct roster *roster, struct user *user, const char *nick)
{
    char *name = strlen(nick) < PROTO_NICK ? strdup(nick) : NULL;
    names_remove(&roster->user_names, &user->named);
    if (!name) {
        user_free(roster, user);
        return false;
    }
    forget_certificate(user);
    free(user->named.name);
    user->named.name = name;
    if (!names_add(&roster->user_names, &user->named)) {
        user_free(roster, user);
        return false;
    }
    return true;
}

bool roster_no_account(const char *account)
{
    return !account || !*account || strcmp(account, "*") == 0 || strcmp(account, "0") == 0;
}

void roster_account(struct user *user, const char *account)
{
    free(user->account);
    user->account = roster_no_account(account) ? NULL : strdup(account);
}

bool roster_host(struct user *user, const char *name, const char *host)
{
    size_t length = strlen(name);
    if (length == 0 || !*host) {
        return false;
    }
    bool known = user->host;
    if (known && strncmp(user->host, name, length) == 0 && user->host[length] == '@' &&
        strcmp(user->host + length + 1, host) == 0) {
        return false;
    }
    forget_certificate(user);
    free(user->host);
    size_t size = length + strlen(host) + 2;
    user->host = malloc(size);
    if (user->host) {
        snprintf(user->host, size, "%s@%s", name, host);
    }
    return !known && user->host;
}

void roster_empty(struct roster *roster, const struct member_channel *channel,
                  void (*gone)(void *arg, struct user *user), void *arg)
{
    struct names *names = &roster->user_names;
    for (size_t i = 0; i < names->room; i++) {
        for (struct named *named = names->slots[i], *next; named; named = next) {
            next = named->next;
            struct user *user = (struct user *)named;
            if (user->count == 1 && roster_member(user, channel)) {
                gone(arg, user);
            }
            roster_part(roster, user, channel);
        }
    }
}
