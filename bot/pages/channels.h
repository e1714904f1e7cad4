/* channels.h: channels and their rounds for programs (/api/1/channels,
 * /api/1/rounds?network=&channel=), and for the pages that show them. */
#ifndef TALON_BOT_PAGES_CHANNELS_H
#define TALON_BOT_PAGES_CHANNELS_H

#include "bot/pages/job.h"

/* Makes the list of the channels after this one (0: from the first) as docs/api.md has it. Gives
 * it, or an error, to `present`. Channels that pages do not show are left out. If there are very
 * many of them, the list is short, and `next` leads on. */
void channels_make(struct page_job *job, int64_t behind, page_present *present);
void channels_api(struct page_job *job);

struct rounds_query {
    const char *network, *channel;
    int64_t before; /* 0: the last ones */
    unsigned limit; /* below STORE_LIST_MAX */
};
/* Makes the list of a channel's finished rounds, the newest first. */
void rounds_make(struct page_job *job, const struct rounds_query *query, page_present *present);
void rounds_api(struct page_job *job);

#endif
