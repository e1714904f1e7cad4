#include "stage.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more element, zeroed. NULL when memory is out; `*array` stays as it was then. The
 * room is the power of two from `*count` on, at least: a count that shrank may ask for less than
 * there is, never for more. */
static void *grow(void **array, size_t *count, size_t size)
{
    if ((*count & (*count - 1)) == 0) {
        void *larger = realloc(*array, (*count ? *count * 2 : 1) * size);
        if (larger == NULL)
            return NULL;
        *array = larger;
    }
    return memset((char *)*array + (*count)++ * size, 0, size);
}

static void clear_member(struct stage_member *member)
{
    free(member->channel);
    free(member->id);
    free(member->account);
    free(member->host);
    free(member->certificate);
    free(member->connection);
}

void stage_finish(struct stage *stage)
{
    for (size_t i = 0; i < stage->channel_count; i++)
        free(stage->channels[i].name);
    for (size_t i = 0; i < stage->member_count; i++)
        clear_member(&stage->members[i]);
    for (size_t i = 0; i < stage->deaf_count; i++)
        free(stage->deaf[i]);
    free(stage->channels);
    free(stage->members);
    free(stage->deaf);
    *stage = (struct stage){0};
}

bool stage_enter(struct stage *stage, const char *channel, bool inside)
{
    for (size_t i = 0; i < stage->channel_count; i++) {
        if (strcmp(stage->channels[i].name, channel) == 0) {
            stage->channels[i].inside = inside;
            return true;
        }
    }
    char *name = strdup(channel);
    void *array = stage->channels;
    struct stage_channel *added =
        name != NULL ? grow(&array, &stage->channel_count, sizeof(*added)) : NULL;
    stage->channels = array;
    if (added == NULL) {
        free(name);
        return false;
    }
    *added = (struct stage_channel){.name = name, .inside = inside};
    return true;
}

bool stage_join(struct stage *stage, const char *channel, const char *id, const char *account,
                bool is_operator)
{
    const struct stage_member *known = stage_find(stage, NULL, id);
    char *host = strdup(known != NULL ? known->host : id);
    char *connection =
        known != NULL && known->connection != NULL ? strdup(known->connection) : NULL;
    bool looked_up = known != NULL && known->looked_up;
    stage_leave(stage, channel, id);
    struct stage_member member = {
        .channel = strdup(channel),
        .id = strdup(id),
        .account = account != NULL ? strdup(account) : NULL,
        .host = host,
        .connection = connection,
        .looked_up = looked_up,
        .is_operator = is_operator,
    };
    void *array = stage->members;
    struct stage_member *added = NULL;
    if (member.channel != NULL && member.id != NULL && host != NULL &&
        (member.account != NULL || account == NULL))
        added = grow(&array, &stage->member_count, sizeof(*added));
    stage->members = array;
    if (added == NULL) {
        clear_member(&member);
        return false;
    }
    *added = member;
    return true;
}

/* Replaces a string of every row of `id`; `field`: its offset. */
static bool replace(struct stage *stage, const char *id, size_t field, const char *with)
{
    for (size_t i = 0; i < stage->member_count; i++) {
        struct stage_member *member = &stage->members[i];
        if (strcmp(member->id, id) != 0)
            continue;
        char *text = with != NULL ? strdup(with) : NULL;
        if (with != NULL && text == NULL)
            return false;
        char **at = (char **)(void *)((char *)member + field);
        free(*at);
        *at = text;
    }
    return true;
}

bool stage_rename(struct stage *stage, const char *id, const char *new_id)
{
    return replace(stage, id, offsetof(struct stage_member, id), new_id);
}

bool stage_move(struct stage *stage, const char *id, const char *host)
{
    return replace(stage, id, offsetof(struct stage_member, host), host);
}

bool stage_identify(struct stage *stage, const char *id, const char *account)
{
    return replace(stage, id, offsetof(struct stage_member, account), account);
}

bool stage_certify(struct stage *stage, const char *id, const char *print)
{
    return replace(stage, id, offsetof(struct stage_member, certificate), print);
}

bool stage_connect(struct stage *stage, const char *id, const char *connection)
{
    return replace(stage, id, offsetof(struct stage_member, connection), connection);
}

void stage_look_up(struct stage *stage, const char *id)
{
    for (size_t i = 0; i < stage->member_count; i++) {
        struct stage_member *member = &stage->members[i];
        if (id == NULL || strcmp(member->id, id) == 0)
            member->looked_up = id != NULL;
    }
}

bool stage_deafen(struct stage *stage, const char *id, bool deaf)
{
    for (size_t i = 0; i < stage->deaf_count; i++) {
        if (strcmp(stage->deaf[i], id) != 0)
            continue;
        if (!deaf) {
            free(stage->deaf[i]);
            stage->deaf[i] = stage->deaf[--stage->deaf_count];
        }
        return true;
    }
    if (!deaf)
        return true;
    char *copy = strdup(id);
    void *array = stage->deaf;
    char **added = copy != NULL ? grow(&array, &stage->deaf_count, sizeof(*added)) : NULL;
    stage->deaf = array;
    if (added == NULL) {
        free(copy);
        return false;
    }
    *added = copy;
    return true;
}

void stage_leave(struct stage *stage, const char *channel, const char *id)
{
    size_t kept = 0;
    for (size_t i = 0; i < stage->member_count; i++) {
        struct stage_member *member = &stage->members[i];
        if (strcmp(member->id, id) == 0 &&
            (channel == NULL || strcmp(member->channel, channel) == 0))
            clear_member(member);
        else
            stage->members[kept++] = *member;
    }
    stage->member_count = kept;
}

bool stage_inside(const struct stage *stage, const char *channel)
{
    for (size_t i = 0; i < stage->channel_count; i++) {
        if (strcmp(stage->channels[i].name, channel) == 0)
            return stage->channels[i].inside;
    }
    return false;
}

bool stage_is_deaf(const struct stage *stage, const char *id)
{
    for (size_t i = 0; i < stage->deaf_count; i++) {
        if (strcmp(stage->deaf[i], id) == 0)
            return true;
    }
    return false;
}

const struct stage_member *stage_find(const struct stage *stage, const char *channel,
                                      const char *id)
{
    for (size_t i = 0; i < stage->member_count; i++) {
        const struct stage_member *member = &stage->members[i];
        if (strcmp(member->id, id) == 0 &&
            (channel == NULL || strcmp(member->channel, channel) == 0))
            return member;
    }
    return NULL;
}
