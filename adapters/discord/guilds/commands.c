#include "commands.h"

#include <stdio.h>
#include <string.h>

enum {
    COMMAND_SLASH = 1,
    COMMAND_USER = 2,
    OPTION_SUBCOMMAND = 1,
    OPTION_GROUP = 2,
    OPTION_STRING = 3,
    OPTION_INTEGER = 4,
    OPTION_BOOLEAN = 5,
    OPTION_USER = 6,
    CONTEXT_GUILD = 0,
    CONTEXT_BOT_DM = 1,
    INSTALL_GUILD = 0,
    DEPTH_MAX = 16 /* levels of JSON; the deepest text lies at 10: a translated name of a choice of
                    * a subcommand in a group */
};

/* -- writing -- */

/* Adds a text with its translations, except those that are the same as in English. */
static bool add_texts(const struct chat_languages *languages, cJSON *object, const char *key,
                      const char *locales, const char *text)
{
    const char *clients = NULL;
    cJSON *other = cJSON_AddObjectToObject(object, locales);
    bool good = other != NULL && cJSON_AddStringToObject(object, key, text) != NULL;
    for (unsigned n = 0; good && languages != NULL && (clients = languages->clients(n)) != NULL;
         n++) {
        const char *translated = languages->text(n, text);
        while (good && *clients != '\0' && strcmp(translated, text) != 0) {
            char code[16];
            size_t length = strcspn(clients, " ");
            snprintf(code, sizeof(code), "%.*s", (int)length, clients);
            good = cJSON_AddStringToObject(other, code, translated) != NULL;
            clients += length + strspn(clients + length, " ");
        }
    }
    return good;
}

static bool add_names(const struct chat_languages *languages, cJSON *object, const char *name,
                      const char *help)
{
    return add_texts(languages, object, "name", "name_localizations", name) &&
           add_texts(languages, object, "description", "description_localizations", help);
}

static cJSON *add_object(cJSON *array)
{
    cJSON *object = cJSON_CreateObject();
    if (object != NULL && !cJSON_AddItemToArray(array, object)) {
        cJSON_Delete(object);
        return NULL;
    }
    return object;
}

static bool add_choices(const struct chat_languages *languages, cJSON *object,
                        const struct chat_option *option)
{
    cJSON *choices = cJSON_AddArrayToObject(object, "choices");
    for (unsigned i = 0; choices != NULL && i < option->choice_count; i++) {
        const struct chat_choice *choice = &option->choices[i];
        cJSON *item = add_object(choices);
        bool named = item != NULL && choice->name != NULL
                         ? add_texts(languages, item, "name", "name_localizations", choice->name)
                         : cJSON_AddStringToObject(item, "name", choice->says) != NULL;
        if (!named || cJSON_AddStringToObject(item, "value", choice->says) == NULL)
            return false;
    }
    return choices != NULL;
}

static bool add_option(const struct chat_languages *languages, cJSON *options,
                       const struct chat_option *option)
{
    static const int types[] = {[CHAT_TEXT] = OPTION_STRING,
                                [CHAT_NUMBER] = OPTION_INTEGER,
                                [CHAT_CHOICE] = OPTION_STRING,
                                [CHAT_FLAG] = OPTION_BOOLEAN,
                                [CHAT_PERSON] = OPTION_USER};
    cJSON *object = add_object(options);
    if (object == NULL || !add_names(languages, object, option->name, option->help) ||
        cJSON_AddNumberToObject(object, "type", types[option->kind]) == NULL ||
        cJSON_AddBoolToObject(object, "required", option->needed) == NULL)
        return false;
    switch (option->kind) {
    case CHAT_TEXT:
        return cJSON_AddNumberToObject(object, "max_length", CHAT_TEXT_MAX) != NULL &&
               (!option->suggest || cJSON_AddTrueToObject(object, "autocomplete") != NULL);
    case CHAT_NUMBER:
        return cJSON_AddNumberToObject(object, "min_value", option->least) != NULL &&
               cJSON_AddNumberToObject(object, "max_value", option->most) != NULL;
    case CHAT_CHOICE:
        return add_choices(languages, object, option);
    case CHAT_FLAG:
    case CHAT_PERSON:
        break;
    }
    return true;
}

static bool add_options(const struct chat_languages *languages, cJSON *object,
                        const struct chat_command *command)
{
    cJSON *options = cJSON_AddArrayToObject(object, "options");
    for (unsigned i = 0; options != NULL && i < command->option_count; i++) {
        if (!add_option(languages, options, &command->options[i]))
            return false;
    }
    return options != NULL;
}

/* Adds to a command where it is offered: in servers, and in direct messages with us unless it is of
 * no use there (`channel_only`). */
static bool add_places(cJSON *object, bool channel_only)
{
    static const int anywhere[] = {CONTEXT_GUILD, CONTEXT_BOT_DM};
    static const int installed[] = {INSTALL_GUILD};
    cJSON *contexts = cJSON_CreateIntArray(anywhere, channel_only ? 1 : 2);
    cJSON *types = cJSON_CreateIntArray(installed, 1);
    if (contexts == NULL || !cJSON_AddItemToObject(object, "contexts", contexts)) {
        cJSON_Delete(contexts);
        cJSON_Delete(types);
        return false;
    }
    if (types == NULL || !cJSON_AddItemToObject(object, "integration_types", types)) {
        cJSON_Delete(types);
        return false;
    }
    return true;
}

/* Returns the item with that English name; NULL: there is none. */
static cJSON *find_named(cJSON *list, const char *name)
{
    cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *its = cJSON_GetStringValue(cJSON_GetObjectItem(item, "name"));
        if (its != NULL && strcmp(its, name) == 0)
            return item;
    }
    return NULL;
}

/* Returns the options of a group of commands, and adds the group if it is not there yet. NULL:
 * memory is out. */
static cJSON *options_of_group(const struct chat_languages *languages, cJSON *list,
                               const struct chat_group *group)
{
    cJSON *among = group->parent != NULL ? options_of_group(languages, list, group->parent) : list;
    cJSON *object = among != NULL ? find_named(among, group->name) : NULL;
    if (object != NULL || among == NULL)
        return cJSON_GetObjectItem(object, "options");
    object = add_object(among);
    if (object == NULL || !add_names(languages, object, group->name, group->help) ||
        cJSON_AddNumberToObject(object, "type",
                                group->parent != NULL ? OPTION_GROUP : COMMAND_SLASH) == NULL ||
        (group->parent == NULL && !add_places(object, false)))
        return NULL;
    return cJSON_AddArrayToObject(object, "options");
}

static bool add_command(const struct chat_languages *languages, cJSON *list,
                        const struct chat_command *command)
{
    const struct chat_group *group = command->group;
    cJSON *among = group != NULL ? options_of_group(languages, list, group) : list;
    cJSON *object = among != NULL ? add_object(among) : NULL;
    int type = command->of_person ? COMMAND_USER
               : group != NULL    ? OPTION_SUBCOMMAND
                                  : COMMAND_SLASH;
    if (object == NULL || cJSON_AddNumberToObject(object, "type", type) == NULL ||
        (group == NULL && !add_places(object, command->channel_only)))
        return false;
    if (command->of_person)
        return add_texts(languages, object, "name", "name_localizations", command->name);
    return add_names(languages, object, command->name, command->help) &&
           add_options(languages, object, command);
}

cJSON *commands_json(const struct chat_command *commands, unsigned count,
                     const struct chat_languages *languages)
{
    cJSON *list = cJSON_CreateArray();
    for (unsigned i = 0; list != NULL && i < count; i++) {
        if (!add_command(languages, list, &commands[i])) {
            cJSON_Delete(list);
            return NULL;
        }
    }
    return list;
}

/* -- comparing -- */

/* Discord leaves out what is false or empty. */
static bool says_nothing(const cJSON *item)
{
    return cJSON_IsNull(item) || cJSON_IsFalse(item) ||
           ((cJSON_IsArray(item) || cJSON_IsObject(item)) && item->child == NULL);
}

static bool covers_wanted(const cJSON *have, const cJSON *wanted, unsigned depth);

/* Returns true if an object has all wanted members, or an array has the same items in the same
 * order. */
static bool covers_children(const cJSON *have, const cJSON *wanted, unsigned depth)
{
    const cJSON *item = NULL;
    bool array = cJSON_IsArray(wanted);
    const cJSON *next = have->child;
    if (have->type != wanted->type ||
        (array && cJSON_GetArraySize(have) != cJSON_GetArraySize(wanted)))
        return false;
    cJSON_ArrayForEach(item, wanted)
    {
        const cJSON *other = array ? next : cJSON_GetObjectItemCaseSensitive(have, item->string);
        if (!covers_wanted(other, item, depth + 1))
            return false;
        next = array ? next->next : NULL;
    }
    return true;
}

static bool covers_wanted(const cJSON *have, const cJSON *wanted, unsigned depth)
{
    if (have == NULL || cJSON_IsNull(have) || depth > DEPTH_MAX)
        return says_nothing(wanted);
    return cJSON_IsArray(wanted) || cJSON_IsObject(wanted) ? covers_children(have, wanted, depth)
                                                           : cJSON_Compare(have, wanted, true);
}

/* Compares commands by name, because Discord lists them in an order of its own. */
bool commands_same(const cJSON *have, const cJSON *wanted)
{
    const cJSON *item = NULL;
    if (!cJSON_IsArray(have) || cJSON_GetArraySize(have) != cJSON_GetArraySize(wanted))
        return false;
    cJSON_ArrayForEach(item, wanted)
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(item, "name"));
        const cJSON *other = have->child;
        while (other != NULL) {
            const char *its = cJSON_GetStringValue(cJSON_GetObjectItem(other, "name"));
            if (its != NULL && strcmp(its, name) == 0)
                break;
            other = other->next;
        }
        if (!covers_wanted(other, item, 0))
            return false;
    }
    return true;
}
