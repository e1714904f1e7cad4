#include "channel_name.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/people/people_state.h"
#include "bot/people/setting_store.h"

static const char key[] = "name";

/* Writes the name that the network gives the channel now; "" if it gives none. */
static const char *ask_name(const struct network *network, const char *channel,
                            char out[CHANNEL_NAME_MAX])
{
    const struct adapter *adapter = network->adapter;
    const char *name = adapter != NULL && adapter->impl->channel_name != NULL
                           ? adapter->impl->channel_name(adapter, channel)
                           : NULL;
    struct buf buf;
    buf_init(&buf, out, CHANNEL_NAME_MAX);
    if (name != NULL)
        text_clean(&buf, name, strlen(name));
    return out;
}

/* Returns the name that the store keeps; NULL if it keeps none. */
static const char *kept_name(struct people *people, const char *network, const char *channel)
{
    char scope[384];
    struct network *there = network_named(people, network);
    if (there != NULL)
        return setting_channel(there, channel, key);
    snprintf(scope, sizeof(scope), "channel:%s:%s", network, channel);
    return setting_get(people, scope, key);
}

/* Returns true if the network says that not everybody may see the channel's name (any more). */
static bool is_hidden(const struct network *network, const char *channel)
{
    const struct adapter *adapter = network->adapter;
    const char *name = adapter != NULL && adapter->impl->channel_name != NULL
                           ? adapter->impl->channel_name(adapter, channel)
                           : NULL;
    return name != NULL && *name == '\0';
}

const char *channel_name(struct people *people, const char *network, const char *channel,
                         char out[CHANNEL_NAME_MAX])
{
    const struct network *there = network_named(people, network);
    if (there != NULL && *ask_name(there, channel, out) != '\0')
        return out;
    const char *name =
        there != NULL && is_hidden(there, channel) ? NULL : kept_name(people, network, channel);
    snprintf(out, CHANNEL_NAME_MAX, "%s", name != NULL ? name : channel);
    return out;
}

void channel_name_keep(struct network *network, const char *channel)
{
    char name[CHANNEL_NAME_MAX];
    const char *before = setting_channel(network, channel, key);
    if (before != NULL && is_hidden(network, channel))
        setting_set_channel(network, channel, key, NULL);
    if (*ask_name(network, channel, name) == '\0' || (before != NULL && strcmp(before, name) == 0))
        return;
    if (before != NULL || setting_has_room(network->people))
        setting_set_channel(network, channel, key, name);
}
