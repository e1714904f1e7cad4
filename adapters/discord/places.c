#include "places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct place {
    UT_hash_handle hh;
    char channel[SHARD_ID];
    struct place_state state;
    bool held;
    bool told; /* that we are there */
};

struct place_guild {
    UT_hash_handle hh;
    char guild[SHARD_ID];
    unsigned count; /* of its places */
};

/* A snowflake: digits. */
static const char *id_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text && *text && strlen(text) < SHARD_ID && !text[strspn(text, "0123456789")] ? text
                                                                                         : NULL;
}

static struct place *find(const struct places *places, const char *channel)
{
    struct place *place = NULL;
    HASH_FIND_STR(places->all, channel, place);
    return place;
}

static struct place_guild *find_guild(const struct places *places, const char *guild)
{
    struct place_guild *found = NULL;
    HASH_FIND_STR(places->guilds, guild, found);
    return found;
}

/* One more of its places; false: there is no room, or memory is out. */
static bool count_in(struct places *places, const char *guild)
{
    struct place_guild *of = find_guild(places, guild);
    if (!of) {
        of = calloc(1, sizeof *of);
        if (!of) {
            return false;
        }
        snprintf(of->guild, sizeof of->guild, "%s", guild);
        HASH_ADD_STR(places->guilds, guild, of);
        if (!of->hh.tbl) {
            free(of);
            return false;
        }
    }
    bool room = of->count < PLACES_GUILD;
    of->count += room;
    return room;
}

static void count_out(struct places *places, const char *guild)
{
    struct place_guild *of = find_guild(places, guild);
    if (of && --of->count == 0) {
        HASH_DEL(places->guilds, of); /* NOLINT(clang-analyzer-*): of uthash's making */
        free(of);
    }
}

unsigned places_count(const struct places *places)
{
    return HASH_COUNT(places->all);
}

static void drop(struct places *places, struct place *place)
{
    count_out(places, place->state.guild);
    HASH_DEL(places->all, place); /* NOLINT(clang-analyzer-core.NullDereference): of uthash */
    free(place);
}

void places_finish(struct places *places)
{
    struct place *place = NULL;
    struct place *next = NULL;
    HASH_ITER(hh, places->all, place, next)
    {
        drop(places, place);
    }
}

static struct place *add(struct places *places, const char *channel, const char *guild)
{
    struct place *place = strlen(channel) < SHARD_ID ? calloc(1, sizeof *place) : NULL;
    if (!place) {
        return NULL;
    }
    snprintf(place->channel, sizeof place->channel, "%s", channel);
    snprintf(place->state.guild, sizeof place->state.guild, "%s", guild ? guild : "");
    if (!count_in(places, place->state.guild)) {
        free(place);
        return NULL;
    }
    HASH_ADD_STR(places->all, channel, place);
    if (!place->hh.tbl) {
        count_out(places, place->state.guild);
        free(place);
        return NULL;
    }
    return place;
}

struct place_state *places_state(const struct places *places, const char *channel)
{
    struct place *place = find(places, channel);
    return place ? &place->state : NULL;
}

struct place_state *places_know(struct places *places, const char *channel, const char *guild)
{
    struct place *place = find(places, channel);
    place = place ? place : add(places, channel, guild);
    return place ? &place->state : NULL;
}

/* Where we are not heard the host is told when we are. */
static void tell(struct place *place, const struct places_setup *setup)
{
    if (place->state.muted) {
        return;
    }
    place->told = true;
    setup->entered(setup->arg, place->channel);
}

bool places_see(struct places *places, const struct places_setup *setup, const char *channel,
                const char *guild)
{
    struct place *place = find(places, channel);
    place = place ? place : add(places, channel, guild);
    if (place && !place->told) {
        tell(place, setup);
    }
    return place != NULL;
}

void places_lose(struct places *places, const struct places_setup *setup, const char *channel)
{
    struct place *place = find(places, channel);
    char name[SHARD_ID];
    if (!place) {
        return;
    }
    snprintf(name, sizeof name, "%s", place->channel);
    drop(places, place);
    setup->removed(setup->arg, name);
}

/* -- after a restart -- */

void places_hold(struct places *places, const char *channel, bool held)
{
    struct place *place = find(places, channel);
    if (place) {
        place->held = held;
    }
}

char *places_write(const struct places *places)
{
    const struct place *place = NULL;
    size_t size = 1;
    for (place = places->all; place; place = place->hh.next) {
        size += place->held ? sizeof place->channel + sizeof place->state.guild : 0;
    }
    char *text = calloc(1, size);
    size_t length = 0;
    for (place = places->all; text && place; place = place->hh.next) {
        if (place->held) { /* two ids, "/", a blank: no more than the two with their NULs */
            length += (size_t)snprintf(text + length, size - length, "%s%s/%s",
                                       length > 0 ? " " : "", place->channel, place->state.guild);
        }
    }
    return text;
}

void places_read(struct places *places, const char *text)
{
    char channel[SHARD_ID];
    char guild[SHARD_ID];
    int length = 0;
    while (sscanf(text, " %23[0-9]/%23[0-9]%n", channel, guild, &length) == 2) {
        struct place *place = find(places, channel);
        place = place ? place : add(places, channel, guild);
        if (place) {
            place->held = true;
        }
        text += length;
    }
}

void places_tell(struct places *places, const struct places_setup *setup)
{
    struct place *place = NULL;
    struct place *next = NULL;
    for (place = places->all; place; place = next) {
        next = place->hh.next;
        tell(place, setup);
    }
}

static void see_all(struct places *places, const struct places_setup *setup, const cJSON *list,
                    const char *guild)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *channel = id_of(item, "id");
        if (channel) {
            places_see(places, setup, channel, guild);
        }
    }
}

static void lose_guild(struct places *places, const struct places_setup *setup, const char *guild)
{
    struct place *place = NULL;
    struct place *next = NULL;
    HASH_ITER(hh, places->all, place, next)
    {
        if (strcmp(place->state.guild, guild) == 0) {
            places_lose(places, setup, place->channel);
        }
    }
}

/* What may have changed for all places of a guild. */
static const char *changed_guild(const char *name, const cJSON *data)
{
    static const char *const own[] = {"GUILD_CREATE", "GUILD_UPDATE"};
    static const char *const others[] = {
        "CHANNEL_UPDATE",    "THREAD_UPDATE",     "THREAD_LIST_SYNC",   "GUILD_ROLE_CREATE",
        "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE" /* of ourselves */};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(name, own[i]) == 0) {
            return id_of(data, "id");
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(name, others[i]) == 0) {
            return id_of(data, "guild_id");
        }
    }
    return NULL;
}

static void tell_changed(struct places *places, const struct places_setup *setup, const char *guild)
{
    struct place *place = NULL;
    struct place *next = NULL;
    HASH_ITER(hh, places->all, place, next)
    {
        if (place->state.muted && strcmp(place->state.guild, guild) == 0) {
            setup->changed(setup->arg, place->channel);
        }
    }
}

static void know_threads(struct places *places, const cJSON *list, const char *guild)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *channel = id_of(item, "id");
        struct place_state *state = channel ? places_know(places, channel, guild) : NULL;
        if (state) {
            state->thread = true;
        }
    }
}

/* It is no place to play in until somebody writes there, and there is no end of such threads. */
static void forget_archived(struct places *places, const char *thread, const cJSON *data)
{
    const cJSON *state = cJSON_GetObjectItemCaseSensitive(data, "thread_metadata");
    struct place *place = find(places, thread);
    if (place && !place->held && !place->state.muted &&
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(state, "archived"))) {
        drop(places, place);
    }
}

void places_dispatch(struct places *places, const struct places_setup *setup, const char *name,
                     const cJSON *data)
{
    const char *id = id_of(data, "id");
    const char *changed = changed_guild(name, data);
    if (changed) {
        tell_changed(places, setup, changed);
    }
    if (!id) {
        return;
    }
    if (strcmp(name, "GUILD_CREATE") == 0) {
        see_all(places, setup, cJSON_GetObjectItemCaseSensitive(data, "channels"), id);
        know_threads(places, cJSON_GetObjectItemCaseSensitive(data, "threads"), id);
        see_all(places, setup, cJSON_GetObjectItemCaseSensitive(data, "threads"), id);
    } else if (strcmp(name, "GUILD_DELETE") == 0) {
        lose_guild(places, setup, id);
    } else if (strcmp(name, "CHANNEL_CREATE") == 0 || strcmp(name, "THREAD_CREATE") == 0) {
        const char *guild = id_of(data, "guild_id");
        if (guild) {
            struct place_state *state = places_know(places, id, guild);
            if (state) {
                state->thread = *name == 'T';
            }
            places_see(places, setup, id, guild);
        }
    } else if (strcmp(name, "THREAD_UPDATE") == 0) {
        forget_archived(places, id, data);
    } else if (strcmp(name, "CHANNEL_DELETE") == 0 || strcmp(name, "THREAD_DELETE") == 0) {
        places_lose(places, setup, id);
    }
}
