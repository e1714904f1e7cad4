/* words_memory.h: words_play(), which remembers the short texts that it has read.
 *
 * Players type the same texts again and again ("r5", "wild red"), and to read one takes thousands
 * of instructions. A text means the same at all tables of a set that agree on HR-4: the decks of a
 * set have the same faces, and words_play() asks no other switch. For the loop's thread only. */
#ifndef TALON_BOT_TEXT_WORDS_MEMORY_H
#define TALON_BOT_TEXT_WORDS_MEMORY_H

#include "words.h"

/* Returns and fills what words_play() does. */
enum words_result words_remembered(const struct rules *rules, const char *text,
                                   struct play_words *out);

#endif
