/* notation.h: cards, colours and actions as text that never changes.
 *
 * Scenario files, the journal and logs use the codes of RULES.md 1 (R7, G+2, Yskip, W4, Y2|G,
 * R1^). bot/text/words.h reads what people type, and bot/text/cards.h writes what they see. */
#ifndef TALON_ENGINE_NOTATION_H
#define TALON_ENGINE_NOTATION_H

#include <stddef.h>

#include "game.h"

enum { CARD_TEXT = 12, ACTION_TEXT = 128 };

/* 'R' for COLOUR_RED and so on; '-' for none. */
char colour_letter(unsigned colour);
/* "red"; "" for none. */
const char *colour_name(unsigned colour);
/* Reads a full name or a letter, in any case. COLOUR_NONE: it is neither. */
unsigned colour_parse(const char *text, size_t length);

/* Writes the code of a face into `text` and returns `text`. */
char *face_format(const struct card *card, char text[CARD_TEXT]);
/* The face with that code, in any case. FACE_NONE: the deck has none. */
unsigned face_parse(const struct deck *deck, const char *text, size_t length);

/* "P3" -> 2, any case; SEAT_NONE if it is no seat up to P20 (PLAYERS_MAX). */
unsigned seat_parse(const char *text, size_t length);

const char *kind_name(unsigned kind);
const char *phase_name(unsigned phase);

/* Writes an action with its player as FORMAT.md has it, NUL-ended: "P1 play R5 blue target P3 uno",
 * "P2 draw". Returns the length. */
unsigned action_format(const struct rules *rules, const struct action *action,
                       char text[ACTION_TEXT]);
/* Whether any rule set has a card with that code, in any case. */
bool card_known(const char *text, size_t length);

/* Reads an action from a line of action_format() or of a scenario. The words after the card may
 * stand in any order. Returns NULL, or a short English reason ("unknown card"). A card that only
 * another set has becomes FACE_NONE, which game_apply() refuses. */
const char *action_parse(const struct rules *rules, const char *text, size_t length,
                         struct action *action);

#endif
