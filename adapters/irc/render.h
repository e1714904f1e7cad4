/* render.h: a message as lines of IRC text.
 *
 * A message is cut at its line ends, and where a line of the network is full: at a blank or between
 * two cards. Only a word or card that is longer than a whole line is cut inside, between graphemes.
 * Cards get mIRC colours with foreground and background, since no single colour can be read both on
 * black and on white. If wanted, names of people get a word joiner behind their first letter, so
 * that their clients do not call for attention. */
#ifndef TALON_ADAPTERS_IRC_RENDER_H
#define TALON_ADAPTERS_IRC_RENDER_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/message.h"

struct render {
    const struct message *message;
    bool codes;    /* formatting codes are wanted */
    bool quiet;    /* names are made not to call for attention */
    size_t at;     /* bytes of the text that are written */
    unsigned span; /* the span of the message at `at` */
};

/* The message outlives the render. Codes are written only if its reader wants colours. */
void render_init(struct render *render, const struct message *message, bool codes, bool quiet);

/* Writes the next line, of at most `limit` bytes (32 or more) and a NUL, into `out`. Empty lines
 * are left out. False: there is none any more. */
bool render_next(struct render *render, char *out, size_t limit);

#endif
