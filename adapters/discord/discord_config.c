#include "discord_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/private.h"
#include "gateway.h"
#include "picture.h"
#include "rest.h"

enum key {
    KEY_TOKEN_FILE,
    KEY_API_BASE,
    KEY_HOMEPAGE,
    KEY_GUILD_IDS,
    KEY_SHARDS,
    KEY_SHARD_IDS,
    KEY_BOARD,
    KEY_THREADS,
    KEY_IMAGES
};

const struct setting_key discord_config_keys[] = {
    [KEY_TOKEN_FILE] = {.name = "token_file", .type = SETTING_SECRET, .required = true},
    [KEY_API_BASE] = {.name = "api_base", .type = SETTING_TEXT, .fallback = REST_BASE},
    [KEY_HOMEPAGE] = {.name = "homepage", .type = SETTING_TEXT, .fallback = REST_HOMEPAGE},
    [KEY_GUILD_IDS] = {.name = "guild_ids", .type = SETTING_LIST},
    [KEY_SHARDS] = {.name = "shards", .type = SETTING_TEXT, .fallback = "auto"},
    [KEY_SHARD_IDS] = {.name = "shard_ids", .type = SETTING_TEXT},
    [KEY_BOARD] = {.name = "board", .type = SETTING_TEXT, .fallback = "new"},
    [KEY_THREADS] = {.name = "threads", .type = SETTING_SWITCH, .fallback = "off"},
    [KEY_IMAGES] = {.name = "images", .type = SETTING_SWITCH, .fallback = "off"},
    {.name = NULL},
};

enum { SHARDS_MAX = 10000, KEYS_WHY = 600 };

/* A whole number and what stands behind it; false: there is none, or it is beyond `most`. */
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

static const char *read_shards(struct discord_config *config, const char *text)
{
    if (strcmp(text, "auto") == 0)
        return NULL;
    return read_number(&text, SHARDS_MAX, &config->shards) && !*text && config->shards > 0
               ? NULL
               : "shards: neither auto nor a number from 1 to 10000";
}

/* "3", or "0-3". */
static const char *read_shard_ids(struct discord_config *config, const char *text)
{
    unsigned last = 0;
    if (text == NULL || !*text)
        return NULL;
    if (config->shards == 0)
        return "shard_ids: needs shards = N, the same number in every process";
    bool good = read_number(&text, config->shards - 1, &config->first);
    last = config->first;
    if (good && *text == '-') {
        text++;
        good = read_number(&text, config->shards - 1, &last);
    }
    if (!good || *text || last < config->first || last - config->first >= GATEWAY_SHARDS_MAX)
        return "shard_ids: not a range such as 0-3 below shards";
    config->count = last - config->first + 1;
    return NULL;
}

struct reading {
    struct discord_config *config;
    const char *wrong;
};

static void add_guild(void *arg, const char *word)
{
    struct reading *reading = arg;
    struct discord_config *config = reading->config;
    if (strlen(word) >= DISCORD_CONFIG_ID || word[strspn(word, "0123456789")])
        reading->wrong = "guild_ids: not ids of servers (digits alone)";
    else if (config->guild_count == DISCORD_CONFIG_GUILDS)
        reading->wrong = "guild_ids: more than 32";
    else
        snprintf(config->guilds[config->guild_count++], DISCORD_CONFIG_ID, "%s", word);
}

static const char *read_board(struct discord_config *config, const char *text)
{
    config->edits = strcmp(text, "edit") == 0;
    return config->edits || strcmp(text, "new") == 0 ? NULL : "board: neither new nor edit";
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
    return config->plain || strncmp(text, "https://", 8) == 0 ? NULL
                                                              : "api_base: not an https address";
}

/* It stands in a header, between brackets and before a comma. */
static const char *read_homepage(struct discord_config *config, const char *text)
{
    bool good = strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
    config->homepage = text;
    for (const char *at = text; *at; at++)
        good = good && *at > ' ' && *at <= '~' && strchr("(),\\\"", *at) == NULL;
    return good && strlen(text) < REST_HOMEPAGE_MAX
               ? NULL
               : "homepage: not the address of a page (https://...)";
}

static void tell(settings_fault_fn *fault, void *arg, enum key key, const char *wrong)
{
    if (wrong != NULL)
        fault(arg, (int)key, wrong);
}

static void read_all(struct discord_config *config, const struct settings *settings,
                     settings_fault_fn *fault, void *arg)
{
    char why[KEYS_WHY];
    *config = (struct discord_config){.shards = 0};
    struct reading reading = {.config = config};
    settings_each(settings, KEY_GUILD_IDS, add_guild, &reading);
    tell(fault, arg, KEY_GUILD_IDS, reading.wrong);
    tell(fault, arg, KEY_API_BASE, read_base(config, settings_text(settings, KEY_API_BASE)));
    tell(fault, arg, KEY_HOMEPAGE, read_homepage(config, settings_text(settings, KEY_HOMEPAGE)));
    tell(fault, arg, KEY_SHARDS, read_shards(config, settings_text(settings, KEY_SHARDS)));
    tell(fault, arg, KEY_SHARD_IDS, read_shard_ids(config, settings_text(settings, KEY_SHARD_IDS)));
    tell(fault, arg, KEY_IMAGES, read_images(config, settings_switch(settings, KEY_IMAGES)));
    tell(fault, arg, KEY_BOARD, read_board(config, settings_text(settings, KEY_BOARD)));
    config->threads = settings_switch(settings, KEY_THREADS);
    if (!settings_secret(settings, KEY_TOKEN_FILE, config->token, sizeof config->token, why,
                         sizeof why))
        fault(arg, KEY_TOKEN_FILE, why);
}

void discord_config_check(const struct settings *settings, settings_fault_fn *fault, void *arg)
{
    struct discord_config config;
    read_all(&config, settings, fault, arg);
    private_wipe(&config, sizeof config);
}

bool discord_config_read(struct discord_config *config, const struct settings *settings, char *why,
                         size_t why_size)
{
    struct settings_first first = {.why = why, .size = why_size};
    read_all(config, settings, settings_keep_first, &first);
    return !first.any;
}
