/* picture_end.h: draws how a round ended, from its message: who won, the last card in its ring, the
 * points, and a row for each player with the cards that were left, their points and the total. */
#ifndef TALON_ADAPTERS_PICTURE_END_H
#define TALON_ADAPTERS_PICTURE_END_H

#include "base/message.h"
#include "picture_card.h"

/* Height of the picture in pixels; its width is PICTURE_WIDTH. */
unsigned end_height(const struct ending *ending);
void end_draw(struct cairo_pen *pen, const struct ending *ending);

#endif
