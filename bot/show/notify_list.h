/* notify_list.h: who wants to be called when a table opens in a channel (!notify).
 *
 * A channel keeps who asked for it, each by their account or else their nick; of these, whoever is
 * in the channel when a table opens is called, once a table, and never twice within
 * host_options.notify_pause. Where the network does not tell who is in a channel (adapter.h,
 * members()) nobody is called. */
#ifndef TALON_BOT_SHOW_NOTIFY_LIST_H
#define TALON_BOT_SHOW_NOTIFY_LIST_H

#include <stdbool.h>

#include "bot/host.h"

enum { NOTIFY_MAX = 40 }; /* of a channel */

enum notify_result {
    NOTIFY_DONE,
    NOTIFY_AS_IT_WAS,
    NOTIFY_FULL,   /* the channel keeps NOTIFY_MAX already */
    NOTIFY_NOBODY, /* nobody can be called on that network */
};

enum notify_result notify_set(struct host *host, struct network *network, const char *channel,
                              const struct chat_user *user, bool on);
/* A table has opened: calls who is there, but for its opener. */
void notify_opened(struct table *table);

#endif
