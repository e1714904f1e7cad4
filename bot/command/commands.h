/* commands.h: the commands, as rows of one table (command.h). */
#ifndef TALON_BOT_COMMAND_COMMANDS_H
#define TALON_BOT_COMMAND_COMMANDS_H

#include <stdbool.h>

struct commands;
struct lent;

/* Creates the state of this room. Returns NULL if memory is out. */
struct commands *commands_create(const struct lent *lent);
void commands_destroy(struct commands *commands); /* after bridge_finish(); accepts NULL */

/* Makes the commands known to command_find(); called once. Returns false if the table has an error
 * (command_setup()). */
bool commands_setup(void);

#endif
