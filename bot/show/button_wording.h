/* button_wording.h: the words for networks where players press buttons and type no commands
 * (adapter_caps.controls). At a terminal (adapter_caps.local) they type as well.
 *
 * Sentences that say what to do next name commands. On a network with controls a table has
 * buttons for most of them, and the sentence names the labels of these. One list holds both
 * wordings; a sentence that is not in it is the same everywhere. */
#ifndef TALON_BOT_SHOW_BUTTON_WORDING_H
#define TALON_BOT_SHOW_BUTTON_WORDING_H

#include <stdbool.h>

struct network;

/* Returns the pattern of the catalogue for that network. */
const char *button_wording(const struct network *network, const char *pattern);
/* Reads row `n` of the list, from 0, so that a test can check all rows. Returns false if there is
 * no such row. */
bool button_wording_row(unsigned row, const char **typed, const char **pressed);

/* A sentence that several files say: "The table is paused: {p}resume goes on." */
extern const char pause_words[];

#endif
