/* rounds_table.h: finished rounds as people read them, each with a link to its replay. */
#ifndef TALON_BOT_PAGES_HTML_ROUNDS_TABLE_H
#define TALON_BOT_PAGES_HTML_ROUNDS_TABLE_H

#include "parts.h"

/* Writes a section with a person's last rounds, from players_make(), or nothing if there are
 * none. */
void rounds_of_player(struct html *html, const struct page_frame *frame, const struct cJSON *last);
/* Writes a table of a channel's rounds, from rounds_make(), or a sentence if there are none. A page
 * with a query (frame->query) has the rounds behind others. */
void rounds_of_channel(struct html *html, const struct page_frame *frame,
                       const struct cJSON *rounds);

#endif
