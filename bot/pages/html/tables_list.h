/* tables_list.h: the list of tables that people may watch. */
#ifndef TALON_BOT_PAGES_HTML_TABLES_LIST_H
#define TALON_BOT_PAGES_HTML_TABLES_LIST_H

#include "parts.h"

/* Writes a section with up to `most` tables of tables_make(), of one channel or (NULL) of all.
 * Writes nothing if there are none. */
void tables_list(struct html *html, const struct page_frame *frame, const struct cJSON *tables,
                 const char *network, const char *channel, unsigned most);
/* True if there are tables to list. */
bool tables_any(const struct cJSON *tables, const char *network, const char *channel);

#endif
