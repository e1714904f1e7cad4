/* render.h: a message as lines of IRC text.
 *
 * Cuts a message at its line ends and where a line of the network is full: at a blank or between
 * two cards; only a word or card longer than a whole line is cut inside, between graphemes. Cards
 * get mIRC colours with foreground and background both set (no single colour reads on black and on
 * white), names that must not call for attention a word joiner behind their first letter if wanted.
 */
#ifndef TALON_ADAPTERS_IRC_RENDER_H
#define TALON_ADAPTERS_IRC_RENDER_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/message.h"

struct render {
    const struct message *message;
    bool codes; /* formatting codes are wanted */
    bool quiet; /* names are made not to call for attention */
    size_t at;  /* bytes of the text that are done */
    unsigned span;
};

/* `message` outlives the render. Codes go out only if the message is not for a mono reader. */
void render_init(struct render *render, const struct message *message, bool codes, bool quiet);

/* Writes the next line of at most `limit` bytes (at least 32), NUL-ended, into `out` of limit + 1.
 * False: no more. Empty lines are left out. */
bool render_next(struct render *render, char *out, size_t limit);

#endif
