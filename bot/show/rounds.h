/* rounds.h: what a table tells of its rounds (bot/table/watcher.h), as messages. */
#ifndef TALON_BOT_SHOW_ROUNDS_H
#define TALON_BOT_SHOW_ROUNDS_H

#include "engine/game.h"

struct table;

/* The callbacks of watcher.h by these names. */
void rounds_dealt(struct table *table);
void rounds_acted(struct table *table, const struct game *before, const struct events *events);
char *rounds_over(struct table *table, const struct events *events, const struct event *over);
void rounds_abandoned(struct table *table);
void rounds_closed(struct table *table);

/* Says the secret of the last round, which commits the next, or what commits it else, behind what
 * is gathered (render_more()); also again, where the first telling may have been lost. */
void rounds_tell_secret(struct table *table);

#endif
