/* reveal.h: shows after a round that it was dealt fairly, as lines of chat.
 *
 * The tokens are those of engine/proof/transcript.h: t3.1/2=... is the setup (setup.h),
 * m3.1/4=... the moves; the numbers behind the dot count the parts. Moves are written as in
 * engine/notation.h, with dots between words and commas between actions. */
#ifndef TALON_BOT_TABLE_ROUND_REVEAL_H
#define TALON_BOT_TABLE_ROUND_REVEAL_H

#include "bot/table/setup.h"

struct message;

/* Longer values come in parts of so many bytes. A part and its head fit a line of any network. */
enum { REVEAL_PART = 240 };

/* Appends the setup and the moves to a message, a line a part, each with a line end before it. */
void reveal_add(struct message *message, const struct setup_kept *kept, const char *actions);

#endif
