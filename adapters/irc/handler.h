/* handler.h: the type of a function that handles one command or numeric of the server. dispatch.c
 * has the table. */
#ifndef TALON_ADAPTERS_IRC_HANDLER_H
#define TALON_ADAPTERS_IRC_HANDLER_H

#include "adapters/irc/wire/proto.h"

struct session;

/* Handles a line. dispatch.c has checked that the line has the parameters that the row of the table
 * demands. The line is valid only during the call. */
typedef void line_handler(struct session *session, const struct proto_line *line);

#endif
