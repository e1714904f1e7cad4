#include "channels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "adapters/discord/gateway/gateway_payload.h"
#include "base/array.h"
#include "base/text.h"

enum { VIEW_CHANNEL = 1 << 10, ADMINISTRATOR = 1 << 3 }; /* permissions */

/* Whether everybody on the server may see a channel. The channel's own permissions say yes, no, or
 * nothing (then the server's count). A thread is as visible as its channel. */
enum sight { SIGHT_AS_GUILD, SIGHT_ALL, SIGHT_NOT, SIGHT_AS_PARENT };

struct known_channel {
    UT_hash_handle hh;
    char channel[SNOWFLAKE_MAX];
    char parent[SNOWFLAKE_MAX]; /* of a thread: its channel */
    enum sight sight;
    struct channel_state state;
    char *name; /* the channel's name as people call it; NULL: not known */
    bool held;
    bool told; /* that we are there */
};

struct channel_guild {
    UT_hash_handle hh;
    char guild[SNOWFLAKE_MAX];
    unsigned count; /* of its channels */
    bool hidden;    /* members without further roles see none of its channels, except channels that
                       allow it themselves */
};

static struct known_channel *find_channel(const struct channels *channels, const char *channel)
{
    struct known_channel *known = NULL;
    HASH_FIND_STR(channels->all, channel, known);
    return known;
}

static struct channel_guild *find_guild(const struct channels *channels, const char *guild)
{
    struct channel_guild *found = NULL;
    HASH_FIND_STR(channels->guilds, guild, found);
    return found;
}

/* Counts one more channel of a server. False: there is no room, or memory is out. */
static bool count_in(struct channels *channels, const char *guild)
{
    struct channel_guild *of = find_guild(channels, guild);
    if (of == NULL) {
        of = calloc(1, sizeof(*of));
        if (of == NULL)
            return false;
        snprintf(of->guild, sizeof(of->guild), "%s", guild);
        HASH_ADD_STR(channels->guilds, guild, of);
        if (of->hh.tbl == NULL) {
            free(of);
            return false;
        }
    }
    bool room = of->count < CHANNELS_GUILD;
    of->count += room;
    return room;
}

static void count_out(struct channels *channels, const char *guild)
{
    struct channel_guild *of = find_guild(channels, guild);
    if (of != NULL && --of->count == 0) {
        HASH_DEL(channels->guilds, of); /* NOLINT(clang-analyzer-*): of uthash's making */
        free(of);
    }
}

/* Returns true if everybody on the server may see a channel that is no thread. Its own permissions
 * override those of the server. */
static bool is_open_channel(const struct channel_guild *guild, const struct known_channel *known)
{
    return known->sight == SIGHT_ALL ||
           (known->sight == SIGHT_AS_GUILD && (guild == NULL || !guild->hidden));
}

unsigned channels_count(const struct channels *channels)
{
    return HASH_COUNT(channels->all);
}

static void drop_channel(struct channels *channels, struct known_channel *known)
{
    count_out(channels, known->state.guild);
    HASH_DEL(channels->all, known); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(known->name);
    free(known);
}

void channels_finish(struct channels *channels)
{
    struct known_channel *known = NULL;
    struct known_channel *next = NULL;
    HASH_ITER(hh, channels->all, known, next)
    {
        drop_channel(channels, known);
    }
}

static struct known_channel *add_channel(struct channels *channels, const char *channel,
                                         const char *guild)
{
    struct known_channel *known =
        strlen(channel) < SNOWFLAKE_MAX ? calloc(1, sizeof(*known)) : NULL;
    if (known == NULL)
        return NULL;
    snprintf(known->channel, sizeof(known->channel), "%s", channel);
    snprintf(known->state.guild, sizeof(known->state.guild), "%s", guild ? guild : "");
    if (!count_in(channels, known->state.guild)) {
        free(known);
        return NULL;
    }
    HASH_ADD_STR(channels->all, channel, known);
    if (known->hh.tbl == NULL) {
        count_out(channels, known->state.guild);
        free(known);
        return NULL;
    }
    return known;
}

struct channel_state *channels_state(const struct channels *channels, const char *channel)
{
    struct known_channel *known = find_channel(channels, channel);
    return known != NULL ? &known->state : NULL;
}

struct channel_state *channels_know(struct channels *channels, const char *channel,
                                    const char *guild)
{
    struct known_channel *known = find_channel(channels, channel);
    known = known != NULL ? known : add_channel(channels, channel, guild);
    return known != NULL ? &known->state : NULL;
}

/* Returns true if everybody on the server may see the channel. The name of any other channel must
 * not appear elsewhere. A thread that is not private is as visible as its channel. */
static bool is_open(const struct channels *channels, const struct known_channel *known)
{
    const struct channel_guild *guild = find_guild(channels, known->state.guild);
    if (known->sight == SIGHT_AS_PARENT) {
        const struct known_channel *parent = find_channel(channels, known->parent);
        return parent != NULL && parent != known && parent->sight != SIGHT_AS_PARENT &&
               is_open_channel(guild, parent);
    }
    return is_open_channel(guild, known);
}

const char *channels_name(const struct channels *channels, const char *channel)
{
    const struct known_channel *known = find_channel(channels, channel);
    return known == NULL || known->name == NULL ? NULL
           : is_open(channels, known)           ? known->name
                                                : "";
}

static bool has_bits(const cJSON *object, const char *name, uint64_t bits)
{
    const char *text = payload_text(object, name);
    return text != NULL && (strtoull(text, NULL, 10) & bits) != 0;
}

/* Reads from a channel whether everybody on the server may see it. */
static void take_sight(struct known_channel *known, const cJSON *data)
{
    enum { PRIVATE_THREAD = 12 };
    const cJSON *type = payload_member(data, "type");
    const cJSON *overwrite = NULL;
    known->sight = SIGHT_AS_GUILD;
    if (known->state.thread) {
        const char *parent = payload_snowflake(data, "parent_id");
        bool own = parent == NULL || (cJSON_IsNumber(type) && type->valueint == PRIVATE_THREAD);
        known->sight = own ? SIGHT_NOT : SIGHT_AS_PARENT;
        snprintf(known->parent, sizeof(known->parent), "%s", parent != NULL ? parent : "");
        return;
    }
    cJSON_ArrayForEach(overwrite, payload_member(data, "permission_overwrites"))
    {
        const char *whose =
            payload_snowflake(overwrite, "id"); /* the role of everybody has the server's id */
        if (whose == NULL || strcmp(whose, known->state.guild) != 0)
            continue;
        known->sight = has_bits(overwrite, "deny", VIEW_CHANNEL)    ? SIGHT_NOT
                       : has_bits(overwrite, "allow", VIEW_CHANNEL) ? SIGHT_ALL
                                                                    : SIGHT_AS_GUILD;
    }
}

/* Learns from a role whether the server hides its channels. Only the role that everybody has
 * counts: its id is the server's. A role without permissions in the event changes nothing. */
static void take_role(const struct channels *channels, const cJSON *role, const char *guild)
{
    const char *id = payload_snowflake(role, "id");
    struct channel_guild *of = find_guild(channels, guild);
    if (of != NULL && id != NULL && strcmp(id, guild) == 0 &&
        cJSON_IsString(payload_member(role, "permissions")))
        of->hidden = !has_bits(role, "permissions", VIEW_CHANNEL | ADMINISTRATOR);
}

static void take_roles(const struct channels *channels, const cJSON *guild, const char *id)
{
    const cJSON *role = NULL;
    cJSON_ArrayForEach(role, payload_member(guild, "roles"))
    {
        take_role(channels, role, id);
    }
}

/* Writes the name as Discord's clients show it: with a sign before a channel's name, none before a
 * thread's. */
static void take_name(struct channels *channels, const char *channel, const cJSON *data)
{
    const char *name = payload_text(data, "name");
    struct known_channel *known = find_channel(channels, channel);
    size_t length = name != NULL ? text_cut(name, strlen(name), CHANNELS_NAME) : 0;
    if (known == NULL || length == 0)
        return;
    free(known->name);
    take_sight(known, data);
    known->name = malloc(length + 2);
    if (known->name != NULL) {
        snprintf(known->name, length + 2, "%s%.*s", known->state.thread ? "" : "#", (int)length,
                 name);
    }
}

/* Tells the host of a channel. If we are not heard there, the host learns of it later, when we are.
 */
static void tell_entered(struct known_channel *known, const struct channels_setup *setup)
{
    if (known->state.muted)
        return;
    known->told = true;
    setup->entered(setup->arg, known->channel);
}

bool channels_see(struct channels *channels, const struct channels_setup *setup,
                  const char *channel, const char *guild)
{
    struct known_channel *known = find_channel(channels, channel);
    known = known != NULL ? known : add_channel(channels, channel, guild);
    if (known != NULL && !known->told)
        tell_entered(known, setup);
    return known != NULL;
}

void channels_lose(struct channels *channels, const struct channels_setup *setup,
                   const char *channel)
{
    struct known_channel *known = find_channel(channels, channel);
    char name[SNOWFLAKE_MAX];
    if (known == NULL)
        return;
    snprintf(name, sizeof(name), "%s", known->channel);
    drop_channel(channels, known);
    setup->removed(setup->arg, name);
}

/* -- after a restart -- */

bool channels_hold(struct channels *channels, const char *channel, bool held)
{
    struct known_channel *known = find_channel(channels, channel);
    if (known == NULL || known->held == held)
        return false;
    known->held = held;
    return true;
}

static bool is_of(const char *guild, unsigned shard, unsigned shards)
{
    return shards == 0 || shard_of_guild(strtoull(guild, NULL, 10), shards) == shard;
}

static bool is_written(const struct known_channel *known, unsigned shard, unsigned shards)
{
    return known->held && is_of(known->state.guild, shard, shards);
}

char *channels_write(const struct channels *channels, unsigned shard, unsigned shards)
{
    const struct known_channel *known = NULL;
    size_t size = 1;
    for (known = channels->all; known != NULL; known = known->hh.next) {
        size += is_written(known, shard, shards)
                    ? sizeof(known->channel) + sizeof(known->state.guild)
                    : 0;
    }
    char *text = calloc(1, size);
    size_t length = 0;
    for (known = channels->all; text != NULL && known != NULL; known = known->hh.next) {
        /* Each entry needs two bytes besides its ids, as many as `size` counts for their NULs. */
        if (is_written(known, shard, shards)) {
            length += (size_t)snprintf(text + length, size - length, "%s%s/%s",
                                       length > 0 ? " " : "", known->channel, known->state.guild);
        }
    }
    return text;
}

void channels_read(struct channels *channels, const char *text, unsigned shard, unsigned shards)
{
    char channel[SNOWFLAKE_MAX];
    char guild[SNOWFLAKE_MAX];
    int length = 0;
    while (sscanf(text, " %23[0-9]/%23[0-9]%n", channel, guild, &length) == 2) {
        struct known_channel *known = find_channel(channels, channel);
        if (known == NULL && is_of(guild, shard, shards))
            known = add_channel(channels, channel, guild);
        if (known != NULL)
            known->held = true;
        text += length;
    }
}

void channels_tell(struct channels *channels, const struct channels_setup *setup, unsigned shard,
                   unsigned shards)
{
    struct known_channel *known = NULL;
    struct known_channel *next = NULL;
    for (known = channels->all; known != NULL; known = next) {
        next = known->hh.next;
        if (!known->told && is_of(known->state.guild, shard, shards))
            tell_entered(known, setup);
    }
}

void channels_held(const struct channels *channels, unsigned shard, unsigned shards,
                   void (*each)(void *arg, const char *channel), void *arg)
{
    struct known_channel *known = NULL;
    struct known_channel *next = NULL;
    for (known = channels->all; known != NULL; known = next) {
        next = known->hh.next;
        if (known->told && known->held && is_of(known->state.guild, shard, shards))
            each(arg, known->channel);
    }
}

void channels_silence(struct channels *channels, unsigned shard, unsigned shards,
                      void (*silent)(void *arg, const char *channel), void *arg)
{
    struct known_channel *known = NULL;
    struct known_channel *next = NULL;
    for (known = channels->all; known != NULL; known = next) {
        next = known->hh.next;
        if (!known->told || !is_of(known->state.guild, shard, shards))
            continue;
        known->told = false;
        if (silent != NULL)
            silent(arg, known->channel);
    }
}

static void see_all(struct channels *channels, const struct channels_setup *setup,
                    const cJSON *list, const char *guild)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *channel = payload_snowflake(item, "id");
        if (channel != NULL) {
            channels_know(channels, channel, guild);
            take_name(channels, channel, item); /* channels_see() tells the host, which then asks
                                                 * for the name */
            channels_see(channels, setup, channel, guild);
        }
    }
}

static void lose_guild(struct channels *channels, const struct channels_setup *setup,
                       const char *guild)
{
    struct known_channel *known = NULL;
    struct known_channel *next = NULL;
    HASH_ITER(hh, channels->all, known, next)
    {
        if (strcmp(known->state.guild, guild) == 0)
            channels_lose(channels, setup, known->channel);
    }
}

/* Returns the id of the event's guild if the event may let us speak in channels where we could not;
 * else NULL. */
static const char *changed_guild(const char *name, const cJSON *data)
{
    static const char *const own[] = {"GUILD_CREATE", "GUILD_UPDATE"};
    static const char *const others[] = {
        "CHANNEL_UPDATE",    "THREAD_UPDATE",     "THREAD_LIST_SYNC",   "GUILD_ROLE_CREATE",
        "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE" /* of ourselves */};
    for (size_t i = 0; i < ARRAY_SIZE(own); i++) {
        if (strcmp(name, own[i]) == 0)
            return payload_snowflake(data, "id");
    }
    for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
        if (strcmp(name, others[i]) == 0)
            return payload_snowflake(data, "guild_id");
    }
    return NULL;
}

static void tell_changed(struct channels *channels, const struct channels_setup *setup,
                         const char *guild)
{
    struct known_channel *known = NULL;
    struct known_channel *next = NULL;
    HASH_ITER(hh, channels->all, known, next)
    {
        if (known->state.muted && strcmp(known->state.guild, guild) == 0)
            setup->changed(setup->arg, known->channel);
    }
}

static void know_threads(struct channels *channels, const cJSON *list, const char *guild)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *channel = payload_snowflake(item, "id");
        struct channel_state *state =
            channel != NULL ? channels_know(channels, channel, guild) : NULL;
        if (state != NULL)
            state->thread = true;
    }
}

/* Forgets an archived thread until somebody writes there again, because a server can have any
 * number of them. */
static void forget_archived(struct channels *channels, const char *thread, const cJSON *data)
{
    const cJSON *state = payload_member(data, "thread_metadata");
    struct known_channel *known = find_channel(channels, thread);
    if (known != NULL && !known->held && !known->state.muted &&
        cJSON_IsTrue(payload_member(state, "archived")))
        drop_channel(channels, known);
}

void channels_dispatch(struct channels *channels, const struct channels_setup *setup,
                       const char *name, const cJSON *data)
{
    const char *id = payload_snowflake(data, "id");
    const char *changed = changed_guild(name, data);
    if (changed != NULL)
        tell_changed(channels, setup, changed);
    if (changed != NULL && strcmp(name, "GUILD_ROLE_UPDATE") == 0)
        take_role(channels, payload_member(data, "role"), changed);
    if (id != NULL && strcmp(name, "GUILD_UPDATE") == 0)
        take_roles(channels, data, id);
    if (id == NULL)
        return;
    if (strcmp(name, "GUILD_CREATE") == 0) {
        see_all(channels, setup, payload_member(data, "channels"), id);
        know_threads(channels, payload_member(data, "threads"), id);
        see_all(channels, setup, payload_member(data, "threads"), id);
        take_roles(channels, data, id);
    } else if (strcmp(name, "GUILD_DELETE") == 0) {
        lose_guild(channels, setup, id);
    } else if (strcmp(name, "CHANNEL_CREATE") == 0 || strcmp(name, "THREAD_CREATE") == 0) {
        const char *guild = payload_snowflake(data, "guild_id");
        if (guild != NULL) {
            struct channel_state *state = channels_know(channels, id, guild);
            if (state != NULL)
                state->thread = *name == 'T';
            take_name(channels, id, data);
            channels_see(channels, setup, id, guild);
        }
    } else if (strcmp(name, "CHANNEL_UPDATE") == 0) {
        take_name(channels, id, data);
    } else if (strcmp(name, "THREAD_UPDATE") == 0) {
        take_name(channels, id, data);
        forget_archived(channels, id, data);
    } else if (strcmp(name, "CHANNEL_DELETE") == 0 || strcmp(name, "THREAD_DELETE") == 0) {
        channels_lose(channels, setup, id);
    }
}
