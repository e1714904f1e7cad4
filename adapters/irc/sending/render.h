/* render.h: a message as lines of IRC text.
 *
 * A message is cut at its line ends, and where a line of the network is full: at a blank or between
 * two cards. Only a word or card that is longer than a whole line is cut inside, between graphemes.
 * Cards get mIRC colours with foreground and background, since no single colour can be read both on
 * black and on white.
 *
 * A name (STYLE_NAME) whose owner reads the line gets a mark behind its first letter (TEXT_JOINER
 * of base/text.h), so that their client does not ring. A name of one letter has it at its end,
 * which some clients respect. Readers who want no colours get no marks either: they may hear the
 * lines read. */
#ifndef TALON_ADAPTERS_IRC_SENDING_RENDER_H
#define TALON_ADAPTERS_IRC_SENDING_RENDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

/* Whether that is the nick of a reader, whose client would ring. */
typedef bool render_rings_fn(const void *arg, const char *name, size_t length);

struct render {
    const struct message *message;
    bool codes;             /* formatting codes are wanted */
    render_rings_fn *rings; /* NULL: names are written as they are */
    const void *arg;        /* of `rings` */
    size_t at;              /* bytes of the text that are written */
    unsigned span;          /* the span of the message at `at` */
};

/* The message outlives the render. Codes are written only if its reader wants colours. */
void render_init(struct render *render, const struct message *message, bool codes,
                 render_rings_fn *rings, const void *arg);

/* Writes the next line, of at most `limit` bytes (32 or more) and a NUL, into `out`. Empty lines
 * are left out. False: there is none any more. */
bool render_next(struct render *render, char *out, size_t limit);

#endif
