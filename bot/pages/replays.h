/* replays.h: a finished round, move by move, with its proof (/api/1/rounds/ID).
 *
 * It shows what the channel saw and what !fair tells everybody (reveal.h): the public text of the
 * setup, the salted hashes beside it, the secrets, the moves. If a player hides or was forgotten,
 * their name is removed from the text. Then nobody can compute the seed from the text, so the
 * document states it, and proves nothing. */
#ifndef TALON_BOT_PAGES_REPLAYS_H
#define TALON_BOT_PAGES_REPLAYS_H

#include "bot/pages/job.h"

/* Makes the document of a round as docs/api.md has it. Gives it, or an error, to `present`. */
void replays_make(struct page_job *job, int64_t round, page_present *present);
void replays_api(struct page_job *job);

#endif
