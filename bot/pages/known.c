#include "known.h"

#include <stddef.h>

#include "bot/pages/pages_state.h"
#include "bot/people/setting_store.h"
#include "bot/people/web.h"
#include "bot/table/place.h"

static void found(void *arg, const struct chat_user *user)
{
    bool *somebody = arg;
    (void)user;
    *somebody = true;
}

/* Returns whether the network's adapter knows the channel: it can name the owner (a Discord server)
 * or a member. */
static bool is_of_network(const struct network *network, const char *channel)
{
    const struct adapter_impl *impl = network->adapter->impl;
    bool somebody = false;
    if (impl->tenant != NULL && impl->tenant(network->adapter, channel) != NULL)
        return true;
    if (impl->members != NULL)
        impl->members(network->adapter, channel, found, &somebody);
    return somebody;
}

bool known_place(const struct pages *pages, const char *network, const char *channel)
{
    struct network *there = network_named(pages->lent.people, network);
    if (there == NULL)
        return false;
    return *channel == '\0' || place_at(pages->lent.tables, there, channel) != NULL ||
           setting_channel(there, channel, WEB_KEY) != NULL || is_of_network(there, channel);
}
