/* bridge.h: codes that wait to be said in a channel of another network (!bridge).
 *
 * A code belongs to a table, and stands for what its opener has agreed to: that the table is shown
 * and played there, too. Whoever rules that channel says it, once, within link_life. A table has
 * one at most. They are kept in memory alone, as hashes: after a restart one asks for another. */
#ifndef TALON_BOT_COMMAND_HANDLERS_BRIDGE_H
#define TALON_BOT_COMMAND_HANDLERS_BRIDGE_H

#include <stdbool.h>

#include "bot/people/code.h"

struct host;
struct table;

/* Codes that wait; the oldest goes for another. */
enum { BRIDGE_CODES_MAX = 200 };

/* A new code for that table; the one before is worth nothing. False: memory is out. */
bool bridge_offer(const struct table *table, char code[CODE_SIZE]);
/* The table whose code that is; NULL: there is none, or its time is over. */
struct table *bridge_find(struct host *host, const char *code);
/* The table's code has been used, or is not to be any more. */
void bridge_drop(const struct table *table);
void bridge_finish(struct host *host);

#endif
