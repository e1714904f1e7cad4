#include "adapter.h"

#include <assert.h>

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
