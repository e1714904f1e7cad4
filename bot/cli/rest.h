/* rest.h: after several starts that did not last, the next start waits before it joins the
 * networks. */
#ifndef TALON_CLI_REST_H
#define TALON_CLI_REST_H

#include <signal.h>

#include "storage/store.h"

enum { REST_LASTS = 600 }; /* seconds; a start that lasts that long does not count as failed */

/* Waits, longer with each failed start in a row (store_last_crashes()). It does not wait after few
 * failed starts, if the configuration's file `path` or the program changed since the last of them,
 * or if systemd does not run us. Returns within a second or so after *ended is set. */
void rest(const struct store *store, const char *path, const volatile sig_atomic_t *ended);

#endif
