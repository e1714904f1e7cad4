/* players.h: persons for programs, and for pages that show them (/api/1/players/ID,
 * /api/1/search). */
#ifndef TALON_BOT_PAGES_PLAYERS_H
#define TALON_BOT_PAGES_PLAYERS_H

#include "bot/pages/job.h"

/* The person of that number as docs/api.md has them, given to `present`; so is what went wrong. */
void players_make(struct page_job *job, int64_t person, page_present *present);
void players_api(struct page_job *job);
/* Those whose names begin so. */
void search_make(struct page_job *job, const char *beginning, page_present *present);
void search_api(struct page_job *job);

#endif
