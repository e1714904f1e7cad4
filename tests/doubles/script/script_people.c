#include "script_people.h"

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

static void clear_member(struct script_people_member *member)
{
    free(member->channel);
    free(member->id);
    free(member->account);
    free(member->host);
    free(member->certificate);
    free(member->connection);
}

void script_people_finish(struct script_people *stage)
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
    *stage = (struct script_people){0};
}

bool script_people_enter(struct script_people *stage, const char *channel, bool inside)
{
    for (size_t i = 0; i < stage->channel_count; i++) {
        if (strcmp(stage->channels[i].name, channel) == 0) {
            stage->channels[i].inside = inside;
            return true;
        }
    }
    char *name = strdup(channel);
    void *array = stage->channels;
    struct script_people_channel *added =
        name != NULL ? grow(&array, &stage->channel_count, sizeof(*added)) : NULL;
    stage->channels = array;
    if (added == NULL) {
        free(name);
        return false;
    }
    *added = (struct script_people_channel){.name = name, .inside = inside};
    return true;
}

bool script_people_join(struct script_people *stage, const char *channel, const char *id,
                        const char *account, bool is_operator)
{
    const struct script_people_member *known = script_people_find(stage, NULL, id);
    char *host = strdup(known != NULL ? known->host : id);
    char *connection =
        known != NULL && known->connection != NULL ? strdup(known->connection) : NULL;
    bool looked_up = known != NULL && known->looked_up;
    script_people_leave(stage, channel, id);
    struct script_people_member member = {
        .channel = strdup(channel),
        .id = strdup(id),
        .account = account != NULL ? strdup(account) : NULL,
        .host = host,
        .connection = connection,
        .looked_up = looked_up,
        .is_operator = is_operator,
    };
    void *array = stage->members;
    struct script_people_member *added = NULL;
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
static bool replace(struct script_people *stage, const char *id, size_t field, const char *with)
{
    for (size_t i = 0; i < stage->member_count; i++) {
        struct script_people_member *member = &stage->members[i];
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

bool script_people_rename(struct script_people *stage, const char *id, const char *new_id)
{
    return replace(stage, id, offsetof(struct script_people_member, id), new_id);
}

bool script_people_move(struct script_people *stage, const char *id, const char *host)
{
    return replace(stage, id, offsetof(struct script_people_member, host), host);
}

bool script_people_identify(struct script_people *stage, const char *id, const char *account)
{
    return replace(stage, id, offsetof(struct script_people_member, account), account);
}

bool script_people_certify(struct script_people *stage, const char *id, const char *print)
{
    return replace(stage, id, offsetof(struct script_people_member, certificate), print);
}

bool script_people_connect(struct script_people *stage, const char *id, const char *connection)
{
    return replace(stage, id, offsetof(struct script_people_member, connection), connection);
}

void script_people_look_up(struct script_people *stage, const char *id)
{
    for (size_t i = 0; i < stage->member_count; i++) {
        struct script_people_member *member = &stage->members[i];
        if (id == NULL || strcmp(member->id, id) == 0)
            member->looked_up = id != NULL;
    }
}

bool script_people_deafen(struct script_people *stage, const char *id, bool deaf)
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

void script_people_leave(struct script_people *stage, const char *channel, const char *id)
{
    size_t kept = 0;
    for (size_t i = 0; i < stage->member_count; i++) {
        struct script_people_member *member = &stage->members[i];
        if (strcmp(member->id, id) == 0 &&
            (channel == NULL || strcmp(member->channel, channel) == 0))
            clear_member(member);
        else
            stage->members[kept++] = *member;
    }
    stage->member_count = kept;
}

bool script_people_inside(const struct script_people *stage, const char *channel)
{
    for (size_t i = 0; i < stage->channel_count; i++) {
        if (strcmp(stage->channels[i].name, channel) == 0)
            return stage->channels[i].inside;
    }
    return false;
}

bool script_people_is_deaf(const struct script_people *stage, const char *id)
{
    for (size_t i = 0; i < stage->deaf_count; i++) {
        if (strcmp(stage->deaf[i], id) == 0)
            return true;
    }
    return false;
}

const struct script_people_member *script_people_find(const struct script_people *stage,
                                                      const char *channel, const char *id)
{
    for (size_t i = 0; i < stage->member_count; i++) {
        const struct script_people_member *member = &stage->members[i];
        if (strcmp(member->id, id) == 0 &&
            (channel == NULL || strcmp(member->channel, channel) == 0))
            return member;
    }
    return NULL;
}
