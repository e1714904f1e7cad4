/* svg.h: a pen that writes drawings as SVG.
 *
 * Drawings become <symbol> elements, which a page shows with <use>. What several symbols share is
 * written once. Patterns are referred to as "#p-red" and so on. A page must hold the <pattern>
 * elements itself, since browsers find no patterns in other files.
 *
 * The text is well-formed XML of our own: no text of a person gets into it. */
#ifndef TALON_BASE_ART_SVG_H
#define TALON_BASE_ART_SVG_H

#include <stddef.h>

#include "art.h"

enum {
    SVG_PARTS = 512, /* shared parts of one document; later ones are written each time */
    SVG_ID = 64      /* bytes, NUL included */
};

struct svg {
    struct canvas canvas; /* first member, so that a cast finds this struct */
    void (*write)(void *to, const char *text, size_t length);
    void *to;
    bool in_path;
    unsigned part_count;
    uint64_t parts[SVG_PARTS]; /* hashes of the names written so far */
};

void svg_init(struct svg *svg, void (*write)(void *to, const char *text, size_t length), void *to);

/* Begins a hidden element for symbols, at the head of a page or as a file of its own. A page can
 * use the symbols in it, but the element itself shows nothing. Also writes the patterns. */
void svg_begin(struct svg *svg);
void svg_end(struct svg *svg);

/* Begins a symbol of that size. False: the document has a symbol with that id already. Then the
 * caller neither draws it nor ends it. */
bool svg_symbol(struct svg *svg, const char *id, double width, double height);
void svg_symbol_end(struct svg *svg);

/* Writes the symbol of a card, unless it is written already. `id` is that of svg_card_id(). */
void svg_card(struct svg *svg, const char *id, const struct art_card *card, enum art_form form);

/* Write the ring and the square of a colour (art.h), unless they are written already: "ring-red",
 * "square-red". */
void svg_ring(struct svg *svg, unsigned tint);
void svg_square(struct svg *svg, unsigned tint);

/* Writes the id of the symbol of a card: "c-" (pile) or "h-" (hand), then the code of its face
 * (engine/notation.h) with "_" for each character that is no letter or digit: "c-R5", "h-Y2_G",
 * "c-R_2". For a wild whose player named the colour `tint`, the colour follows: "c-W4-red". */
char *svg_card_id(char id[SVG_ID], const char *code, unsigned tint, enum art_form form);

#endif
