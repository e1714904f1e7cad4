/* tables_list.h: tables that may be watched, as people read them. */
#ifndef TALON_BOT_PAGES_HTML_TABLES_LIST_H
#define TALON_BOT_PAGES_HTML_TABLES_LIST_H

#include "parts.h"

/* Those of tables_make(), of one channel or (NULL) of all: a section with up to `most` of them;
 * nothing where there are none. */
void tables_list(struct html *html, const struct page_frame *frame, const struct cJSON *tables,
                 const char *network, const char *channel, unsigned most);
/* Whether there are any. */
bool tables_any(const struct cJSON *tables, const char *network, const char *channel);

#endif
