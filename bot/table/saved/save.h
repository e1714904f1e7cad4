/* save.h: a table as text, and back.
 *
 * Its places, seats, rules, match and secrets are a small JSON text, written whenever something
 * other than a round's actions changes; those are journaled on their own (round.h, replay.h). */
#ifndef TALON_BOT_TABLE_SAVED_SAVE_H
#define TALON_BOT_TABLE_SAVED_SAVE_H

#include <stdbool.h>
#include <stddef.h>

struct host;
struct person;
struct store_table;
struct table;

/* Writes the table's state into the store's open batch, whole or not at all: without memory for it
 * the process ends with a log line, as the store does. Nobody was told yet of what is lost so, and
 * a new start goes on from what is durable. */
void save_table(struct table *table);
/* Likewise all where that person has a seat. */
void save_tables_of(const struct person *person);
/* Whether a process after this one has something to tell at the table though all was told: it does
 * not know of a vote, or of a move that others may be caught before; or nobody sees the table. */
bool save_forgets(const struct table *table);
/* The state as JSON; NULL when memory is out for any part of it; free() it. */
char *save_state(const struct table *table);
/* Of such a text, whose channel the table's home is; "": it does not say. */
void save_tenant(const char *text, char *out, size_t size);
/* Whether that table can be played here: all networks that its state names, of places or of people,
 * are configured, the parts are ours in which its other places lie, and no other table is in one of
 * its places. */
bool save_can_play(struct host *host, const struct store_table *row);
/* It waits until it can (network_wait()), in each of its channels of networks that are here. False:
 * memory is out. */
bool save_wait(struct host *host, const struct store_table *row);
/* Fills a table of table_create(), when they are. False: the text is not a state, and the table is
 * fit for table_destroy() alone. The caller gives a pause its end (pause_restore()) and the table
 * what its channel keeps. Without memory the process ends: no table is damaged for that. */
bool save_read(struct table *table, const char *text);

#endif
