/* save.h: a table as text, and back.
 *
 * Its seats, rules, match and secrets are a small JSON text, written whenever something other than
 * a round's actions changes; those are journaled on their own (round.h, replay.h). */
#ifndef TALON_BOT_SAVE_H
#define TALON_BOT_SAVE_H

#include <stdbool.h>

struct table;

/* Writes the table's state into the store's open batch. */
void save_table(struct table *table);
/* The state as JSON; NULL when memory is out; free() it. */
char *save_state(const struct table *table);
/* Fills a table of table_create(). False: the text is not a state, or memory is out, and the table
 * is fit for table_destroy() alone. */
bool save_read(struct table *table, const char *text);

#endif
