/* render.h: turns a message into lines of IRC text.
 *
 * It cuts a message at its line ends. If a line of the network is full, it cuts at a blank or
 * between two cards. It cuts inside a word or card only if that is longer than a whole line,
 * between graphemes. Cards get mIRC colours for text and ground, since no single colour is readable
 * both on black and on white.
 *
 * A name (STYLE_NAME) gets an invisible mark (TEXT_JOINER of base/text.h) behind its first letter
 * if its owner reads the line, so that their client does not ring. A name of one letter has the
 * mark at its end, which some clients respect. Readers who want no colours get no marks either: a
 * screen reader may read the lines to them. */
#ifndef TALON_ADAPTERS_IRC_SENDING_RENDER_H
#define TALON_ADAPTERS_IRC_SENDING_RENDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

/* True if the name is the nick of a reader, whose client would ring. */
typedef bool render_rings_fn(const void *arg, const char *name, size_t length);

struct render {
    const struct message *message;
    bool codes;             /* formatting codes are wanted */
    render_rings_fn *rings; /* NULL: names are written as they are */
    const void *arg;        /* of `rings` */
    size_t at;              /* bytes of the text that are written */
    unsigned span;          /* the span of the message at `at` */
};

/* The message must outlive the render. Without `codes`, or for a message that wants no colours, no
 * formatting is written. */
void render_init(struct render *render, const struct message *message, bool codes,
                 render_rings_fn *rings, const void *arg);

/* Writes the next line into `out`: at most `limit` bytes (32 or more) and a NUL. Leaves out empty
 * lines. Returns false if there are no more lines. */
bool render_next(struct render *render, char *out, size_t limit);

#endif
