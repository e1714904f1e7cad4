/* picture.h: a table or a hand as a picture, besides its text.
 *
 * Our own drawing, for a telephone's width. Of a hand: the top card apart, then the cards in the
 * order of the text, the playable ones raised and framed; of a table see picture_table.h. A colour
 * is a tint, a letter and a pattern, so that nobody needs to tell tints apart; the text of the
 * cards goes with it for who does not see it.
 *
 * Over cairo and zlib, where the build has them (TALON_IMAGES); else picture_none.c stands here.
 * Reading the message takes no time; the drawing, which takes milliseconds, is off the loop. */
#ifndef TALON_ADAPTERS_DISCORD_PICTURE_H
#define TALON_ADAPTERS_DISCORD_PICTURE_H

#include <stdbool.h>

#include "bot/base/message.h"
#include "rest.h"

enum {
    PICTURE_WIDTH = 640,    /* pixels: shown as about 400 */
    PICTURE_CARDS = 60,     /* drawn; of more the last place says how many */
    PICTURE_BYTES = 200000, /* none is larger */
    PICTURE_WORDS = 1000    /* characters; Discord takes 1024 */
};

/* Whether this build can draw. */
bool picture_can(void);
/* What is drawn of a board with something to see, or of a hand: there, cards in its first line lie
 * on the table, those behind are the hand. NULL: nothing, or memory is out. */
struct rest_file *picture_of(const struct message *message);

#endif
