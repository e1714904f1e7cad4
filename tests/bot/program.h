/* program.h: the program itself, as a command of the shell. */
#ifndef TALON_TESTS_BOT_PROGRAM_H
#define TALON_TESTS_BOT_PROGRAM_H

enum { PROGRAM_SAID = 1 << 20 };

/* What the last one printed, of both streams, cut. */
extern char program_said[PROGRAM_SAID];

/* Runs $TALON_PROGRAM with the words that follow ("verify --db ... >file") and gives its exit
 * status; asserts that it ends by itself. */
int program_run(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
