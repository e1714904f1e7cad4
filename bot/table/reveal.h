/* reveal.h: what shows afterwards that a round was dealt fairly, as lines of a chat.
 *
 * A token is a letter, the number of the shuffle in its chain, = and a value without blanks; it is
 * found wherever it stands in a line, in every language, whatever a client puts around it:
 *
 *     s3=DIGITS     the third secret of the chain (s0: its end), whole or its first 8 digits
 *     d3=DIGITS     the hash of its setup, whole or 8 digits
 *     c3.1=A.WORD   the first cut for it, and whose
 *     t3.1/2=...    the setup (setup.h), w3.1/1=... who the people are, m3.1/4=... the moves;
 *                   of several parts in order
 *
 * The moves are those of engine/notation.h, words parted by points, actions by commas. */
#ifndef TALON_BOT_TABLE_REVEAL_H
#define TALON_BOT_TABLE_REVEAL_H

#include "bot/table/setup.h"

struct message;

/* Longer values come in parts of so many bytes: with its head a part fits a line of any network. */
enum { REVEAL_PART = 240 };

/* Appends the setup, the people and the moves (each with a line end) to a message, a line a part.
 */
void reveal_add(struct message *message, const struct setup_kept *kept, const char *actions);
/* One move of their token, back as notation: from `text` (up to its comma) into `action`; where the
 * next one begins, NULL: it is none. */
const char *reveal_move(const char *text, char *action, size_t size);

#endif
