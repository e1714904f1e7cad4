/* embed.h: facts (message.h) as an embed.
 *
 * Single facts are fields beside each other. A list is one field with a line for each row, or
 * several fields if one is too small. In each line the cells come first, in a fixed-width font so
 * that columns line up. The name comes last, so that a long name moves no number. We do not make a
 * field of each column: telephones show fields below each other. Words are escaped, and cut to
 * Discord's limits. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_EMBED_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_EMBED_H

#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/message.h"

/* Discord's limits. Discord counts characters; we count UTF-16 units, of which a text never has
 * fewer. */
enum {
    EMBEDS_MAX = 10,
    EMBEDS_UNITS = 6000, /* UTF-16 units of all embeds of a message together */
    EMBED_FIELDS = 25,
    EMBED_TITLE = 256,
    EMBED_NAME = 256,
    EMBED_VALUE = 1024
};

/* Returns the embed, and subtracts its units from `*room`. NULL: there are no facts, they need more
 * than `*room` units, or memory is out. Then the caller must show the text of the message. */
cJSON *embed_make(const struct facts *facts, size_t *room);

#endif
