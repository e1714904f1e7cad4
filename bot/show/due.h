/* due.h: tables with something to be shown at the end of this turn of the loop. */
#ifndef TALON_BOT_SHOW_DUE_H
#define TALON_BOT_SHOW_DUE_H

struct table;

/* The table is among them (boards_flush()). */
void due_show(struct table *table);
/* Nothing any more. */
void due_forget(struct table *table);

#endif
