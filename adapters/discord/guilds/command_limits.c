#include "command_limits.h"

/* What is counted while we go through one command. */
struct tally {
    const char *command;
    unsigned characters;
    struct fault *why;
};

static unsigned characters(const char *text)
{
    unsigned count = 0;
    for (; text != NULL && *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0U) != 0x80U;
    return count;
}

/* Counts a text of `object` in its longest language. False: that one is longer than `most`. */
static bool count_text(struct tally *tally, const cJSON *object, const char *key,
                       const char *locales, unsigned most)
{
    const cJSON *text = NULL;
    const char *english = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    unsigned longest = characters(english);
    cJSON_ArrayForEach(text, cJSON_GetObjectItemCaseSensitive(object, locales))
    {
        unsigned length = characters(cJSON_GetStringValue(text));
        longest = length > longest ? length : longest;
    }
    tally->characters += longest;
    if (longest <= most)
        return true;
    return fault_set(tally->why, "/%s: \"%s\" is longer than %u characters", tally->command,
                     english, most);
}

static bool count_choices(struct tally *tally, const cJSON *choices)
{
    const cJSON *choice = NULL;
    cJSON_ArrayForEach(choice, choices)
    {
        if (!count_text(tally, choice, "name", "name_localizations", COMMAND_TEXT) ||
            !count_text(tally, choice, "value", "", COMMAND_TEXT))
            return false;
    }
    return true;
}

static bool is_short(struct tally *tally, const cJSON *list)
{
    if (cJSON_GetArraySize(list) <= COMMAND_OPTIONS)
        return true;
    return fault_set(tally->why, "/%s: more than %u options or choices", tally->command,
                     COMMAND_OPTIONS);
}

/* Counts a command, group, subcommand or option, with all that it holds. A group has subcommands,
 * and these have options. `depth` ends the walk, because Discord knows no deeper levels. */
static bool count_object(struct tally *tally, const cJSON *object, unsigned depth)
{
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(object, "options");
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(object, "choices");
    const cJSON *option = NULL;
    if (!count_text(tally, object, "name", "name_localizations", COMMAND_NAME) ||
        !count_text(tally, object, "description", "description_localizations", COMMAND_TEXT) ||
        !is_short(tally, options) || !is_short(tally, choices) || !count_choices(tally, choices))
        return false;
    cJSON_ArrayForEach(option, options)
    {
        if (depth == 0 || !count_object(tally, option, depth - 1))
            return false;
    }
    return true;
}

bool command_limits_hold(const cJSON *list, struct fault *why)
{
    enum { GROUP_SUBCOMMAND_OPTION = 3 };
    const cJSON *command = NULL;
    cJSON_ArrayForEach(command, list)
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(command, "name"));
        struct tally tally = {.command = name != NULL ? name : "", .why = why};
        if (!count_object(&tally, command, GROUP_SUBCOMMAND_OPTION))
            return false;
        if (tally.characters > COMMAND_CHARACTERS) {
            return fault_set(why, "/%s: more than %u characters", tally.command,
                             COMMAND_CHARACTERS);
        }
    }
    return true;
}
