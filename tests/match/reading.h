/* reading.h: what people read in the bot's lines, for those who play by nothing else.
 *
 * Lines are plain: without the codes of colours (guest_strip()), in English. */
#ifndef TALON_TESTS_MATCH_READING_H
#define TALON_TESTS_MATCH_READING_H

#include <stdbool.h>
#include <stdint.h>

/* The text behind the channel that a notice names first: "[#cards] ". */
const char *reading_behind_context(const char *text);
/* What asks for a move in a whisper; other things may be said before it in the same line. NULL:
 * nothing does. */
const char *reading_question(const char *text);
/* A legal command that answers such a question; `random` chooses among several. */
enum { READING_ANSWER = 96 };
void reading_answer(const char *question, uint32_t random, char answer[READING_ANSWER]);
/* Whether a line to all shows no cards but those on the piles. */
bool reading_is_open(const char *text);

#endif
