#include "network.h"

#include <string.h>

#include "bot/people/host.h"

struct network *network_named(struct host *host, const char *name)
{
    for (unsigned i = 0; i < host->network_count; i++)
        if (strcmp(host->networks[i].name, name) == 0)
            return &host->networks[i];
    return NULL;
}

const char *network_prefix(const struct network *network)
{
    const struct adapter_caps *caps = &network->adapter->impl->caps;
    if (caps->slash_commands)
        return "/";
    return caps->bare_words ? "" : network->host->options.prefix;
}

bool network_fold(const struct network *network, const char *text, char *out, size_t size)
{
    const struct adapter *adapter = network->adapter;
    if (adapter != NULL && adapter->impl->fold != NULL)
        return adapter->impl->fold(adapter, text, out, size);
    size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

bool network_fold_account(const struct network *network, const char *account, char *out,
                          size_t size)
{
    const struct adapter *adapter = network->adapter;
    bool folds = adapter != NULL && adapter->impl->fold != NULL;
    if (strlen(account) >= size)
        return false;
    for (; *account != '\0'; account++)
        *out++ =
            (char)(folds && *account >= 'A' && *account <= 'Z' ? *account - 'A' + 'a' : *account);
    *out = '\0';
    return true;
}
