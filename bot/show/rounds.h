/* rounds.h: writes messages about the rounds of a table (bot/table/watcher.h). */
#ifndef TALON_BOT_SHOW_ROUNDS_H
#define TALON_BOT_SHOW_ROUNDS_H

#include <stdbool.h>

#include "engine/game.h"

struct place;
struct table;

/* The callbacks of watcher.h with the same names. */
void rounds_dealt(struct table *table);
void rounds_acted(struct table *table, const struct game *before, const struct events *events);
char *rounds_over(struct table *table, const struct events *events, const struct event *over);
void rounds_repeated(struct table *table, const struct events *events);
void rounds_abandoned(struct table *table);
void rounds_closed(struct table *table);

/* Tells a place the state of the table, unless it was `told` already, and the secret of the last
 * round. Whispers all players of that place their hands. */
void rounds_announce(struct place *place, bool told);

#endif
