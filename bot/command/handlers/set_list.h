/* set_list.h: the answer to !set without a name.
 *
 * It lists every setting, by group, with what it does now. At a table it shows the switches of
 * the table, else those with which the channel's next table opens. It leaves out switches about
 * cards that the set of rules does not have. */
#ifndef TALON_BOT_COMMAND_HANDLERS_SET_LIST_H
#define TALON_BOT_COMMAND_HANDLERS_SET_LIST_H

#include <stdbool.h>

#include "engine/switches.h"

struct command_context;

/* Answers the typist, in a line for each group. */
void set_list_tell(struct command_context *context);

/* Returns the switches of the n-th group, ended by SWITCH_COUNT. Returns false if there is no such
 * group. */
bool set_list_group(unsigned n, const enum switch_id **ids);

#endif
