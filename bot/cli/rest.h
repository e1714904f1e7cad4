/* rest.h: after several starts that did not last, the next start waits before it joins the
 * networks. */
#ifndef TALON_CLI_REST_H
#define TALON_CLI_REST_H

#include <signal.h>

#include "storage/store.h"

enum { REST_LASTS = 600 }; /* seconds after which a start counts as a good one */

/* Waits as long as the last starts with this database require. `path` is the configuration's file:
 * a change of it ends the wait. Returns soon after *ended is set. Waits only under systemd. */
void rest(const struct store *store, const char *path, const volatile sig_atomic_t *ended);

#endif
