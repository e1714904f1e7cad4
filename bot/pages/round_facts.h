/* round_facts.h: what we can say about a finished round without playing it again: who won, for how
 * many points, where and when. */
#ifndef TALON_BOT_PAGES_ROUND_FACTS_H
#define TALON_BOT_PAGES_ROUND_FACTS_H

#include "bot/pages/html/parts.h"

/* Writes "carol wins a round of classic", from a document of replays_make(). */
const char *round_facts_title(const struct language *language, const struct cJSON *round,
                              char out[PARTS_WORDS]);
void round_facts(struct html *html, const struct page_frame *frame, const struct cJSON *round);

#endif
