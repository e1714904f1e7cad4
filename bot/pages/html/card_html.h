/* card_html.h: a card on a page.
 *
 * Every card of every set has the same markup. adapters/web/site/card.js makes it in the browser,
 * too:
 *
 *     <svg class="card" viewBox="0 0 100 140" data-card="Y2|G" data-colour="yellow" role="img"
 *          aria-label="yellow 2, flex side green"><use href="#c-Y2_G"></use></svg>
 *
 * The page holds the drawing of each card that it uses once, in a hidden element at its end
 * (html_art()). Drawings are those of base/art/art.h. */
#ifndef TALON_BOT_PAGES_HTML_CARD_HTML_H
#define TALON_BOT_PAGES_HTML_CARD_HTML_H

#include "engine/ruleset.h"
#include "html.h"

/* Writes a card of `rules`. */
void html_card(struct html *html, const struct rules *rules, const struct card *card);
/* Writes a card by its code of notation.h, or nothing if the deck has no such card. */
void html_card_code(struct html *html, const struct rules *rules, const char *code);
/* Writes the card on top of a pile: a wild takes the colour that was named, by its name in
 * notation.h ("": none). */
void html_card_named(struct html *html, const struct rules *rules, const char *code,
                     const char *colour);
/* Writes several cards in a row, by their codes. */
void html_cards(struct html *html, const struct rules *rules, const char *const *codes);
/* Write the ring of the colour in force, and the square of a colour, by its name in notation.h; "":
 * none. */
void html_ring(struct html *html, const char *colour);
void html_square(struct html *html, const char *colour);
/* Writes the drawings of all cards that were written before. */
void html_art(struct html *html);
/* Accepts NULL. */
void html_art_destroy(struct html_art *art);
/* Returns the name of a card, a text of the catalogue: "skip", "Wild +4". */
const char *card_kind_name(unsigned kind);

#endif
