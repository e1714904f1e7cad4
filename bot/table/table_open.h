/* table_open.h: opens tables, and makes them from the store. */
#ifndef TALON_BOT_TABLE_TABLE_OPEN_H
#define TALON_BOT_TABLE_TABLE_OPEN_H

#include "bot/table/table.h"

struct lent;
struct table_watcher;

/* Opens a table in the lobby. Returns NULL when memory is out, or the store gives no number. */
struct table *table_open(struct tables *tables, struct network *network, const char *channel,
                         const struct ruleset *set, struct person *opener);
/* Makes a table whose state is in the store; the caller fills it (save.h). Returns NULL when memory
 * is out. */
struct table *table_create(struct tables *tables, struct network *network, const char *channel,
                           int64_t id);

/* Returns true if table_open() failed because the database could not be reached for too long. */
bool table_open_waits(struct tables *tables);

/* -- all tables of the daemon (host->tables), for the code that makes the daemon -- */

/* Returns NULL when memory is out. */
struct tables *tables_create(const struct lent *lent);
/* Makes what all tables share. `watchers`, a list that ends with NULL and is not copied, are told
 * what happens at tables. Returns false if memory is out, or the store cannot be read. */
bool tables_init(struct tables *tables, const struct table_watcher *const *watchers);
/* Call it after the tables are read. If there is none, deals with host_options.seed begin with the
 * first secret again. Beside a table they go on behind the last one, because no secret may come
 * twice. */
void tables_begin_secrets(struct tables *tables);
/* Destroys all tables and their timers. Seats on pages stay. */
void tables_finish(struct tables *tables);
void tables_destroy(struct tables *tables); /* after tables_finish(); accepts NULL */

#endif
