/* players.h: people for programs (/api/1/players/ID, /api/1/search), and for the pages that show
 * them. */
#ifndef TALON_BOT_PAGES_PLAYERS_H
#define TALON_BOT_PAGES_PLAYERS_H

#include "bot/pages/job.h"

/* Makes the document of a person as docs/api.md has it. Gives it, or an error, to `present`. */
void players_make(struct page_job *job, int64_t person, page_present *present);
void players_api(struct page_job *job);
/* Makes the list of people whose names begin with the text in the request. */
void search_make(struct page_job *job, const char *beginning, page_present *present);
void search_api(struct page_job *job);

#endif
