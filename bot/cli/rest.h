/* rest.h: after several starts that did not last, the next start waits before it joins the
 * networks. */
#ifndef TALON_CLI_REST_H
#define TALON_CLI_REST_H

#include <signal.h>

#include "storage/store.h"

enum { REST_LASTS = 600 }; /* seconds; a start that lasts so long is not counted as failed */

/* Waits as long as the last failed starts in this database require. There is no wait if the
 * configuration's file `path` or the program changed since these starts, or if systemd does not run
 * us. Returns within a second or so after *ended is set. */
void rest(const struct store *store, const char *path, const volatile sig_atomic_t *ended);

#endif
