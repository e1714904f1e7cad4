/* pause.h: the pauses of a table, which its players decide.
 *
 * During a pause the clocks of a match stand, computer players wait, nobody runs out of time, and
 * moves are refused (bot/command/dispatch.c). A pause ends by a command, with the match, or after
 * host_options.pause_limit. It is saved with the table and survives a restart. */
#ifndef TALON_BOT_TABLE_PAUSE_H
#define TALON_BOT_TABLE_PAUSE_H

#include "bot/table/table.h"

static inline bool pause_is_on(const struct table *table)
{
    return table->paused_until != 0;
}

void pause_begin(struct table *table);
/* Ends the pause, and calls the player whose turn it is. */
void pause_end(struct table *table);
/* Restores a saved pause. It lasts for what is left of it by the wall clock, at most for the limit.
 */
void pause_restore(struct table *table, int64_t until);
/* No match is on any more: nothing is paused. */
void pause_check(struct table *table);
/* Call it when people there see the table again. If the table is paused, this says so. */
void pause_again(struct place *place);
/* It ends by itself, at table->pause_ends. */
void pause_over(struct table *table);

#endif
