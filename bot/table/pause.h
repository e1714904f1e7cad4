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
/* Ends the pause, and calls the player whose turn it is by name. */
void pause_end(struct table *table);
/* Restores a saved pause that ends at `until` (clock_now()). It lasts for what is left of it, but
 * at most for host_options.pause_limit. */
void pause_restore(struct table *table, int64_t until);
/* Call it when the match may be over: without a match there is no pause. */
void pause_check(struct table *table);
/* Call it when people see the table in that place again. Tells them if the table is paused. */
void pause_again(struct place *place);
/* Ends a pause that has lasted until table->pause_ends. */
void pause_over(struct table *table);

#endif
