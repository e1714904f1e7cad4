/* notify_list.h: people who asked us to call them when a table opens in a channel (!notify). A
 * channel stores them by account, or by nick without one. When a table opens, we call those who are
 * in the channel: once for each table, and never twice within host_options.notify_pause. On
 * networks that do not tell us who is in a channel (adapter.h, members()) we call nobody. */
#ifndef TALON_BOT_SHOW_NOTIFY_LIST_H
#define TALON_BOT_SHOW_NOTIFY_LIST_H

#include <stdbool.h>

struct chat_user;
struct network;
struct table;

enum { NOTIFY_MAX = 40 }; /* of a channel */

enum notify_result {
    NOTIFY_DONE,
    NOTIFY_AS_IT_WAS,
    NOTIFY_FULL,   /* the channel keeps NOTIFY_MAX already */
    NOTIFY_NOBODY, /* nobody can be called on that network */
};

enum notify_result notify_set(struct network *network, const char *channel,
                              const struct chat_user *user, bool on);
/* Called when a table has opened. Calls those who are there, except its opener. */
void notify_opened(struct table *table);

#endif
