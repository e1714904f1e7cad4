#include "adapter_asks.h"

#include "bot/host.h"
#include "bot/people/setting_store.h"
#include "bot/table/place.h"
#include "bot/text/language.h"

void adapter_keep(void *arg, struct adapter *adapter, const char *key, const char *value)
{
    const struct host *host = arg;
    setting_adapter_put(host->people, adapter, key, value);
}

const char *adapter_kept(void *arg, struct adapter *adapter, const char *key)
{
    const struct host *host = arg;
    return setting_adapter_get(host->people, adapter, key);
}

bool adapter_waits(void *arg)
{
    const struct host *host = arg;
    return store_busy(host->store);
}

bool adapter_plays_in(void *arg, const struct adapter *adapter, const char *channel)
{
    struct host *host = arg;
    struct network *network = network_of(host->people, adapter);
    return network != NULL && place_at(host->tables, network, channel) != NULL;
}

const char *adapter_words(void *arg, const struct adapter *adapter, const char *channel,
                          const char *text)
{
    const struct host *host = arg;
    struct network *network = network_of(host->people, adapter);
    return network != NULL ? tr(setting_channel_language(network, channel), text) : text;
}
