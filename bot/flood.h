/* flood.h: one person cannot drown the bot.
 *
 * A bucket a user of a network: each command costs seconds, a second gives one back, and while more
 * than FLOOD_BURST are owed the user is ignored, after one private word. Moves of the game are
 * free: turns limit them. Fixed memory: users share a small table, the longest quiet one makes
 * room. */
#ifndef TALON_BOT_FLOOD_H
#define TALON_BOT_FLOOD_H

#include <stdbool.h>

struct loop;

enum { FLOOD_BURST = 30 }; /* seconds */

/* Whether the user's commands are to be ignored now. */
bool flood_full(const struct loop *loop, const char *network, const char *user);
/* Charges `cost`; true when the user is ignored from now on. */
bool flood_charge(const struct loop *loop, const char *network, const char *user, unsigned cost);

#endif
