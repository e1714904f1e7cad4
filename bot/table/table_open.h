/* table_open.h: how a table comes to be. */
#ifndef TALON_BOT_TABLE_TABLE_OPEN_H
#define TALON_BOT_TABLE_TABLE_OPEN_H

#include "bot/table/table.h"

/* Opens a lobby; the table is in host->tables. NULL when memory is out, or there is no number. */
struct table *table_open(struct host *host, struct network *network, const char *channel,
                         const struct ruleset *set, struct person *opener);
/* A table from the store; the caller fills it (save.h). */
struct table *table_create(struct host *host, struct network *network, const char *channel,
                           int64_t id);

/* Whether that was NULL because the database has not been reached for long. */
bool table_open_waits(struct host *host);

#endif
