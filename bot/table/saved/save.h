/* save.h: the state of a table as text, and back.
 *
 * Places, seats, rules, match and secrets are a small JSON text. It is written whenever one of
 * them changes. The actions of a round are journaled on their own (round.h, replay.h). */
#ifndef TALON_BOT_TABLE_SAVED_SAVE_H
#define TALON_BOT_TABLE_SAVED_SAVE_H

#include <stdbool.h>
#include <stddef.h>

struct host;
struct person;
struct store_table;
struct table;

/* Writes the state into the store's open batch, whole or not at all. If memory is out the process
 * ends with a log line, as the store does. Nobody has heard yet of what is lost, and a new start
 * continues from what is durable. */
void save_table(struct table *table);
/* The same for all tables where that person sits. */
void save_tables_of(const struct person *person);
/* True if the next process must announce the table, although every message was sent. That is so
 * because it would not know of a vote or of a move that waits, or because nobody sees the
 * table. */
bool save_forgets(const struct table *table);
/* The state as JSON; NULL when memory is out for any part of it; free() it. */
char *save_state(const struct table *table);
/* The tenant (adapter_impl.tenant) of the home in such a text; "" if the text names none. */
void save_tenant(const char *text, char *out, size_t size);
/* True if the table can be played here: all networks in its state, of places and people, are
 * configured; the parts of its other places are ours; and no other table has one of its places. */
bool save_can_play(struct host *host, const struct store_table *row);
/* Notes that the table waits until then (network_wait()), in all of its channels on networks
 * that are here. Returns false when memory is out. */
bool save_wait(struct host *host, const struct store_table *row);
/* Fills a table from table_create(). Returns false if the text is no state; the table is only fit
 * for table_destroy() then. The caller sets the end of a pause (pause_restore()) and what the
 * channel keeps. If memory is out the process ends, so that no table counts as damaged. */
bool save_read(struct table *table, const char *text);

#endif
