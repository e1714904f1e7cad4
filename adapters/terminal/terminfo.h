/* terminfo.h: whether a terminal can show a screen. It stands apart because ncurses
 * declares what it needs in a header that makes macros of names like `columns`. */
#ifndef TALON_ADAPTERS_TERMINAL_TERMINFO_H
#define TALON_ADAPTERS_TERMINAL_TERMINFO_H

#include <stdbool.h>

/* True if terminfo knows that kind of terminal, and its cursor can be moved. */
bool terminfo_moves(const char *term, int out);

#endif
