/* command_mentions.h: commands as mentions in texts. Discord shows "</uno start:ID>" as "/uno
 * start", and a click writes the command into the reader's field.
 *
 * The ids come from Discord's list of our commands. Until we have it nothing is mentioned. A
 * mention shows the words that stand in it, in every client, and Discord knows only the English
 * ones: a translated name in a mention cannot be clicked. So texts in other languages keep their
 * words, which are the words of the reader's client, and only a command in English becomes a
 * mention.
 *
 * If the configuration names servers, each of them has ids of its own. Such commands are for tests
 * and are not mentioned.
 *
 * Bounds: COMMAND_IDS ids. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_MENTIONS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_COMMAND_MENTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "adapters/adapter.h"
#include "adapters/discord/gateway/shard.h"
#include "command_limits.h"

enum {
    COMMAND_IDS = 100,    /* Discord has no more commands of one application in its menu */
    COMMAND_MENTION = 160 /* bytes of a mention, NUL included: three names, an id and the signs */
};

/* All zero: no ids are known. */
struct command_mentions {
    const struct chat_command *commands; /* the host's */
    unsigned command_count;
    unsigned count;
    struct {
        char name[COMMAND_NAME + 1]; /* English */
        char id[SNOWFLAKE_MAX];
    } at[COMMAND_IDS];
};

/* Takes the ids from Discord's list of commands, in place of those known so far. `commands`, which
 * outlive `mentions`, are those that we offer: nothing else is mentioned. */
void command_mentions_learn(struct command_mentions *mentions, const cJSON *list,
                            const struct chat_command *commands, unsigned count);
/* Writes the mention of a command. `text` is "/" and its whole English name. Returns false, and
 * writes nothing, if it is no such name or its id is not known. `mentions` may be NULL. */
bool command_mentions_write(const struct command_mentions *mentions, const char *text,
                            size_t length, char out[COMMAND_MENTION]);

#endif
