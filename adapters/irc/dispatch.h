/* dispatch.h: gives each line of the server to its handlers. */
#ifndef TALON_ADAPTERS_IRC_DISPATCH_H
#define TALON_ADAPTERS_IRC_DISPATCH_H

#include "handler.h"

/* Calls the handlers of a line. Ignores replays of old lines (batch.h), and lines with fewer
 * parameters than their row of the table demands. */
line_handler dispatch_line;

#endif
