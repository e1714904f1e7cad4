#include "discord_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "adapters/discord/gateway/gateway.h"
#include "adapters/discord/rest/rest.h"
#include "adapters/picture/picture.h"
#include "base/private.h"

enum key {
    KEY_TOKEN_FILE,
    KEY_HOMEPAGE,
    KEY_GUILD_IDS,
    KEY_API_BASE,
    KEY_BOARD,
    KEY_THREADS,
    KEY_IMAGES,
    KEY_EMOJI,
    KEY_SHARDS,
    KEY_SHARD_IDS
};

const char discord_config_about[] =
    "A bot on Discord. In Discord's developer portal choose New Application. Bot, Reset Token "
    "gives the token for token_file; the bot needs no privileged intent. Under Installation choose "
    "the scopes bot and applications.commands, and the permissions View Channels, Send Messages "
    "and Send Messages in Threads. Add Create Public Threads for threads, and Attach Files for "
    "images. All of them together are " DISCORD_CONFIG_PERMISSIONS
    ". Scores belong to Discord accounts.";

const struct setting_key discord_config_keys[] = {
    [KEY_TOKEN_FILE] = {.topic = "Bot",
                        .name = "token_file",
                        .type = SETTING_SECRET,
                        .required = true,
                        .example = "discord-token",
                        .help = "The bot's token."},
    [KEY_HOMEPAGE] = {.name = "homepage",
                      .type = SETTING_TEXT,
                      .fallback = REST_HOMEPAGE,
                      .help = "A page about your bot. Discord wants its address in every request, "
                              "to know whom to contact. The default is nobody's page."},
    [KEY_GUILD_IDS] = {.name = "guild_ids",
                       .type = SETTING_LIST,
                       .absent = "all servers",
                       .help = "Ids of the servers where the commands are registered. Changes of "
                               "commands show there at once, which is good for tests."},
    [KEY_API_BASE] = {.name = "api_base",
                      .type = SETTING_TEXT,
                      .fallback = REST_BASE,
                      .help = "Address of Discord's API."},
    [KEY_BOARD] = {.topic = "Tables",
                   .name = "board",
                   .type = SETTING_CHOICE,
                   .choices = "new edit",
                   .fallback = "new",
                   .help = "The message that shows a table. new: a new message whenever the turn "
                           "passes to a player who must be called; the old message goes. edit: "
                           "always the same message, which calls nobody."},
    [KEY_THREADS] =
        {.name = "threads",
         .type = SETTING_SWITCH,
         .fallback = "off",
         .help =
             "A public thread for each table, in the channel where it was opened. It needs the "
             "permission Create Public Threads. Without it the channel itself shows the table."},
    [KEY_IMAGES] = {.name = "images",
                    .type = SETTING_SWITCH,
                    .fallback = DISCORD_IMAGES,
                    .help = "A picture of each table and hand, besides the text. The default is on "
                            "if the build can draw (TALON_IMAGES). Where Attach Files is missing "
                            "there is only the text."},
    [KEY_EMOJI] = {.name = "emoji",
                   .type = SETTING_SWITCH,
                   .fallback = "on",
                   .help = "Emoji with the faces of cards, before their letters. At the first "
                           "start Talon adds about 140 emoji to the application, which may have "
                           "2,000. off, or a build without TALON_IMAGES: coloured squares."},
    [KEY_SHARDS] = {.topic = "Shards",
                    .name = "shards",
                    .type = SETTING_NUMBER,
                    .fallback = "auto",
                    .min = 1,
                    .max = 10000,
                    .unit = "shards",
                    .help = "The number of shards: auto, for what Discord recommends, or a number. "
                            "A bot in more than 2500 servers needs more than one. Processes that "
                            "share a database divide the shards among themselves. With auto they "
                            "use what Discord recommended when the first of them started."},
    [KEY_SHARD_IDS] = {.name = "shard_ids",
                       .type = SETTING_TEXT,
                       .absent = "all",
                       .help = "The shards of this process, such as 0-3, if several processes "
                               "share a bot but no database. shards must then be the same number "
                               "in all of them. Refused if they share a database."},
    {.name = NULL},
};

/* Reads a whole number and moves `*text` behind it. False: there is none, or it is more than
 * `most`. */
static bool read_number(const char **text, unsigned most, unsigned *out)
{
    char *end = NULL;
    if (**text < '0' || **text > '9')
        return false;
    unsigned long number = strtoul(*text, &end, 10);
    *text = end;
    *out = (unsigned)number;
    return number <= most;
}

/* "3", or "0-3". */
static const char *read_shard_ids(struct discord_config *config, const char *text)
{
    unsigned last = 0;
    if (text == NULL || *text == '\0')
        return NULL;
    if (config->shards == 0)
        return "shard_ids: needs shards = N, the same number in every process";
    bool good = read_number(&text, config->shards - 1, &config->first);
    last = config->first;
    if (good && *text == '-') {
        text++;
        good = read_number(&text, config->shards - 1, &last);
    }
    if (!good || *text != '\0' || last < config->first ||
        last - config->first >= GATEWAY_SHARDS_MAX)
        return "shard_ids: must be a range such as 0-3, below shards";
    config->count = last - config->first + 1;
    return NULL;
}

struct discord_reading {
    struct discord_config *config;
    const char *wrong;
};

static void add_guild(void *arg, const char *word)
{
    struct discord_reading *reading = arg;
    struct discord_config *config = reading->config;
    if (strlen(word) >= DISCORD_CONFIG_ID || word[strspn(word, "0123456789")] != '\0')
        reading->wrong = "guild_ids: must be ids of servers (only digits)";
    else if (config->guild_count == DISCORD_CONFIG_GUILDS)
        reading->wrong = "guild_ids: must be at most 32";
    else
        snprintf(config->guilds[config->guild_count++], DISCORD_CONFIG_ID, "%s", word);
}

static const char *read_images(struct discord_config *config, bool wanted)
{
    config->images = wanted;
    return !wanted || picture_can() ? NULL
                                    : "images: this build cannot draw (it needs TALON_IMAGES=ON)";
}

static const char *read_base(struct discord_config *config, const char *text)
{
    config->base = text;
    config->plain = strncmp(text, "http://", 7) == 0;
    return config->plain || strncmp(text, "https://", 8) == 0
               ? NULL
               : "api_base: must be an https address";
}

/* The address goes into the User-Agent header, between brackets and before a comma: it must hold
 * none of these characters. */
static const char *read_homepage(struct discord_config *config, const char *text)
{
    bool good = strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
    config->homepage = text;
    for (const char *at = text; *at != '\0'; at++)
        good = good && *at > ' ' && *at <= '~' && strchr("(),\\\"", *at) == NULL;
    return good && strlen(text) < REST_HOMEPAGE_MAX
               ? NULL
               : "homepage: must be the address of a page (https://...)";
}

static void tell_fault(settings_fault_fn *fault, void *arg, enum key key, const char *wrong)
{
    if (wrong != NULL)
        fault(arg, (int)key, wrong);
}

/* Returns what is wrong with a token, or NULL. The token goes into a header, so it must be one
 * word. The fault shows no part of it, because it is secret. */
static const char *judge_token(const char *token)
{
    if (strncasecmp(token, "Bot ", 4) == 0)
        return "token_file: remove \"Bot\" before the token in its file";
    if (strchr("\"'`", *token) != NULL)
        return "token_file: remove the quotes around the token in its file";
    if (token[strcspn(token, " \t\r\n")] != '\0') {
        return "token_file: the file must hold the token only, without spaces or further lines";
    }
    return NULL;
}

static void read_all(struct discord_config *config, const struct settings *settings,
                     settings_fault_fn *fault, void *arg)
{
    struct fault why = {0};
    *config = (struct discord_config){.shards = 0};
    struct discord_reading reading = {.config = config};
    settings_each(settings, KEY_GUILD_IDS, add_guild, &reading);
    tell_fault(fault, arg, KEY_GUILD_IDS, reading.wrong);
    tell_fault(fault, arg, KEY_API_BASE, read_base(config, settings_text(settings, KEY_API_BASE)));
    tell_fault(fault, arg, KEY_HOMEPAGE,
               read_homepage(config, settings_text(settings, KEY_HOMEPAGE)));
    config->shards = (unsigned)settings_number(settings, KEY_SHARDS); /* auto is 0 */
    tell_fault(fault, arg, KEY_SHARD_IDS,
               read_shard_ids(config, settings_text(settings, KEY_SHARD_IDS)));
    tell_fault(fault, arg, KEY_IMAGES, read_images(config, settings_switch(settings, KEY_IMAGES)));
    config->edits = strcasecmp(settings_text(settings, KEY_BOARD), "edit") == 0;
    config->emoji = settings_switch(settings, KEY_EMOJI);
    config->threads = settings_switch(settings, KEY_THREADS);
    if (!settings_secret(settings, KEY_TOKEN_FILE, config->token, sizeof(config->token), &why))
        fault(arg, KEY_TOKEN_FILE, why.text);
    else
        tell_fault(fault, arg, KEY_TOKEN_FILE, judge_token(config->token));
}

unsigned discord_config_parts(const struct settings *settings, const char **wrong)
{
    const char *ids = settings_text(settings, KEY_SHARD_IDS);
    unsigned shards = (unsigned)settings_number(settings, KEY_SHARDS);
    if (ids != NULL && *ids != '\0') {
        *wrong = "shard_ids: processes that share a database divide the shards themselves: remove "
                 "this key";
    } else if (shards > GATEWAY_SHARDS_MAX)
        *wrong = "shards: more than a process can have";
    return shards;
}

void discord_config_check(const struct settings *settings, settings_fault_fn *fault, void *arg)
{
    struct discord_config config;
    read_all(&config, settings, fault, arg);
    private_wipe(&config, sizeof(config));
}

bool discord_config_read(struct discord_config *config, const struct settings *settings,
                         struct fault *why)
{
    why->text[0] = '\0';
    read_all(config, settings, settings_keep_first, why);
    return why->text[0] == '\0';
}
