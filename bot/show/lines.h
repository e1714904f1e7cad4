/* lines.h: how a line gets from a table to the place where it is shown.
 *
 * Where lines are short and slow what belongs together is gathered into one (render.h): it is kept
 * here, and goes out before any other line to the channel. */
#ifndef TALON_BOT_SHOW_LINES_H
#define TALON_BOT_SHOW_LINES_H

#include "bot/table/table.h"

/* Says it before the next line to the channel, at the latest: it may be gone on with until then
 * (table_unsaid()). What was kept before is gone. */
void table_keep_unsaid(struct table *table, struct message *message);
/* What was kept so, to be taken over; NULL: nothing. */
struct message *table_unsaid(struct table *table);
/* Nobody sees the table any more: what was kept is gone. */
void lines_drop(struct table *table);

#endif
