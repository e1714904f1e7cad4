/* books.h: what people did and were told in a storm (storm.h), against what is kept. */
#ifndef TALON_TESTS_STORM_BOOKS_H
#define TALON_TESTS_STORM_BOOKS_H

#include <stdbool.h>
#include <stdio.h>

#include "tests/match/record.h"

/* Whether each play that is kept was asked for by who it is said to be of, as often: `said` has the
 * lines of people as they reached the bot. */
bool books_ask_for(FILE *said, const struct truth *truth, char *why, unsigned size);
/* What `nick` says from here on in `said`, the player of that name says. */
void books_rename(FILE *said, const char *nick, const char *name);

#endif
