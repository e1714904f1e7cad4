/* console.h: the terminal as a network of one channel and one person.
 *
 * Standard input is what the person types, standard output what is said. There is a prompt and
 * colour on a terminal (no colour with NO_COLOR, neither with TERM=dumb), plain lines on a pipe. It
 * ends by itself at the end of input, at "quit" (with or without a prefix) and at SIGINT; when the
 * input is no terminal, answers that are still under way are waited for, two seconds at most.
 *
 * What is said waits for its reader, and nothing else does (output.h: a terminal held by Ctrl-S, a
 * full pipe); at the end for a second. */
#ifndef TALON_ADAPTERS_CONSOLE_H
#define TALON_ADAPTERS_CONSOLE_H

#include "adapters/adapter.h"

#define CONSOLE_CHANNEL "table"

enum console_key { CONSOLE_USER };

/* Other descriptors than 0 and 1. Before start(). */
void console_use(struct adapter *adapter, int in, int out);

#endif
