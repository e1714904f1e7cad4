/* web.h: the web face, an adapter for people who look: it serves the site's files, and documents
 * that the host makes (adapter.h). */
#ifndef TALON_ADAPTERS_WEB_WEB_H
#define TALON_ADAPTERS_WEB_WEB_H

#include "adapters/adapter.h"

extern const struct adapter_impl web_adapter;

/* The port at which it listens, for tests whose configuration says 0; 0: it does not (yet). */
unsigned web_port(const struct adapter *adapter);

#endif
