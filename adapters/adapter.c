#include "adapter.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"

void adapter_init(struct adapter *adapter, const struct adapter_impl *impl,
                  const struct adapter_setup *setup)
{
    assert(impl->name && impl->keys);
    assert(impl->create && impl->start && impl->send && impl->stop && impl->destroy);
    assert(setup->name && setup->settings && setup->loop && setup->raise);
    adapter->impl = impl;
    adapter->setup = *setup;
    adapter->log = (struct log){.parent = setup->log};
}

bool adapter_says_quit(const char *line)
{
    static const char *const words[] = {"quit", "quitter"};
    if (*line != '\0' && strchr("!./", *line) != NULL)
        line++;
    size_t length = strcspn(line, " \t");
    if (line[length + strspn(line + length, " \t")] != '\0')
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        if (strlen(words[i]) == length && strncasecmp(line, words[i], length) == 0)
            return true;
    }
    return false;
}
