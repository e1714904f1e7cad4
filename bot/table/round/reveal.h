/* reveal.h: the lines of chat that let people check after a round that it was dealt fairly.
 *
 * The tokens are those of engine/proof/transcript.h: t3.1/2=... is the setup (setup.h), and
 * m3.1/4=... are the moves, of shuffle 3. "1/2" is part 1 of 2. Moves are written as in
 * engine/notation.h, with dots between words and commas between actions. */
#ifndef TALON_BOT_TABLE_ROUND_REVEAL_H
#define TALON_BOT_TABLE_ROUND_REVEAL_H

#include "bot/table/setup.h"

struct message;

/* A longer value is cut into parts of this many bytes. A part and its head fit into a line of any
 * network. */
enum { REVEAL_PART = 240 };

/* Appends the setup and the moves to a message, each part as a line of its own. */
void reveal_add(struct message *message, const struct setup_kept *kept, const char *actions);

#endif
