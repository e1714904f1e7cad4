#include "registry.h"

#include <string.h>

#include "base/array.h"

static const struct adapter_impl *const adapters[] = {
    &console_adapter,
#ifdef TALON_TERMINAL
    &terminal_adapter,
#endif
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
    return n < ARRAY_SIZE(adapters) ? adapters[n] : NULL;
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
