/* rounds_table.h: rounds that are over, as people read them: each with a link to its replay. */
#ifndef TALON_BOT_PAGES_HTML_ROUNDS_TABLE_H
#define TALON_BOT_PAGES_HTML_ROUNDS_TABLE_H

#include "parts.h"

/* The last rounds of a person, as players_make() has them: a section; nothing where there are
 * none. */
void rounds_of_player(struct html *html, const struct page_frame *frame, const struct cJSON *last);
/* Those of a channel, as rounds_make() has them: a table, or a word where there are none. */
void rounds_of_channel(struct html *html, const struct page_frame *frame,
                       const struct cJSON *rounds);

#endif
