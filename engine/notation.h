/* notation.h: cards, colours and actions as text that never changes.
 *
 * The codes of RULES.md 1 (R7, G+2, Yskip, W4, Y2|G, R1^): scenario files, the journal and logs use
 * them. What people type and read in a chat is bot/text/words.h's and bot/text/cards.h's. */
#ifndef TALON_ENGINE_NOTATION_H
#define TALON_ENGINE_NOTATION_H

#include <stddef.h>

#include "game.h"

enum { CARD_TEXT = 12, ACTION_TEXT = 128 };

/* 'R' for COLOUR_RED and so on; '-' for none. */
char colour_letter(unsigned colour);
/* "red"; "" for none. */
const char *colour_name(unsigned colour);
/* By full name or letter, any case; COLOUR_NONE if it is neither. */
unsigned colour_parse(const char *text, size_t length);

/* Code of a face into `text`; returns `text`. */
char *face_format(const struct card *card, char text[CARD_TEXT]);
/* The face of that code in the deck, any case; FACE_NONE if it has none. */
unsigned face_parse(const struct deck *deck, const char *text, size_t length);

/* "P3" -> 2, any case; SEAT_NONE if it is no seat up to P10. */
unsigned seat_parse(const char *text, size_t length);

const char *kind_name(unsigned kind);
const char *phase_name(unsigned phase);

/* Writes an action with its player as FORMAT.md has it, NUL-ended: "P1 play R5 blue target P3 uno",
 * "P2 draw". Returns the length. */
unsigned action_format(const struct rules *rules, const struct action *action,
                       char text[ACTION_TEXT]);
/* Whether any rule set has a card of that code, any case. */
bool card_known(const char *text, size_t length);

/* Reads what action_format() wrote, or a scenario's line; words after the card in any order. NULL
 * when read, else a short English reason ("unknown card"). A card that only another set has is read
 * as FACE_NONE, which game_apply() refuses. */
const char *action_parse(const struct rules *rules, const char *text, size_t length,
                         struct action *action);

#endif
