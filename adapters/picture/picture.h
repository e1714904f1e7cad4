/* picture.h: draws a table, the end of a round or a hand as a picture, for every adapter that shows
 * pictures beside the text. The drawing is our own, and as wide as a telephone.
 *
 * A picture of a hand has the top card and the first words of the text in a strip of its own, then
 * the cards in the order of the text. Playable cards are raised, framed and ticked. For the other
 * pictures see picture_table.h and picture_end.h.
 *
 * Cards are those of base/art/art.h, as on the pages. Their letters are those of the message: "V"
 * is green in French, as the text beside the picture says and as its readers type it.
 *
 * People who do not see the picture get one sentence that says what it is. All of its content is in
 * the message.
 *
 * Uses cairo, Pango and zlib, if the build has them (TALON_IMAGES); otherwise picture_none.c
 * replaces these functions. Reading the message (picture_of()) is fast. Drawing takes milliseconds,
 * so it must not run on the loop. */
#ifndef TALON_ADAPTERS_PICTURE_H
#define TALON_ADAPTERS_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

enum {
    PICTURE_WIDTH = 640,    /* pixels; networks show a picture in about 400 */
    PICTURE_CARDS = 60,     /* most cards that a picture shows; the last place tells how many more
                             * there are */
    PICTURE_BYTES = 200000, /* none is larger */
    PICTURE_WORDS = 100     /* bytes: a sentence */
};

struct picture {
    const char *name;    /* of a file: "hand.png" */
    char *description;   /* text for people who cannot see the picture */
    unsigned char *data; /* NULL: not drawn yet */
    size_t size;
};

/* True if this build can draw. */
bool picture_can(void);
/* Reads what to draw from a message: the table or the end of a round of a table message, or a hand.
 * In a hand's message, cards in the first line lie on the table, and cards in the other lines are
 * the hand. Returns NULL if there is nothing to draw, or memory is out. */
struct picture *picture_of(const struct message *message);
/* Draws the picture: sets its data and size. Call it once. Returns false if memory is out, or the
 * picture would be too large. */
bool picture_draw(struct picture *picture);
void picture_destroy(struct picture *picture); /* accepts NULL */

#endif
