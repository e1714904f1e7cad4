/* button_wording.h: the words where one presses what one types elsewhere (adapter_caps.controls).
 *
 * Sentences that say what to do next name commands. On a network with controls a table has buttons
 * for most of them, and the sentence names these, as they are labelled. One table holds both; a
 * sentence that it has not is the same everywhere. */
#ifndef TALON_BOT_SHOW_BUTTON_WORDING_H
#define TALON_BOT_SHOW_BUTTON_WORDING_H

#include <stdbool.h>

struct network;

/* The pattern of the catalogue to be used on that network. */
const char *button_wording(const struct network *network, const char *pattern);
/* The table itself, row by row from 0, to be looked over; false: no such row. */
bool button_wording_row(unsigned row, const char **typed, const char **pressed);

/* "The table is paused: {p}resume goes on.": to be looked up as any other. */
extern const char pause_words[];

#endif
