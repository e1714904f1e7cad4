/* web.h: the web adapter. It serves the files of the site, and documents that the host makes
 * (pages.h). */
#ifndef TALON_ADAPTERS_WEB_WEB_H
#define TALON_ADAPTERS_WEB_WEB_H

#include "adapters/adapter.h"

extern const struct adapter_impl web_adapter;

/* The port at which it listens, for tests that configure port 0; 0: it does not listen yet. */
unsigned web_port(const struct adapter *adapter);

#endif
