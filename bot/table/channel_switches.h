/* channel_switches.h: the switches with which tables open in a channel.
 *
 * A channel keeps its own value of a switch among its settings ("switch.stack"); every other switch
 * has the value from the sheet of the rules. */
#ifndef TALON_BOT_TABLE_CHANNEL_SWITCHES_H
#define TALON_BOT_TABLE_CHANNEL_SWITCHES_H

#include "engine/ruleset.h"

struct network;

enum { SWITCH_KEY_SIZE = 48 };

/* The key under which a channel keeps that switch. */
const char *channel_switches_key(enum switch_id id, char key[SWITCH_KEY_SIZE]);
/* The switches of a table of `set` that opens there (channel NULL: nowhere). */
void channel_switches_read(struct network *network, const char *channel, const struct ruleset *set,
                           struct switches *switches);

#endif
