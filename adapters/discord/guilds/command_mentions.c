#include "command_mentions.h"

#include <stdio.h>
#include <string.h>

#include "adapters/discord/gateway/gateway_payload.h"

enum { TYPE_SLASH = 1, NAMES_MAX = 3 * (COMMAND_NAME + 1) };

static bool is_slash(const cJSON *command)
{
    const cJSON *type = payload_member(command, "type");
    return type == NULL || (cJSON_IsNumber(type) && type->valueint == TYPE_SLASH);
}

void command_mentions_learn(struct command_mentions *mentions, const cJSON *list,
                            const struct chat_command *commands, unsigned count)
{
    const cJSON *command = NULL;
    *mentions = (struct command_mentions){.commands = commands, .command_count = count};
    cJSON_ArrayForEach(command, list)
    {
        const char *name = payload_text(command, "name");
        const cJSON *id = payload_member(command, "id");
        if (mentions->count == COMMAND_IDS || !is_slash(command) || name == NULL ||
            strlen(name) > COMMAND_NAME || !payload_id(mentions->at[mentions->count].id, id))
            continue;
        snprintf(mentions->at[mentions->count].name, COMMAND_NAME + 1, "%s", name);
        mentions->count++;
    }
}

/* Writes the whole English name of a command: "uno me name". */
static void write_name(const struct chat_command *command, char out[NAMES_MAX])
{
    const struct chat_group *group = command->group;
    const struct chat_group *outer = group != NULL ? group->parent : NULL;
    snprintf(out, NAMES_MAX, "%s%s%s%s%s", outer != NULL ? outer->name : "",
             outer != NULL ? " " : "", group != NULL ? group->name : "", group != NULL ? " " : "",
             command->name);
}

static bool is_offered(const struct command_mentions *mentions, const char *text, size_t length)
{
    char name[NAMES_MAX];
    for (unsigned i = 0; i < mentions->command_count; i++) {
        if (mentions->commands[i].of_person)
            continue;
        write_name(&mentions->commands[i], name);
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return true;
    }
    return false;
}

/* Returns the id of the command whose name is the first word of the text; NULL: it is not known. */
static const char *id_of(const struct command_mentions *mentions, const char *text, size_t length)
{
    const char *blank = memchr(text, ' ', length);
    size_t first = blank != NULL ? (size_t)(blank - text) : length;
    for (unsigned i = 0; i < mentions->count; i++) {
        const char *name = mentions->at[i].name;
        if (strlen(name) == first && memcmp(name, text, first) == 0)
            return mentions->at[i].id;
    }
    return NULL;
}

bool command_mentions_write(const struct command_mentions *mentions, const char *text,
                            size_t length, char out[COMMAND_MENTION])
{
    if (mentions == NULL || mentions->count == 0 || length < 2 || *text != '/')
        return false;
    const char *id = id_of(mentions, text + 1, length - 1);
    if (id == NULL || !is_offered(mentions, text + 1, length - 1))
        return false;
    snprintf(out, COMMAND_MENTION, "<%.*s:%s>", (int)length, text, id);
    return true;
}
