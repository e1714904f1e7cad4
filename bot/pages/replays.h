/* replays.h: a round that is over, move by move, with its proof (/api/1/rounds/ID).
 *
 * What is shown is what the channel saw and what !fair tells whoever asks (reveal.h): the public
 * text of the setup, the salted hashes beside it, the secrets, the moves. Where somebody hides who
 * sat there, or was forgotten, their name is taken out of the text; without it the seed cannot be
 * worked out any more, so it is told, and nothing is proven. */
#ifndef TALON_BOT_PAGES_REPLAYS_H
#define TALON_BOT_PAGES_REPLAYS_H

#include "bot/pages/job.h"

/* The round of that number as docs/api.md has it, given to `present`; so is what went wrong. */
void replays_make(struct page_job *job, int64_t round, page_present *present);
void replays_api(struct page_job *job);

#endif
