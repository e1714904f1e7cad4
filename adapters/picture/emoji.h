/* emoji.h: the faces of cards as small square pictures, for networks with emoji of their own.
 *
 * There is one for each face of each rule set (a flex side is not shown: its letter stands in the
 * text), for each wild with each colour that its player can name, and for each colour. They have
 * names, which never change, and numbers, which may change with a release. Letters are English. */
#ifndef TALON_ADAPTERS_PICTURE_EMOJI_H
#define TALON_ADAPTERS_PICTURE_EMOJI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

enum {
    EMOJI_SIDE = 128,    /* pixels */
    EMOJI_BYTES = 20000, /* none is larger */
    EMOJI_NONE = 65535
};

/* Returns how many emoji there are; 0: the build cannot draw. */
unsigned emoji_count(void);
/* Returns the name of an emoji: "r5", "bskip", "wplus4", "yellow". */
const char *emoji_name(unsigned n);
/* Draws an emoji as a PNG file, which the caller frees. It takes about a millisecond. False: memory
 * is out. */
bool emoji_draw(unsigned n, unsigned char **png, size_t *size);
/* Returns the number of a card's emoji, by tint and code. For a wild whose player named a colour,
 * `tint` is that colour. Without a code it is the emoji of the colour itself. EMOJI_NONE: there is
 * none. */
unsigned emoji_find(unsigned tint, const struct shown_card *card);

#endif
