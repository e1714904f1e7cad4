/* save.h: the state of a table as text, and back.
 *
 * Places, seats, rules, match and secrets are a small JSON text, which is written whenever one of
 * them changes. The actions of a round are not in it; each is a row of the journal (round.h,
 * replay.h). */
#ifndef TALON_BOT_TABLE_SAVED_SAVE_H
#define TALON_BOT_TABLE_SAVED_SAVE_H

#include <stdbool.h>
#include <stddef.h>

struct people;
struct person;
struct store_table;
struct table;
struct tables;

/* Writes the state into the store's open batch. If memory is out, the process ends with a log line,
 * as the store does: nobody has been told yet what is lost, and a new start continues from what is
 * durable. */
void save_table(struct table *table);
/* Saves all tables at which the person has a seat, like save_table(). */
void save_tables_of(const struct person *person);
/* Returns true if this process has something that the state does not: a vote, or a move that waits
 * or if a place of the table cannot be reached. Then the next process must announce the
 * table, even if every message was sent. */
bool save_forgets(const struct table *table);
/* Returns the state as JSON; free() it. NULL when memory is out. */
char *save_state(const struct table *table);
/* Writes the home's tenant (adapter_impl.tenant) from a text of save_state(); "" if it has none. */
void save_tenant(const char *text, char *out, size_t size);
/* Returns true if the table can be played here: this process has all networks in its state, of
 * places and people, and the parts of its other places; and no other table has one of its places.
 */
bool save_can_play(struct tables *tables, const struct store_table *row);
/* Calls `each` for the networks of its other places, and of people, that such a row names. May name
 * one twice. */
void save_networks(const struct store_table *row, void (*each)(void *arg, const char *network),
                   void *arg);
/* The table cannot be played here yet: makes each of its channels on a network of this process
 * wait (network_wait()) until save_can_play() is true. Returns false when memory is out. */
bool save_wait(struct people *people, const struct store_table *row);
/* Fills a table made by table_create(). Returns false if the text is not a valid state; then only
 * call table_destroy(). The caller still has to call pause_restore(), table_read_channels() and
 * autostart_restore(). If memory is out the process ends, so that no table is taken for damaged. */
bool save_read(struct table *table, const char *text);

#endif
