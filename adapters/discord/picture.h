/* picture.h: a hand as a picture, besides its text.
 *
 * Our own drawing, for a telephone's width: the top card apart, then the cards in the order of the
 * text, the playable ones raised and framed. A colour is a tint, a letter and a pattern, so that
 * nobody needs to tell tints apart; the text of the cards goes with it for who does not see it.
 *
 * Over cairo and zlib, where the build has them (TALON_IMAGES); else picture_none.c stands here.
 * A hand of ten cards takes some milliseconds of the loop. */
#ifndef TALON_ADAPTERS_DISCORD_PICTURE_H
#define TALON_ADAPTERS_DISCORD_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/message.h"
#include "form.h"

enum {
    PICTURE_WIDTH = 640,    /* pixels: shown as about 400 */
    PICTURE_CARDS = 60,     /* drawn; of more the last place says how many */
    PICTURE_BYTES = 200000, /* none is larger */
    PICTURE_WORDS = 1000    /* characters; Discord takes 1024 */
};

struct picture {
    void *png;
    size_t size;
    char *words; /* says what is to be seen */
};

/* Whether this build can draw. */
bool picture_can(void);
/* Finds the fonts, which takes a while the first time. False: there are none, or memory is out. */
bool picture_prepare(void);
/* Of a message of PURPOSE_HAND: cards in its first line lie on the table, those behind are the
 * hand. False, and nothing to finish: it has no cards, or it cannot be drawn. */
bool picture_draw(const struct message *message, struct picture *picture);
/* As a file of a request, which borrows it: how many there are. `picture` NULL: none. */
unsigned picture_file(const struct picture *picture, struct form_file *file);
void picture_finish(struct picture *picture);

#endif
