#include "interaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/gateway/gateway_payload.h"
#include "base/array.h"
#include "base/buf.h"
#include "base/text.h"

enum {
    FLAG_EPHEMERAL = 1 << 6,
    MAY_ADMINISTER = 1 << 3,
    MAY_MANAGE_CHANNELS = 1 << 4,
    MAY_MANAGE_GUILD = 1 << 5
};

/* Returns the token, or NULL. The token becomes part of a path, so it must not hold a character
 * that ends the path or is not allowed in a URL (RFC 3986). */
static const char *token_of(const cJSON *object)
{
    const char *token = payload_text(object, "token");
    if (token == NULL || *token == '\0')
        return NULL;
    for (const char *at = token; *at != '\0'; at++) {
        if (*at <= ' ' || *at > '~' || strchr("/?#%\\", *at) != NULL)
            return NULL;
    }
    return token;
}

int64_t interaction_time(const struct interaction *interaction)
{
    static const int64_t beginning_of_2015 = 1420070400000;
    return (int64_t)(strtoull(interaction->id, NULL, 10) >> 22) + beginning_of_2015;
}

/* Returns true if nothing of a name can be seen: Discord allows names of invisible letters. Cleans
 * the name as the host does. */
static bool shows_nothing(const char *name)
{
    char clean[64];
    struct buf buf;
    buf_init(&buf, clean, sizeof(clean));
    text_clean(&buf, name, strlen(name));
    return text_blank(clean);
}

bool interaction_user(const cJSON *data, struct chat_user *out)
{
    const cJSON *in_guild = payload_member(data, "member");
    const cJSON *user = payload_member(cJSON_IsObject(in_guild) ? in_guild : data, "user");
    user = user != NULL ? user : payload_member(data, "author");
    const char *rights = payload_text(in_guild, "permissions");
    const char *names[] = {payload_text(in_guild, "nick"), payload_text(user, "global_name"),
                           payload_text(user, "username")};
    *out = (struct chat_user){.id = payload_snowflake(user, "id"),
                              .locale = payload_text(data, "locale")};
    out->account = out->id;
    for (unsigned i = 0; i < ARRAY_SIZE(names) && out->name == NULL; i++)
        out->name = names[i] != NULL && !shows_nothing(names[i]) ? names[i] : NULL;
    out->name = out->name != NULL ? out->name : out->id;
    out->is_operator =
        rights != NULL && (strtoull(rights, NULL, 10) &
                           (MAY_ADMINISTER | MAY_MANAGE_CHANNELS | MAY_MANAGE_GUILD)) != 0;
    return out->id != NULL && !cJSON_IsTrue(payload_member(user, "bot"));
}

/* -- commands -- */

enum { OPTION_SUBCOMMAND = 1, OPTION_GROUP = 2, PATH_MAX_WORDS = 3 };

/* A command that the user gave: its words (command, group, subcommand), and the options behind
 * them. */
struct given {
    const char *word[PATH_MAX_WORDS];
    unsigned words;
    const cJSON *options;
};

static bool is_of_type(const cJSON *object, int least, int most)
{
    const cJSON *type = payload_member(object, "type");
    return cJSON_IsNumber(type) && type->valueint >= least && type->valueint <= most;
}

/* Discord sends a group or a subcommand as the only option of the command or group around it. */
static struct given read_given(const cJSON *data)
{
    struct given given = {.word = {payload_text(data, "name")}, .words = 1};
    given.options = payload_member(data, "options");
    const cJSON *sub = cJSON_GetArrayItem(given.options, 0);
    while (given.words < PATH_MAX_WORDS && is_of_type(sub, OPTION_SUBCOMMAND, OPTION_GROUP)) {
        given.word[given.words++] = payload_text(sub, "name");
        given.options = payload_member(sub, "options");
        sub = cJSON_GetArrayItem(given.options, 0);
    }
    return given;
}

static bool is_given(const struct chat_command *command, const struct given *given)
{
    const char *name = command->name;
    const struct chat_group *group = command->group;
    for (unsigned left = given->words; left > 0; left--) {
        const char *word = given->word[left - 1];
        if (word == NULL || strcmp(word, name) != 0)
            return false;
        if (group == NULL)
            return left == 1;
        name = group->name;
        group = group->parent;
    }
    return false;
}

static const struct chat_command *find_command(const struct chat_command *commands, unsigned count,
                                               const struct given *given)
{
    for (unsigned i = 0; i < count; i++) {
        if (is_given(&commands[i], given))
            return &commands[i];
    }
    return NULL;
}

static const cJSON *find_option(const cJSON *options, const char *name)
{
    const cJSON *option = NULL;
    cJSON_ArrayForEach(option, options)
    {
        const char *given = payload_text(option, "name");
        if (given != NULL && strcmp(given, name) == 0)
            return option;
    }
    return NULL;
}

/* Adds an option's value to the command. A numeric option still being typed comes as text. False:
 * the value is not of the option's kind. */
static bool add_option(struct buf *text, const struct chat_option *option, const cJSON *given,
                       bool *fits)
{
    const cJSON *value = payload_member(given, "value");
    const char *words = cJSON_GetStringValue(value);
    if (words != NULL && option->kind == CHAT_PERSON) {
        words = payload_snowflake(given, "value");
        *fits = *fits && words != NULL && buf_printf(text, " <@%s>", words);
        return words != NULL;
    }
    if (cJSON_IsNumber(value)) {
        *fits = *fits && buf_printf(text, " %.0f", value->valuedouble);
        return true;
    }
    words = cJSON_IsTrue(value) ? option->says : words;
    *fits = *fits && (words == NULL || (buf_add_char(text, ' ') && buf_add(text, words)));
    return true;
}

/* Makes the text of a command. If the user is still typing it, the text ends with the option being
 * typed (`focused`). */
static bool read_command(const cJSON *data, const struct chat_command *commands, unsigned count,
                         struct interaction *out)
{
    struct buf text;
    bool fits = true;
    buf_init(&text, out->text, sizeof(out->text));
    const struct given given = read_given(data);
    const struct chat_command *command = find_command(commands, count, &given);
    if (command == NULL || !buf_add(&text, command->says))
        return false;
    if (command->of_person) {
        const char *person = payload_snowflake(data, "target_id");
        out->command = person != NULL;
        return person != NULL && buf_printf(&text, " <@%s>", person);
    }
    for (unsigned i = 0; i < command->option_count; i++) {
        const struct chat_option *option = &command->options[i];
        const cJSON *value = find_option(given.options, option->name);
        if (value != NULL && !add_option(&text, option, value, &fits))
            return false;
        if (value != NULL && cJSON_IsTrue(payload_member(value, "focused")))
            break;
    }
    out->command = true;
    out->too_long = !fits;
    return true;
}

/* -- components and modals -- */

static bool read_component(const cJSON *data, struct interaction *out)
{
    const char *id = payload_text(data, "custom_id");
    const cJSON *values = payload_member(data, "values");
    if (id == NULL ||
        !components_read(id, cJSON_GetStringValue(cJSON_GetArrayItem(values, 0)), &out->use))
        return false;
    out->command = out->use.kind == USE_WORDS;
    out->stamp = out->use.stamp;
    snprintf(out->text, sizeof(out->text), "%s", out->use.words);
    return true;
}

/* Returns the first value in a modal; ours have only one input. */
static const char *find_value(const cJSON *components, unsigned depth)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, components)
    {
        const char *value = payload_text(at, "value");
        if (value == NULL && depth > 0)
            value = find_value(payload_member(at, "components"), depth - 1);
        if (value != NULL)
            return value;
    }
    return NULL;
}

/* Adds what was chosen in a component: the value of radio buttons, or each of several values. */
static bool add_chosen(struct buf *text, const cJSON *component)
{
    const char *value = payload_text(component, "value");
    const cJSON *each = NULL;
    bool fits = value == NULL || (buf_add_char(text, ' ') && buf_add(text, value));
    cJSON_ArrayForEach(each, payload_member(component, "values"))
    {
        if (cJSON_IsString(each))
            fits = fits && buf_add_char(text, ' ') && buf_add(text, each->valuestring);
    }
    return fits;
}

/* Makes the command of a filled form. */
static void read_form(const cJSON *data, struct interaction *out)
{
    struct buf text;
    const cJSON *label = NULL;
    buf_init(&text, out->text, sizeof(out->text));
    bool fits = buf_add(&text, out->use.words);
    cJSON_ArrayForEach(label, payload_member(data, "components"))
    {
        fits = fits && add_chosen(&text, payload_member(label, "component"));
    }
    out->too_long = !fits;
    out->command = true;
}

static bool read_modal(const cJSON *data, struct interaction *out)
{
    const char *id = payload_text(data, "custom_id");
    if (id == NULL || !components_read_modal(id, &out->use))
        return false;
    out->stamp = out->use.stamp;
    if (out->use.kind == USE_FORM) {
        read_form(data, out);
        return true;
    }
    const char *value = find_value(payload_member(data, "components"), 2);
    if (value == NULL)
        return false;
    out->too_long = snprintf(out->text, sizeof(out->text), "%s", value) >= (int)sizeof(out->text);
    return true;
}

/* NULL: the channel is no thread. */
static const char *parent_of(const cJSON *channel)
{
    enum { NEWS_THREAD = 10, PRIVATE_THREAD = 12 };
    const cJSON *type = payload_member(channel, "type");
    bool thread =
        cJSON_IsNumber(type) && type->valueint >= NEWS_THREAD && type->valueint <= PRIVATE_THREAD;
    return thread ? payload_snowflake(channel, "parent_id") : NULL;
}

/* Returns true if the message answered that user. Only then may it show their hand: a message that
 * answered somebody else must not. */
static bool is_answer_to(const cJSON *message, const char *user)
{
    const cJSON *asked = payload_member(payload_member(message, "interaction_metadata"), "user");
    const char *id = payload_snowflake(asked, "id");
    return id == NULL || strcmp(id, user) == 0;
}

bool interaction_read(const cJSON *json, const struct chat_command *commands, unsigned count,
                      struct interaction *out)
{
    const cJSON *type = payload_member(json, "type");
    const cJSON *data = payload_member(json, "data");
    const cJSON *message = payload_member(json, "message");
    const cJSON *flags = payload_member(message, "flags");
    *out = (struct interaction){.id = payload_snowflake(json, "id"),
                                .token = token_of(json),
                                .application = payload_snowflake(json, "application_id"),
                                .channel = payload_snowflake(json, "channel_id"),
                                .guild = payload_snowflake(json, "guild_id"),
                                .message = payload_snowflake(message, "id")};
    out->lacks = permissions_lacks(json);
    out->parent = parent_of(payload_member(json, "channel"));
    if (out->id == NULL || out->token == NULL || out->application == NULL || out->channel == NULL ||
        !cJSON_IsNumber(type) || !interaction_user(json, &out->user))
        return false;
    out->ephemeral = cJSON_IsNumber(flags) && (flags->valueint & FLAG_EPHEMERAL) != 0 &&
                     is_answer_to(message, out->user.id);
    out->kind = (enum interaction_kind)type->valueint;
    switch (out->kind) {
    case INTERACTION_APPLICATION_COMMAND:
    case INTERACTION_AUTOCOMPLETE:
        out->understood = read_command(data, commands, count, out);
        break;
    case INTERACTION_MESSAGE_COMPONENT:
        out->understood = read_component(data, out);
        break;
    case INTERACTION_MODAL_SUBMIT:
        out->understood = read_modal(data, out);
        break;
    default:
        return false;
    }
    if (out->too_long)
        out->text[0] = '\0';
    return true;
}
