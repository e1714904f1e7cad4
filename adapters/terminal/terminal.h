/* terminal.h: a terminal as a network of one channel and one person, who sees a table (draw.h) and
 * plays by keys, mouse or typed commands (ui.h).
 *
 * The adapter speaks to the same channel as the console's (adapters/console/), so a game goes on in
 * either. create() refuses a terminal that cannot show a table (screen.h); the caller then takes
 * the console.
 *
 * Input comes from the loop's watch, one key after another; no read blocks. The screen is drawn at
 * most once in a turn of the loop. Ctrl-C asks before it ends; SIGTERM and SIGHUP end at once.
 * Ctrl-Z gives the terminal back until the process goes on. */
#ifndef TALON_ADAPTERS_TERMINAL_TERMINAL_H
#define TALON_ADAPTERS_TERMINAL_TERMINAL_H

#include "adapters/adapter.h"

#define TERMINAL_CHANNEL "table"

enum terminal_key { TERMINAL_USER };

#endif
