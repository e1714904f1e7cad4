/* picture_card.h: one card drawn (struct shown_card of message.h): its colour, the words on it, a
 * flex side, a flip icon. */
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

/* 0xRRGGBB; the first ones are the tints in order of enum tint. */
enum { INK_GROUND = TINTS, INK_TABLE, INK_PAPER, INK_DARK, INK_PLAYABLE, INKS };
extern const uint32_t card_inks[INKS];

/* Of the tints; '?': none. */
extern const char card_letters[TINTS + 1];

struct card_look {
    uint8_t tint; /* enum tint */
    struct shown_card card;
    char face[CARD_FACE]; /* words of what is on it, parted by blanks */
};

/* Reads a card and the label that it is shown by. */
struct card_look card_look_of(unsigned tint, const struct shown_card *card, const char *label);

/* A card without a colour shows the one that was named for it; TINT_WILD: none was. */
void card_wild(struct card_look *look, enum tint named);

/* The patterns of the tints, made once for a picture. False: memory is out. */
struct card_patterns {
    cairo_pattern_t *of[TINTS];
};
bool card_patterns_init(struct card_patterns *patterns);
void card_patterns_finish(struct card_patterns *patterns);

/* As the ink; its pieces are as large on small cards, which is quick to draw and to tell. */
void card_pattern(cairo_t *cairo, const struct card_patterns *patterns, unsigned tint);

void card_ink(cairo_t *cairo, unsigned ink);
/* A path around an area with round corners. */
void card_round(cairo_t *cairo, double x, double y, double width, double height, double radius);
/* Words in the middle of an area, as large as they fit; `most` is the largest size. */
void card_words(cairo_t *cairo, const char *words, const cairo_rectangle_t *area, double most);
/* The letter of a colour, on paper. */
void card_tag(cairo_t *cairo, char letter, double x, double y, double side);
/* Cards below the one that is drawn next. */
void card_pile(cairo_t *cairo);
/* With its corner at 0, 0. */
void card_draw(cairo_t *cairo, const struct card_patterns *patterns, const struct card_look *look);

#endif
