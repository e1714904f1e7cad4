/* commands.h: the commands, as rows of one table (command.h). */
#ifndef TALON_BOT_COMMAND_COMMANDS_H
#define TALON_BOT_COMMAND_COMMANDS_H

#include <stdbool.h>

struct commands;
struct host_options;
struct loop;
struct people;
struct store;
struct tables;

/* What the daemon lends to the commands. All of it outlives them. */
struct commands_lent {
    struct loop *loop;
    struct store *store;
    struct people *people;
    struct tables *tables;
    const struct host_options *options;
};

/* Creates the state of this room. Returns NULL if memory is out. */
struct commands *commands_create(const struct commands_lent *lent);
void commands_destroy(struct commands *commands); /* after bridge_finish(); accepts NULL */

/* Makes the commands known to command_find(); called once. Returns false if the table has an error
 * (command_setup()). */
bool commands_setup(void);

#endif
