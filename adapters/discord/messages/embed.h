/* embed.h: facts (message.h) as an embed.
 *
 * Single facts are fields beside each other. A list is one field with a line for each row, or
 * several fields if one is too small. In each line the cells come first, in letters of one width so
 * that columns line up, then the name: a long or wide name moves no number. A field for each column
 * would fall apart on a telephone, which shows fields below each other. Words are escaped, and cut
 * to Discord's limits. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_EMBED_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_EMBED_H

#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/message.h"

/* Discord's limits, in UTF-16 units: a text never has fewer units than characters. */
enum {
    EMBEDS_MAX = 10,
    EMBEDS_UNITS = 6000, /* of all embeds of a message together */
    EMBED_FIELDS = 25,
    EMBED_TITLE = 256,
    EMBED_NAME = 256,
    EMBED_VALUE = 1024
};

/* Takes the units that it uses off `*room`. NULL, and the caller shows the text: there are no
 * facts, they need more than `*room` units, or memory is out. */
cJSON *embed_make(const struct facts *facts, size_t *room);

#endif
