/* card_html.h: a card on a page.
 *
 * Every card of every set has the same markup. adapters/web/site/card.js makes it in the browser,
 * too, and style.css draws it:
 *
 *     <span class="card" data-card="Y2|G" data-colour="yellow" data-flex="green" role="img"
 *           aria-label="yellow 2, flex side green">
 *       <i>Y</i><b><span data-n="1">2</span></b><i class="flex"><span>G</span></i></span>
 *
 * A colour is also a letter and a pattern. `data-n` is the number of letters of a line, from which
 * the style sheet chooses the largest size that fits. */
#ifndef TALON_BOT_PAGES_HTML_CARD_HTML_H
#define TALON_BOT_PAGES_HTML_CARD_HTML_H

#include "engine/ruleset.h"
#include "html.h"

void html_card(struct html *html, const struct card *card);
/* Writes a card by its code of notation.h, or nothing if the deck has no such card. */
void html_card_code(struct html *html, const struct deck *deck, const char *code);
/* Writes several cards in a row, by their codes. */
void html_cards(struct html *html, const struct deck *deck, const char *const *codes);
/* Returns the name of a card, a text of the catalogue: "skip", "Wild +4". */
const char *card_kind_name(unsigned kind);

#endif
