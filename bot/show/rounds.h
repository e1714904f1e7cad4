/* rounds.h: what a table tells of its rounds (bot/table/watcher.h), as messages. */
#ifndef TALON_BOT_SHOW_ROUNDS_H
#define TALON_BOT_SHOW_ROUNDS_H

#include <stdbool.h>

#include "engine/game.h"

struct place;
struct table;

/* The callbacks of watcher.h by these names. */
void rounds_dealt(struct table *table);
void rounds_acted(struct table *table, const struct game *before, const struct events *events);
char *rounds_over(struct table *table, const struct events *events, const struct event *over);
void rounds_repeated(struct table *table, const struct events *events);
void rounds_abandoned(struct table *table);
void rounds_closed(struct table *table);

/* Tells there how things stand, if it is not `told` yet, the secret of the last round, and
 * everybody whose place it is their hands. */
void rounds_announce(struct place *place, bool told);

#endif
