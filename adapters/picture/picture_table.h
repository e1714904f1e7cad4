/* picture_table.h: draws a table from its message. The picture has the top card in a ring of the
 * colour in force, with the direction outside it (picture_ring.h), the colour's pattern, letter and
 * word, the draw pile, and how many cards the next player must draw. The players stand beside the
 * ring, or below it if there are many, each with the number of cards, from the player who must act.
 * Below them a strip has the last moves in words. */
#ifndef TALON_ADAPTERS_PICTURE_TABLE_H
#define TALON_ADAPTERS_PICTURE_TABLE_H

#include "base/message.h"
#include "picture_card.h"

/* Height of the picture in pixels; its width is PICTURE_WIDTH. */
unsigned table_height(const struct snapshot *snapshot);
void table_draw(struct cairo_pen *pen, const struct snapshot *snapshot);

#endif
