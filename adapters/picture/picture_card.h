/* picture_card.h: draws one card (struct shown_card of message.h): its colour, its words, its flex
 * side, its flip icon. */
#ifndef TALON_ADAPTERS_PICTURE_CARD_H
#define TALON_ADAPTERS_PICTURE_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include <cairo.h>

#include "base/message.h"

enum {
    CARD_WIDTH = 144, /* pixels */
    CARD_HEIGHT = 184,
    CARD_ROUND = 16,
    CARD_FACE = 40, /* bytes, NUL included */
    TINTS = TINT_ORANGE + 1
};

/* The colours that we draw with, as 0xRRGGBB. The first ones are the tints, in the order of enum
 * tint. */
enum { INK_GROUND = TINTS, INK_TABLE, INK_PAPER, INK_DARK, INK_PLAYABLE, INKS };
extern const uint32_t card_inks[INKS];

/* The letters of the tints; '?': none. */
extern const char card_letters[TINTS + 1];

struct card_look {
    uint8_t tint; /* enum tint */
    struct shown_card card;
    char face[CARD_FACE]; /* words on the card, with blanks between them */
};

/* Returns the look of a card. The label is the text that stands for the card in the message. */
struct card_look card_look_of(unsigned tint, const struct shown_card *card, const char *label);

/* Gives a wild card the colour that its player named; TINT_WILD: none was named. */
void card_wild(struct card_look *look, enum tint named);

/* The patterns of the tints, made once for each picture. card_patterns_init() returns false if
 * memory is out. */
struct card_patterns {
    cairo_pattern_t *of[TINTS];
};
bool card_patterns_init(struct card_patterns *patterns);
void card_patterns_finish(struct card_patterns *patterns);

/* Makes a tint's pattern the current ink. The pattern is not scaled with the card, which makes
 * drawing faster and files smaller. */
void card_pattern(cairo_t *cairo, const struct card_patterns *patterns, unsigned tint);

void card_ink(cairo_t *cairo, unsigned ink);
/* Makes a path around an area with round corners. */
void card_round(cairo_t *cairo, double x, double y, double width, double height, double radius);
/* Writes words in the middle of an area, as large as they fit, but at most in size `most`. */
void card_words(cairo_t *cairo, const char *words, const cairo_rectangle_t *area, double most);
/* Draws the letter of a colour, on paper. */
void card_tag(cairo_t *cairo, char letter, double x, double y, double side);
/* Draws the cards of a pile, on which card_draw() then draws the top card. */
void card_pile(cairo_t *cairo);
/* Draws a card with its corner at 0, 0. */
void card_draw(cairo_t *cairo, const struct card_patterns *patterns, const struct card_look *look);

#endif
