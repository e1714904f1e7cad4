/* pause.h: a table stands still because its players want it so.
 *
 * While a match is on its clocks stand, computer players wait, nobody is timed out, and moves are
 * refused (bot/command/dispatch.c). A pause ends by word, with the match, or by itself after
 * host_options.pause_limit; it is kept with the table and survives a restart. */
#ifndef TALON_BOT_TABLE_PAUSE_H
#define TALON_BOT_TABLE_PAUSE_H

#include "bot/table/table.h"

static inline bool pause_is_on(const struct table *table)
{
    return table->paused_until != 0;
}

void pause_begin(struct table *table);
/* Play goes on, and who is to move is called. */
void pause_end(struct table *table);
/* Takes over what was kept with the table, from what is left of it by the wall clock now; no more
 * than the limit, whatever that clock says. */
void pause_restore(struct table *table, int64_t until);
/* No match is on any more: nothing is paused. */
void pause_check(struct table *table);
/* The table is seen there again: says that it is paused, if it is. */
void pause_again(struct place *place);
/* It ends by itself, at table->pause_ends. */
void pause_over(struct table *table);

#endif
