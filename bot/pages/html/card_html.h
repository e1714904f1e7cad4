/* card_html.h: a card on a page.
 *
 * One piece of markup for every card of every set, which adapters/web/site/card.js makes in the
 * browser likewise and style.css draws:
 *
 *     <span class="card" data-card="Y2|G" data-colour="yellow" data-flex="green" role="img"
 *           aria-label="yellow 2, flex side green">
 *       <i>Y</i><b><span data-n="1">2</span></b><i class="flex"><span>G</span></i></span>
 *
 * Colours are told by letters and patterns, too. `data-n` is the number of letters of a line, by
 * which the style sheet makes it as large as it fits. */
#ifndef TALON_BOT_PAGES_HTML_CARD_HTML_H
#define TALON_BOT_PAGES_HTML_CARD_HTML_H

#include "engine/ruleset.h"
#include "html.h"

void html_card(struct html *html, const struct card *card);
/* A card by its code of notation.h; nothing, if the deck has none of that code. */
void html_card_code(struct html *html, const struct deck *deck, const char *code);
/* Several in a row, each by its code. */
void html_cards(struct html *html, const struct deck *deck, const char *const *codes);
/* What a card is called: "skip", "Wild +4" (RULES.md 12.1), in the catalogue. */
const char *card_kind_name(unsigned kind);

#endif
