/* set_list.h: what !set without a name answers: every setting, by group, with what it does now.
 *
 * At a table these are the switches of the table, else those with which the channel's next table
 * opens. Switches about cards that the set of rules does not have are left out. */
#ifndef TALON_BOT_COMMAND_HANDLERS_SET_LIST_H
#define TALON_BOT_COMMAND_HANDLERS_SET_LIST_H

#include <stdbool.h>

#include "engine/switches.h"

struct command_context;

/* Answers the typist, in a line for each group. */
void set_list_tell(struct command_context *context);

/* The switches of the n-th group, ended by SWITCH_COUNT. False: there is no such group. */
bool set_list_group(unsigned n, const enum switch_id **ids);

#endif
