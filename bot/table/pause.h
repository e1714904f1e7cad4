/* pause.h: the players let a table stand still.
 *
 * During a pause the clocks of a match stand, computer players wait, nobody runs out of time,
 * and moves are refused (bot/command/dispatch.c). A pause ends by a command, with the match, or
 * after host_options.pause_limit. It is saved with the table and survives a restart. */
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
/* Restores a saved pause: what is left of it by the wall clock, at most the limit. */
void pause_restore(struct table *table, int64_t until);
/* No match is on any more: nothing is paused. */
void pause_check(struct table *table);
/* The table is seen there again: says that it is paused, if it is. */
void pause_again(struct place *place);
/* It ends by itself, at table->pause_ends. */
void pause_over(struct table *table);

#endif
