/* discord_config.h: reads the keys of [discord NAME] and the secret that they name, and checks them
 * once. */
#ifndef TALON_ADAPTERS_DISCORD_DISCORD_CONFIG_H
#define TALON_ADAPTERS_DISCORD_DISCORD_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/settings.h"

/* The permissions for which the install address asks: discord_config_about lists them. */
#define DISCORD_CONFIG_PERMISSIONS "309237681152"

enum { DISCORD_CONFIG_TOKEN = 256, DISCORD_CONFIG_GUILDS = 32, DISCORD_CONFIG_ID = 24 };

extern const struct setting_key discord_config_keys[];
/* Says to an administrator what a [discord NAME] section is. */
extern const char discord_config_about[];

struct discord_config {
    char token[DISCORD_CONFIG_TOKEN];
    const char *base;      /* address of the API; points into the settings */
    const char *homepage;  /* likewise */
    bool plain;            /* `base` has no TLS: for a test server */
    bool threads;          /* each table has one */
    bool edits;            /* the table's message is edited in place */
    bool images;           /* tables and hands come with pictures */
    bool emoji;            /* cards have emoji of the application */
    unsigned shards;       /* 0: the number that Discord recommends */
    unsigned first, count; /* which of the shards this process runs; count 0: all of them */
    unsigned guild_count;
    char guilds[DISCORD_CONFIG_GUILDS]
               [DISCORD_CONFIG_ID]; /* where commands are registered; none: everywhere */
};

/* adapter_impl.parts. */
unsigned discord_config_parts(const struct settings *settings, const char **wrong);
/* Calls `fault` for each fault in the section. */
void discord_config_check(const struct settings *settings, settings_fault_fn *fault, void *arg);
/* Reads and checks the section. If something is wrong, returns false, with the first fault as one
 * line in `why`. */
bool discord_config_read(struct discord_config *config, const struct settings *settings,
                         struct fault *why);

#endif
