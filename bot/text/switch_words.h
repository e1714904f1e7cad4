/* switch_words.h: what the switches of RULES.md 9 and 10 do, in words: who plays reads no ids. */
#ifndef TALON_BOT_TEXT_SWITCH_WORDS_H
#define TALON_BOT_TEXT_SWITCH_WORDS_H

#include "base/message.h"
#include "engine/ruleset.h"

struct language;

/* Appends what a switch does at its value, as a clause without full stop: "a 7 swaps hands with a
 * player, a 0 moves all hands on". */
void switch_says(struct message *message, const struct language *language,
                 const struct switches *switches, enum switch_id id);

/* Why a switch has no effect beside the others, or in this set, whatever its value; a clause of the
 * catalogue ({p} is the prefix) that tells what would give it one, if anything does. NULL: it has
 * one. */
const char *switch_idle(const struct ruleset *set, const struct switches *switches,
                        enum switch_id id);

#endif
