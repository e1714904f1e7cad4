/* art.h: our cards, drawn once for every place that shows them: pictures, pages, emoji.
 *
 * A card is 100 units wide and 140 high. On a **pile** the letter of its colour stands on a tag at
 * the top left. In a **hand** cards overlap, so that a strip at the left (29 units) has letter and
 * face, and the large face stands further to the right. A colour is a tint, a pattern and a letter,
 * so that nobody needs to tell tints apart. The letter is that of the reader's language.
 *
 * A wild has the four patterned squares. On top of a pile it takes tint, pattern and letter of the
 * colour that its player named (art_name()). 6 and 9 are underlined. */
#ifndef TALON_BASE_ART_ART_H
#define TALON_BASE_ART_ART_H

#include "canvas.h"
#include "glyph.h"

enum {
    ART_WIDTH = 100,
    ART_HEIGHT = 140,
    ART_ROUND = 12, /* corners */
    ART_LETTERS = 8 /* bytes, NUL included */
};

/* The colours of the drawings. */
extern const struct ink art_paper, art_dark;

struct art_card {
    uint8_t tint;              /* enum tint */
    uint8_t sign;              /* enum sign */
    uint8_t flex;              /* enum tint of the flex side; TINT_WILD: it has no colour, or there
                                * is no flex side */
    bool foot;                 /* it has a flex side */
    bool flip;                 /* it has a flip icon */
    bool wild;                 /* a wild: `tint` is the colour that its player named; TINT_WILD:
                                * none yet */
    char letters[ART_LETTERS]; /* letters that stand for its colour, folded (glyph.h) */
    char flex_letters[ART_LETTERS];
    char face[GLYPH_WORDS]; /* words, folded */
};

enum art_form { ART_PILE, ART_HAND };

/* Reads a card from a message: its tint, its look, and its label ("[R 5]"). Accepts any label. */
void art_read(struct art_card *card, unsigned tint, const struct shown_card *shown,
              const char *label);
/* Takes the letters of a colour from its name: the first `length` bytes of the name, or its first
 * character if `length` is 0. */
void art_letters(char letters[ART_LETTERS], const char *word, size_t length);
/* Gives a wild card the colour that its player named, with its letters. */
void art_name(struct art_card *card, unsigned tint, const char *letters);

void art_draw(struct canvas *canvas, const struct art_card *card, enum art_form form);
/* Draws the back of a card. */
void art_back(struct canvas *canvas);
/* Draws the four patterned squares. */
void art_pad(struct canvas *canvas, double x, double y, double side);
/* Draws the letters of a colour on a tag of paper: a square, or wider for several letters. */
void art_tag(struct canvas *canvas, const char *letters, double x, double y, double side);
/* art_square() draws the pattern of a colour as a square of ART_CHIP units. art_chip() also draws
 * the letters of the colour, on a tag. */
enum { ART_CHIP = 32 };
void art_square(struct canvas *canvas, unsigned tint);
void art_chip(struct canvas *canvas, unsigned tint, const char *letters);
/* Both draw into a square of ART_RING units. art_ring() draws a ring in the colour in force; it
 * stands around a pile and has room for a card of ART_RING_CARD units in width. art_arrows() draws
 * arrows outside the ring, which show the direction of play. */
enum { ART_RING = 200, ART_RING_CARD = 86 };
void art_ring(struct canvas *canvas, unsigned tint);
void art_arrows(struct canvas *canvas, bool clockwise);
/* Draws a sign into a square; SIGN_NONE: nothing. */
void art_sign(struct canvas *canvas, unsigned sign, double x, double y, double side);
/* Draws words in the middle of an area, one line each. Their size is the largest that fits, and at
 * most `most`. */
struct art_area {
    double x, y, width, height; /* x, y: its middle */
};
void art_words(struct canvas *canvas, const char *words, const struct art_area *area, double most);

/* Draws a card as an emoji: a square of ART_EMOJI units, whose large face can be read at 22 pixels.
 * A card without a face is the name of a colour. If it is also wild and no colour was named, it
 * stands for all four colours. */
enum { ART_EMOJI = 128 };
void art_emoji(struct canvas *canvas, const struct art_card *card);

#endif
