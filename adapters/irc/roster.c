#include "roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_ROOM = 16, MEMBERSHIPS_ROOM = 2 }; /* at least */

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
    if (names->count >= names->room &&
        !names_resize(names, names->room ? names->room * 2 : NAMES_ROOM)) {
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

/* Gives room back that names who left do not need. */
static void names_shrink(struct names *names)
{
    size_t room = names->room;
    while (room > NAMES_ROOM && names->count * 4 <= room) {
        room /= 2;
    }
    if (room < names->room) {
        names_resize(names, room);
    }
}

/* -- what it takes -- */

/* Of a block, as glibc's allocator counts it. */
static size_t block(size_t size)
{
    return size <= 24 ? 32 : (size + 8 + 15) & ~(size_t)15;
}

static size_t cost(const char *text)
{
    return text ? block(strlen(text) + 1) : 0;
}

static size_t cost_of_channels(const struct user *user)
{
    return user->room ? block(user->room * sizeof *user->channels) : 0;
}

/* A copy of `size` bytes at most that is counted; NULL: there is no room, or memory is out. */
static char *keep(struct roster *roster, const char *text, size_t size)
{
    bool fits = strlen(text) < size && roster->bytes + cost(text) <= ROSTER_BYTES;
    char *copy = fits ? strdup(text) : NULL;
    roster->bytes += cost(copy);
    return copy;
}

static void drop(struct roster *roster, char **text)
{
    roster->bytes -= cost(*text);
    free(*text);
    *text = NULL;
}

/* -- roster -- */

void roster_init(struct roster *roster, uint32_t seed)
{
    *roster = (struct roster){.channel_names.seed = seed, .user_names.seed = seed};
}

static void user_free(struct roster *roster, struct user *user)
{
    roster->memberships -= user->count;
    for (uint32_t i = 0; i < user->count; i++) {
        roster->channels[user->channels[i] >> 8]->members--;
    }
    drop(roster, &user->named.name);
    drop(roster, &user->account);
    drop(roster, &user->host);
    drop(roster, &user->certificate);
    roster->bytes -= cost_of_channels(user) + block(sizeof *user);
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
        free(roster->channels[i]->place);
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
    free(channel->place);
    names_remove(&roster->channel_names, &channel->named);
    *channel = (struct member_channel){.id = channel->id, .named = {.name = copy}};
    names_add(&roster->channel_names, &channel->named); /* there is room: it was in it */
    free(old);
    return true;
}

void roster_key(struct member_channel *channel, const char *key)
{
    free(channel->key);
    channel->key = strlen(key) < ROSTER_KEY ? strdup(key) : NULL;
}

struct user *roster_user(const struct roster *roster, const char *nick)
{
    return (struct user *)names_find(&roster->user_names, nick);
}

static struct user *add_user(struct roster *roster, const char *nick)
{
    if (roster->user_names.count >= ROSTER_USERS || !*nick ||
        roster->bytes + block(sizeof(struct user)) > ROSTER_BYTES) {
        return NULL;
    }
    struct user *user = calloc(1, sizeof *user);
    if (!user) {
        return NULL;
    }
    roster->bytes += block(sizeof *user);
    user->number = ++roster->numbers;
    user->named.name = keep(roster, nick, PROTO_NICK);
    if (!user->named.name || !names_add(&roster->user_names, &user->named)) {
        user_free(roster, user);
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

/* False: memory is out, and nothing changes. */
static bool set_room(struct roster *roster, struct user *user, uint32_t room)
{
    uint32_t *channels = realloc(user->channels, room * sizeof *channels);
    if (channels) {
        roster->bytes -= cost_of_channels(user);
        user->channels = channels;
        user->room = room;
        roster->bytes += cost_of_channels(user);
    }
    return channels;
}

static bool add_membership(struct roster *roster, struct user *user, struct member_channel *channel)
{
    if (roster->memberships >= ROSTER_MEMBERSHIPS || channel->members >= ROSTER_MEMBERS) {
        return false;
    }
    if (user->count == user->room) {
        uint32_t room = user->room ? user->room * 2 : MEMBERSHIPS_ROOM;
        if (roster->bytes + block(room * sizeof *user->channels) > ROSTER_BYTES ||
            !set_room(roster, user, room)) {
            return false;
        }
    }
    uint32_t i = place(user, channel);
    memmove(user->channels + i + 1, user->channels + i, (user->count - i) * sizeof(uint32_t));
    user->channels[i] = channel->id << 8;
    user->count++;
    roster->memberships++;
    channel->members++;
    return true;
}

struct user *roster_join(struct roster *roster, const char *nick, struct member_channel *channel)
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

/* As roster_quit(), while the table of names is being walked through. */
static void take_out(struct roster *roster, struct user *user)
{
    names_remove(&roster->user_names, &user->named);
    user_free(roster, user);
}

static bool part(struct roster *roster, struct user *user, struct member_channel *channel)
{
    uint32_t *member = roster_member(user, channel);
    if (!member) {
        return false;
    }
    uint32_t *end = user->channels + user->count;
    memmove(member, member + 1, (size_t)(end - member - 1) * sizeof *member);
    user->count--;
    roster->memberships--;
    channel->members--;
    if (user->count == 0) {
        take_out(roster, user);
        return true;
    }
    if (user->room > 2 * MEMBERSHIPS_ROOM && user->count * 4 <= user->room) {
        set_room(roster, user, user->room / 2);
    }
    return false;
}

bool roster_part(struct roster *roster, struct user *user, struct member_channel *channel)
{
    bool gone = part(roster, user, channel);
    names_shrink(&roster->user_names);
    return gone;
}

void roster_quit(struct roster *roster, struct user *user)
{
    take_out(roster, user);
    names_shrink(&roster->user_names);
}

static void forget_certificate(struct roster *roster, struct user *user)
{
    drop(roster, &user->certificate);
    user->asked = 0;
}

void roster_certificate(struct roster *roster, struct user *user, const char *print)
{
    drop(roster, &user->certificate);
    user->certificate = keep(roster, print, ROSTER_CERTIFICATE);
}

bool roster_rename(struct roster *roster, struct user *user, const char *nick)
{
    names_remove(&roster->user_names, &user->named);
    forget_certificate(roster, user);
    drop(roster, &user->named.name);
    user->named.name = keep(roster, nick, PROTO_NICK);
    if (!user->named.name) {
        user_free(roster, user);
        return false;
    }
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

void roster_account(struct roster *roster, struct user *user, const char *account)
{
    drop(roster, &user->account);
    user->account = roster_no_account(account) ? NULL : keep(roster, account, ROSTER_ACCOUNT);
}

bool roster_host(struct roster *roster, struct user *user, const char *name, const char *host)
{
    char whole[ROSTER_HOST];
    size_t length = strlen(name);
    if (length == 0 || !*host) {
        return false;
    }
    bool known = user->host;
    if (known && strncmp(user->host, name, length) == 0 && user->host[length] == '@' &&
        strcmp(user->host + length + 1, host) == 0) {
        return false;
    }
    forget_certificate(roster, user);
    drop(roster, &user->host);
    if (length + strlen(host) + 1 < sizeof whole) {
        snprintf(whole, sizeof whole, "%s@%s", name, host);
        user->host = keep(roster, whole, sizeof whole);
    }
    return !known && user->host;
}

void roster_empty(struct roster *roster, struct member_channel *channel,
                  void (*gone)(void *arg, struct user *user), void *arg)
{
    struct names *names = &roster->user_names;
    for (size_t i = 0; i < names->room; i++) {
        for (struct named *named = names->slots[i], *next; named; named = next) {
            next = named->next;
            struct user *user = (struct user *)named;
            if (gone && user->count == 1 && roster_member(user, channel)) {
                gone(arg, user);
            }
            part(roster, user, channel);
        }
    }
    names_shrink(names);
}
