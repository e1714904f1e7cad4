/* screen.h: shows a grid on a terminal, by ncurses. There is one screen in a process.
 *
 * It restores the terminal in all cases: screen_close(), exit(), and the signals of a crash. It
 * has no signal handlers for anything else: the caller handles SIGWINCH, SIGTSTP and the signals
 * that end the program, and must begin before screen_open(), or ncurses takes some of them. */
#ifndef TALON_ADAPTERS_TERMINAL_SCREEN_H
#define TALON_ADAPTERS_TERMINAL_SCREEN_H

#include "base/settings.h"
#include "draw.h"

/* Returns true if a table can be shown: both are terminals of at least 80x24 that terminfo knows.
 */
bool screen_suits(int in, int out, struct fault *why);

/* Takes control of the terminal. False: that is not possible. */
bool screen_open(int in, int out);
/* Gives the terminal back as it was. Does nothing if it is not open. */
void screen_close(void);
/* Call screen_suspend() before the process stops (Ctrl-Z): it gives the terminal back. Call
 * screen_resume() when the process goes on. */
void screen_suspend(void);
void screen_resume(void);

/* The size of the terminal now. */
void screen_size(int out, unsigned *rows, unsigned *columns);
/* Adapts to the new size. */
void screen_resize(unsigned rows, unsigned columns);
/* True if this terminal shows Unicode. */
bool screen_unicode(void);
/* Tells `keys` what the keys of this terminal send. */
void screen_keys(struct keys *keys);
/* Writes the cells that have changed. False: the terminal takes nothing now; try again later. */
bool screen_show(const struct cell_grid *grid, const struct prompt_cursor *cursor);
/* Writes all cells the next time. */
void screen_forget(void);

#endif
