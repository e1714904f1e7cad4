/* dispatch.h: which handler takes a line of the server. */
#ifndef TALON_ADAPTERS_IRC_DISPATCH_H
#define TALON_ADAPTERS_IRC_DISPATCH_H

#include "handler.h"

/* Does what the line calls for. Lines that are no news, or have too few parameters, do nothing. */
line_handler dispatch_line;

#endif
