/* embed.h: facts (message.h) as an embed.
 *
 * Facts that stand for themselves are fields beside each other. A list is one field with a line for
 * each row, or several where one does not hold it: the cells first, in letters of one width so that
 * they stand below each other, then the name, so that no name, however wide or long, moves a
 * number. Fields of a column each would come apart on a telephone, which shows fields one below the
 * other.
 *
 * Words are escaped, and cut where Discord's limits want it. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_EMBED_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_EMBED_H

#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/message.h"

/* Discord's limits, in UTF-16 units: never more than its characters. */
enum {
    EMBEDS_MAX = 10,
    EMBEDS_UNITS = 6000, /* of all embeds of a message together */
    EMBED_FIELDS = 25,
    EMBED_TITLE = 256,
    EMBED_NAME = 256,
    EMBED_VALUE = 1024
};

/* NULL, and the text is to be shown: there are no facts, more than fit whole into `*room` units, or
 * memory is out. What it takes is taken off `*room`. */
cJSON *embed_make(const struct facts *facts, size_t *room);

#endif
