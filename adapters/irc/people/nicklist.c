#include "nicklist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { NAMES_ROOM = 16, MEMBERSHIPS_ROOM = 2 }; /* the least that is allocated */

/* -- names -- */

static uint32_t names_hash(const struct names *names, const char *name)
{
    uint32_t hash = names->seed ^ 0x811c9dc5U;
    for (; *name != '\0'; name++) {
        hash ^= (unsigned char)proto_fold_char(names->map, *name);
        hash *= 0x01000193U;
        hash ^= hash >> 15;
    }
    return hash;
}

static struct named **names_slot(const struct names *names, const char *name, uint32_t hash)
{
    struct named **slot = &names->slots[hash & (names->room - 1)];
    while (*slot != NULL && ((*slot)->hash != hash || !proto_same(names->map, (*slot)->name, name)))
        slot = &(*slot)->next;
    return slot;
}

static struct named *names_find(const struct names *names, const char *name)
{
    return names->room ? *names_slot(names, name, names_hash(names, name)) : NULL;
}

static bool names_resize(struct names *names, size_t room)
{
    struct named **slots = calloc(room, sizeof(struct named *));
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < names->room; i++) {
        for (struct named *named = names->slots[i], *next; named != NULL; named = next) {
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
        !names_resize(names, names->room ? names->room * 2 : NAMES_ROOM))
        return false;
    named->hash = names_hash(names, named->name);
    named->next = names->slots[named->hash & (names->room - 1)];
    names->slots[named->hash & (names->room - 1)] = named;
    names->count++;
    return true;
}

static void names_remove(struct names *names, struct named *named)
{
    struct named **slot = &names->slots[named->hash & (names->room - 1)];
    while (*slot != NULL && *slot != named)
        slot = &(*slot)->next;
    if (*slot != NULL) {
        *slot = named->next;
        names->count--;
    }
}

/* Frees the room of names that have left. */
static void names_shrink(struct names *names)
{
    size_t room = names->room;
    while (room > NAMES_ROOM && names->count * 4 <= room)
        room /= 2;
    if (room < names->room)
        names_resize(names, room);
}

/* -- counting memory -- */

/* Returns the bytes that glibc's allocator takes for a block of this size. */
static size_t block_size(size_t size)
{
    return size <= 24 ? 32 : (size + 8 + 15) & ~(size_t)15;
}

static size_t cost_of_text(const char *text)
{
    return text != NULL ? block_size(strlen(text) + 1) : 0;
}

static size_t cost_of_channels(const struct user *user)
{
    return user->room ? block_size(user->room * sizeof(*user->channels)) : 0;
}

/* Copies a text and counts its memory. NULL: it does not fit `size`, the bound is reached, or
 * memory is out. */
static char *keep_text(struct nicklist *nicklist, const char *text, size_t size)
{
    bool fits = strlen(text) < size && nicklist->bytes + cost_of_text(text) <= NICKLIST_BYTES_MAX;
    char *copy = fits ? strdup(text) : NULL;
    nicklist->bytes += cost_of_text(copy);
    return copy;
}

static void drop_text(struct nicklist *nicklist, char **text)
{
    nicklist->bytes -= cost_of_text(*text);
    free(*text);
    *text = NULL;
}

/* -- the list -- */

void nicklist_init(struct nicklist *nicklist, uint32_t seed)
{
    *nicklist = (struct nicklist){.channel_names.seed = seed, .user_names.seed = seed};
}

void nicklist_ask_no_more(struct nicklist *nicklist, struct user *user)
{
    if (!user->asked)
        return;
    *(user->ask_before != NULL ? &user->ask_before->ask_next : &nicklist->ask_first) =
        user->ask_next;
    *(user->ask_next != NULL ? &user->ask_next->ask_before : &nicklist->ask_last) =
        user->ask_before;
    user->ask_before = user->ask_next = NULL;
    user->asked = false;
}

void nicklist_ask(struct nicklist *nicklist, struct user *user, bool first)
{
    if (user->asked && !first)
        return;
    nicklist_ask_no_more(nicklist, user);
    user->asked = true;
    user->ask_urgent = first;
    user->ask_before = first ? NULL : nicklist->ask_last;
    user->ask_next = first ? nicklist->ask_first : NULL;
    *(user->ask_before != NULL ? &user->ask_before->ask_next : &nicklist->ask_first) = user;
    *(user->ask_next != NULL ? &user->ask_next->ask_before : &nicklist->ask_last) = user;
}

static void user_free(struct nicklist *nicklist, struct user *user)
{
    nicklist_ask_no_more(nicklist, user);
    nicklist->memberships -= user->count;
    for (uint32_t i = 0; i < user->count; i++)
        nicklist->channels[user->channels[i] >> 8]->members--;
    drop_text(nicklist, &user->named.name);
    drop_text(nicklist, &user->account);
    drop_text(nicklist, &user->host);
    drop_text(nicklist, &user->certificate);
    drop_text(nicklist, &user->connection);
    nicklist->bytes -= cost_of_channels(user) + block_size(sizeof(*user));
    free(user->channels);
    free(user);
}

void nicklist_clear(struct nicklist *nicklist)
{
    struct names *names = &nicklist->user_names;
    for (size_t i = 0; i < names->room; i++) {
        for (struct named *named = names->slots[i], *next; named != NULL; named = next) {
            next = named->next;
            user_free(nicklist, (struct user *)named);
        }
    }
    free(names->slots);
    names->slots = NULL;
    names->room = names->count = 0;
}

void nicklist_finish(struct nicklist *nicklist)
{
    nicklist_clear(nicklist);
    for (uint32_t i = 0; i < nicklist->channel_count; i++) {
        free(nicklist->channels[i]->named.name);
        free(nicklist->channels[i]->inviter);
        free(nicklist->channels[i]->origin);
        free(nicklist->channels[i]->key);
        free(nicklist->channels[i]);
    }
    free(nicklist->channels);
    free(nicklist->channel_names.slots);
    *nicklist = (struct nicklist){.channels = NULL};
}

void nicklist_casemap(struct nicklist *nicklist, enum proto_casemap map)
{
    if (nicklist->channel_names.map == map)
        return;
    nicklist->channel_names.map = nicklist->user_names.map = map;
    if (nicklist->channel_names.room)
        names_resize(&nicklist->channel_names, nicklist->channel_names.room);
    if (nicklist->user_names.room)
        names_resize(&nicklist->user_names, nicklist->user_names.room);
}

struct channel *nicklist_channel(const struct nicklist *nicklist, const char *name)
{
    return (struct channel *)names_find(&nicklist->channel_names, name);
}

struct channel *nicklist_add_channel(struct nicklist *nicklist, const char *name)
{
    struct channel *channel = nicklist_channel(nicklist, name);
    uint32_t count = nicklist->channel_count;
    if (channel != NULL || count == NICKLIST_CHANNELS_MAX || strlen(name) >= PROTO_CHANNEL)
        return channel;
    struct channel **channels = array_grow(nicklist->channels, count, sizeof(channel));
    if (channels == NULL)
        return NULL;
    nicklist->channels = channels;
    channel = calloc(1, sizeof(*channel));
    if (channel == NULL)
        return NULL;
    channel->id = count;
    channel->named.name = strdup(name);
    if (channel->named.name == NULL || !names_add(&nicklist->channel_names, &channel->named)) {
        free(channel->named.name);
        free(channel);
        return NULL;
    }
    nicklist->channels[nicklist->channel_count++] = channel;
    return channel;
}

bool nicklist_rename_channel(struct nicklist *nicklist, struct channel *channel, const char *name)
{
    char *copy = strlen(name) < PROTO_CHANNEL ? strdup(name) : NULL;
    if (copy == NULL)
        return false;
    char *old = channel->named.name;
    free(channel->key);
    free(channel->origin);
    names_remove(&nicklist->channel_names, &channel->named);
    *channel = (struct channel){.id = channel->id, .named = {.name = copy}};
    /* cannot fail: its old name has left room */
    names_add(&nicklist->channel_names, &channel->named);
    free(old);
    return true;
}

void nicklist_set_key(struct channel *channel, const char *key)
{
    free(channel->key);
    channel->key = strlen(key) < NICKLIST_KEY ? strdup(key) : NULL;
}

struct user *nicklist_user(const struct nicklist *nicklist, const char *nick)
{
    return (struct user *)names_find(&nicklist->user_names, nick);
}

static struct user *add_user(struct nicklist *nicklist, const char *nick)
{
    if (nicklist->user_names.count >= NICKLIST_USERS_MAX || *nick == '\0' ||
        nicklist->bytes + block_size(sizeof(struct user)) > NICKLIST_BYTES_MAX)
        return NULL;
    struct user *user = calloc(1, sizeof(*user));
    if (user == NULL)
        return NULL;
    nicklist->bytes += block_size(sizeof(*user));
    user->number = ++nicklist->numbers;
    user->named.name = keep_text(nicklist, nick, PROTO_NICK);
    if (user->named.name == NULL || !names_add(&nicklist->user_names, &user->named)) {
        user_free(nicklist, user);
        return NULL;
    }
    return user;
}

/* Returns the index of the first membership whose channel is not below this one. */
static uint32_t place_of(const struct user *user, const struct channel *channel)
{
    uint32_t low = 0;
    uint32_t high = user->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (user->channels[middle] >> 8 < channel->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t *nicklist_ranks(const struct user *user, const struct channel *channel)
{
    uint32_t i = place_of(user, channel);
    return i < user->count && user->channels[i] >> 8 == channel->id ? &user->channels[i] : NULL;
}

/* False: memory is out, and nothing changes. */
static bool set_room(struct nicklist *nicklist, struct user *user, uint32_t room)
{
    uint32_t *channels = realloc(user->channels, room * sizeof(*channels));
    if (channels != NULL) {
        nicklist->bytes -= cost_of_channels(user);
        user->channels = channels;
        user->room = room;
        nicklist->bytes += cost_of_channels(user);
    }
    return channels != NULL;
}

static bool add_membership(struct nicklist *nicklist, struct user *user, struct channel *channel)
{
    if (nicklist->memberships >= NICKLIST_MEMBERSHIPS_MAX ||
        channel->members >= NICKLIST_MEMBERS_MAX)
        return false;
    if (user->count == user->room) {
        uint32_t room = user->room ? user->room * 2 : MEMBERSHIPS_ROOM;
        if (nicklist->bytes + block_size(room * sizeof(*user->channels)) > NICKLIST_BYTES_MAX ||
            !set_room(nicklist, user, room))
            return false;
    }
    uint32_t i = place_of(user, channel);
    memmove(user->channels + i + 1, user->channels + i, (user->count - i) * sizeof(uint32_t));
    user->channels[i] = channel->id << 8;
    user->count++;
    nicklist->memberships++;
    channel->members++;
    return true;
}

struct user *nicklist_join(struct nicklist *nicklist, const char *nick, struct channel *channel)
{
    struct user *user = nicklist_user(nicklist, nick);
    if (user == NULL)
        user = add_user(nicklist, nick);
    if (user == NULL || nicklist_ranks(user, channel) != NULL ||
        add_membership(nicklist, user, channel))
        return user;
    if (user->count == 0)
        nicklist_quit(nicklist, user);
    return NULL;
}

/* As nicklist_quit(), but leaves the size of the table of names: its caller walks through that
 * table. */
static void take_out(struct nicklist *nicklist, struct user *user)
{
    names_remove(&nicklist->user_names, &user->named);
    user_free(nicklist, user);
}

static bool part_user(struct nicklist *nicklist, struct user *user, struct channel *channel)
{
    uint32_t *member = nicklist_ranks(user, channel);
    if (member == NULL)
        return false;
    uint32_t *end = user->channels + user->count;
    memmove(member, member + 1, (size_t)(end - member - 1) * sizeof(*member));
    user->count--;
    nicklist->memberships--;
    channel->members--;
    if (user->count == 0) {
        take_out(nicklist, user);
        return true;
    }
    if (user->room > 2 * MEMBERSHIPS_ROOM && user->count * 4 <= user->room)
        set_room(nicklist, user, user->room / 2);
    return false;
}

bool nicklist_part(struct nicklist *nicklist, struct user *user, struct channel *channel)
{
    bool gone = part_user(nicklist, user, channel);
    names_shrink(&nicklist->user_names);
    return gone;
}

void nicklist_quit(struct nicklist *nicklist, struct user *user)
{
    take_out(nicklist, user);
    names_shrink(&nicklist->user_names);
}

static void forget_certificate(struct nicklist *nicklist, struct user *user)
{
    drop_text(nicklist, &user->certificate);
    user->whois = 0;
    user->whois_same = user->whois_far = user->whois_there = false;
}

void nicklist_set_certificate(struct nicklist *nicklist, struct user *user, const char *print)
{
    drop_text(nicklist, &user->certificate);
    user->certificate = keep_text(nicklist, print, NICKLIST_CERTIFICATE);
}

void nicklist_set_connection(struct nicklist *nicklist, struct user *user, const char *signon)
{
    drop_text(nicklist, &user->connection);
    user->connection = signon != NULL ? keep_text(nicklist, signon, NICKLIST_SIGNON) : NULL;
}

bool nicklist_rename(struct nicklist *nicklist, struct user *user, const char *nick)
{
    names_remove(&nicklist->user_names, &user->named);
    forget_certificate(nicklist, user);
    drop_text(nicklist, &user->named.name);
    user->named.name = keep_text(nicklist, nick, PROTO_NICK);
    if (user->named.name == NULL) {
        user_free(nicklist, user);
        return false;
    }
    if (!names_add(&nicklist->user_names, &user->named)) {
        user_free(nicklist, user);
        return false;
    }
    return true;
}

bool nicklist_no_account(const char *account)
{
    return account == NULL || *account == '\0' || strcmp(account, "*") == 0 ||
           strcmp(account, "0") == 0;
}

void nicklist_set_account(struct nicklist *nicklist, struct user *user, const char *account)
{
    drop_text(nicklist, &user->account);
    user->account =
        nicklist_no_account(account) ? NULL : keep_text(nicklist, account, NICKLIST_ACCOUNT);
}

bool nicklist_set_host(struct nicklist *nicklist, struct user *user, const char *name,
                       const char *host)
{
    char whole[NICKLIST_HOST];
    size_t length = strlen(name);
    if (length == 0 || *host == '\0')
        return false;
    bool known = user->host != NULL;
    if (known && strncmp(user->host, name, length) == 0 && user->host[length] == '@' &&
        strcmp(user->host + length + 1, host) == 0)
        return false;
    /* If the answer to a WHOIS is still to come, keeps its number: the answer will be about the new
     * host. */
    uint32_t whois = user->certificate == NULL || user->connection == NULL ? user->whois : 0;
    forget_certificate(nicklist, user);
    user->whois = whois;
    if (user->connection != NULL && *user->connection == '\0')
        drop_text(nicklist, &user->connection);
    drop_text(nicklist, &user->host);
    if (length + strlen(host) + 1 < sizeof(whole)) {
        snprintf(whole, sizeof(whole), "%s@%s", name, host);
        user->host = keep_text(nicklist, whole, sizeof(whole));
    }
    return !known && user->host != NULL;
}

void nicklist_empty_channel(struct nicklist *nicklist, struct channel *channel,
                            void (*gone)(void *arg, struct user *user), void *arg)
{
    struct names *names = &nicklist->user_names;
    for (size_t i = 0; i < names->room; i++) {
        for (struct named *named = names->slots[i], *next; named != NULL; named = next) {
            next = named->next;
            struct user *user = (struct user *)named;
            if (gone != NULL && user->count == 1 && nicklist_ranks(user, channel) != NULL)
                gone(arg, user);
            part_user(nicklist, user, channel);
        }
    }
    names_shrink(names);
}
