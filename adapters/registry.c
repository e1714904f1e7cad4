#include "registry.h"

#include <string.h>

static const struct adapter_impl *const adapters[] = {
    &console_adapter,
#ifdef TALON_IRC
    &irc_adapter,
#endif
#ifdef TALON_DISCORD
    &discord_adapter,
#endif
#ifdef TALON_WEB
    &web_adapter,
#endif
};

const struct adapter_impl *adapter_at(unsigned n)
{
    return n < sizeof adapters / sizeof adapters[0] ? adapters[n] : NULL;
}

const struct adapter_impl *adapter_find(const char *name)
{
    const struct adapter_impl *impl;
    for (unsigned n = 0; (impl = adapter_at(n)); n++) {
        if (strcmp(impl->name, name) == 0)
            return impl;
    }
    return NULL;
}
