/* console.h: the terminal as a network of one channel and one person.
 *
 * The person types on standard input, and Talon answers on standard output. A terminal gets a
 * prompt and colours. NO_COLOR turns the colours off, TERM=dumb turns off both. A pipe gets plain
 * lines. The adapter ends at the end of input, at "quit" (with or without a prefix) and at SIGINT.
 * If the input is no terminal, the adapter first waits for answers that the host owes: until none
 * has been due for 250 ms, 10 s at most.
 *
 * A reader that stops reading (Ctrl-S on a terminal, a full pipe) delays only the output
 * (output.h). At the end Talon waits 1 s for such a reader. */
#ifndef TALON_ADAPTERS_CONSOLE_H
#define TALON_ADAPTERS_CONSOLE_H

#include "adapters/adapter.h"

#define CONSOLE_CHANNEL "table"

enum console_key { CONSOLE_USER };

/* Uses other descriptors than 0 and 1. Call it before start(). */
void console_use(struct adapter *adapter, int in, int out);

#endif
