/* bridge.h: codes of !bridge that wait to be said in a channel of another network.
 *
 * A code belongs to a table. By asking for it the opener agrees that the table is also played in
 * the other channel. An operator of that channel says it once, within link_life. A table has at
 * most one code. Codes are kept as hashes and only in memory: after a restart the opener asks for
 * another. In a fleet the store has the hashes, too, for the process with the other channel. */
#ifndef TALON_BOT_COMMAND_HANDLERS_BRIDGE_H
#define TALON_BOT_COMMAND_HANDLERS_BRIDGE_H

#include <stdbool.h>

#include "bot/people/code.h"

struct commands;
struct table;

/* How many codes can wait; one more drops the oldest. */
enum { BRIDGE_CODES_MAX = 200 };

/* Makes a new code for that table and cancels the one before. Returns false if memory is out. */
bool bridge_offer(struct commands *commands, const struct table *table, char code[CODE_SIZE]);
/* Returns the table of that code; NULL if the code is wrong or expired. */
struct table *bridge_find(const struct commands *commands, const char *code);
/* Returns the network with the home of the table of that code, if another process may have that
 * network; NULL if the code is wrong or expired. */
const char *bridge_home(const struct commands *commands, const char *code);
/* Drops the table's code, because somebody has used it or must not use it any more. */
void bridge_drop(struct commands *commands, const struct table *table);
void bridge_finish(struct commands *commands);

#endif
