/* picture_table.h: draws a table from its message. The picture has the top card in a ring: its
 * pattern is the colour in force, and the arrows outside it are the direction. Beside it are that
 * colour in a letter and a word, the draw pile, and how many cards the next player must draw. Then
 * come the players, each with the number of cards, from the player who must act. */
#ifndef TALON_ADAPTERS_PICTURE_TABLE_H
#define TALON_ADAPTERS_PICTURE_TABLE_H

#include "base/message.h"
#include "picture_card.h"

/* Height of the picture in pixels; its width is PICTURE_WIDTH. */
unsigned table_height(const struct snapshot *snapshot);
void table_draw(struct cairo_pen *pen, const struct snapshot *snapshot);

#endif
