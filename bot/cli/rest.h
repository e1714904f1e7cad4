/* rest.h: after starts that did not last the next one rests, before it joins the networks. */
#ifndef TALON_CLI_REST_H
#define TALON_CLI_REST_H

#include <signal.h>

#include "storage/store.h"

enum { REST_LASTS = 600 }; /* seconds after which a start counts as a good one */

/* Rests as long as the last starts of this database call for; `path` is the configuration's file,
 * whose change ends the rests. Returns soon after *ended is set. Only below systemd. */
void rest(const struct store *store, const char *path, const volatile sig_atomic_t *ended);

#endif
