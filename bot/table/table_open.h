/* table_open.h: how a table comes to be. */
#ifndef TALON_BOT_TABLE_TABLE_OPEN_H
#define TALON_BOT_TABLE_TABLE_OPEN_H

#include "bot/table/table.h"

struct table_watcher;

/* Opens a lobby, which tables_first() lists. Returns NULL when memory is out, or there is no
 * number. */
struct table *table_open(struct host *host, struct network *network, const char *channel,
                         const struct ruleset *set, struct person *opener);
/* A table from the store; the caller fills it (save.h). */
struct table *table_create(struct host *host, struct network *network, const char *channel,
                           int64_t id);

/* Returns true if table_open() failed because the database could not be reached for long. */
bool table_open_waits(struct host *host);

/* -- all tables of the daemon (host->tables), for bot/host/daemon.c -- */

struct tables *tables_create(void); /* NULL: memory is out */
/* Makes what all tables share. `watchers` hear what happens at tables; the list is not copied and
 * ends with NULL. Returns false if memory is out, or the store cannot be read. */
bool tables_init(struct host *host, const struct table_watcher *const *watchers);
/* Destroys all tables, and what they share. */
void tables_finish(struct host *host);
void tables_destroy(struct tables *tables); /* after page_seats_finish(); accepts NULL */

#endif
