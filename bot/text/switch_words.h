/* switch_words.h: describes the switches of RULES.md 9 and 10 in words, because players do not read
 * ids. */
#ifndef TALON_BOT_TEXT_SWITCH_WORDS_H
#define TALON_BOT_TEXT_SWITCH_WORDS_H

#include <stdbool.h>

#include "base/message.h"
#include "engine/ruleset.h"

struct language;

/* Appends what a switch does at its value, as a clause without full stop: "a 7 swaps hands with a
 * player, a 0 moves all hands on". */
void switch_says(struct message *message, const struct language *language,
                 const struct switches *switches, enum switch_id id);

/* Returns why a switch has no effect: another switch rules it out, or the set has no card for it.
 * The result is a clause of the catalogue; it says what to change, if anything helps. {p} is the
 * command prefix. NULL: the switch has an effect. */
const char *switch_idle(const struct ruleset *set, const struct switches *switches,
                        enum switch_id id);

/* Returns false if the switch is about cards that this set does not have. */
bool switch_has_card(const struct ruleset *set, enum switch_id id);

#endif
