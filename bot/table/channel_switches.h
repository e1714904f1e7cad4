/* channel_switches.h: the switches with which tables open in a channel.
 *
 * Values that a channel has chosen are among its settings ("switch.stack"). Every other switch has
 * the default of its set of rules. */
#ifndef TALON_BOT_TABLE_CHANNEL_SWITCHES_H
#define TALON_BOT_TABLE_CHANNEL_SWITCHES_H

#include "engine/ruleset.h"

struct network;

enum { SWITCH_KEY_SIZE = 48 };

/* The key under which a channel keeps that switch. */
const char *channel_switches_key(enum switch_id id, char key[SWITCH_KEY_SIZE]);
/* Finds the switches with which a table of `set` opens in that channel (NULL: no channel; all
 * defaults). */
void channel_switches_read(struct network *network, const char *channel, const struct ruleset *set,
                           struct switches *switches);

#endif
