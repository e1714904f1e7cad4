/* picture.h: a table or a hand as a picture, besides its text, for every adapter that shows some.
 *
 * Our own drawing, for a telephone's width. Of a hand: the top card in a strip of its own, then the
 * cards in the order of the text, the playable ones raised, framed and ticked; of a table see
 * picture_table.h. A colour is a tint, a letter and a pattern, so that nobody needs to tell tints
 * apart. The letters are those of the sheets (R G B Y P O), in every language: they are what the
 * text shows and what people type, one board has readers of several languages, and a letter that
 * meant rouge here and red there could be neither. Who does not see the picture is told in one
 * sentence what it is; all of it stands in the message.
 *
 * Over cairo, Pango and zlib, where the build has them (TALON_IMAGES); else picture_none.c stands
 * here. Reading the message takes no time; the drawing, which takes milliseconds, is off the loop.
 */
#ifndef TALON_ADAPTERS_PICTURE_H
#define TALON_ADAPTERS_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

enum {
    PICTURE_WIDTH = 640,    /* pixels: shown as about 400 */
    PICTURE_CARDS = 60,     /* drawn; of more the last place says how many */
    PICTURE_BYTES = 200000, /* none is larger */
    PICTURE_WORDS = 100     /* bytes: a sentence */
};

struct picture {
    const char *name;    /* of a file: "hand.png" */
    char *description;   /* for who cannot see it */
    unsigned char *data; /* NULL: not drawn yet */
    size_t size;
};

/* Whether this build can draw. */
bool picture_can(void);
/* What is drawn of a board with something to see, or of a hand: there, cards in its first line lie
 * on the table, those behind are the hand. NULL: nothing, or memory is out. */
struct picture *picture_of(const struct message *message);
/* Draws it, once: makes data and size. False: memory is out, or it would be too large. */
bool picture_draw(struct picture *picture);
void picture_destroy(struct picture *picture); /* accepts NULL */

#endif
