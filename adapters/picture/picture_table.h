/* picture_table.h: a table drawn, from what its message gives to see.
 *
 * The top card; the colour in force as a pattern, a letter and its word; the direction, the draw
 * pile and what must be drawn; then who plays, from who must act on, with how many cards. */
#ifndef TALON_ADAPTERS_PICTURE_TABLE_H
#define TALON_ADAPTERS_PICTURE_TABLE_H

#include "base/message.h"
#include "picture_card.h"

/* Pixels; as wide as all pictures are. */
unsigned table_height(const struct snapshot *snapshot);
void table_draw(cairo_t *cairo, const struct card_patterns *patterns,
                const struct snapshot *snapshot);

#endif
