/* lines.h: how a line gets from a table to the place where it is shown.
 *
 * Where lines are short and slow what belongs together is gathered into one (render.h): it is kept
 * here, and goes out before any other line to the channel. */
#ifndef TALON_BOT_SHOW_LINES_H
#define TALON_BOT_SHOW_LINES_H

#include "bot/table/table.h"

/* A line to all; NULL without memory. */
struct message *table_line(struct table *table, enum urgency urgency);
/* A message to the seat's person; NULL when they cannot be reached. */
struct message *seat_line(struct table *table, unsigned seat);
/* Begins a whisper from that table with its name, if that person sits at others, too, and the
 * network's whispers come outside of the channel. */
void lines_name_table(struct message *message, const struct table *table,
                      const struct person *person);
/* Takes either. */
void table_say(struct table *table, struct message *message);
/* Says it before the next line to the channel, at the latest: it may be gone on with until then
 * (table_unsaid()). What was kept before is gone. */
void table_keep_unsaid(struct table *table, struct message *message);
/* What was kept so, to be taken over; NULL: nothing. */
struct message *table_unsaid(struct table *table);
/* Nobody sees the table any more: what was kept is gone. */
void lines_drop(struct table *table);

#endif
