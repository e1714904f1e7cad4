/* dispatch.h: which handler takes a line of the server. */
#ifndef TALON_ADAPTERS_IRC_DISPATCH_H
#define TALON_ADAPTERS_IRC_DISPATCH_H

#include "handler.h"

/* Has the line handled. Replays of old lines (batch.h) and lines with too few parameters for their
 * row of the table are ignored. */
line_handler dispatch_line;

#endif
