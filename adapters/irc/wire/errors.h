/* errors.h: refusals of the server: numerics from 400 on, FAIL, ERROR, and errors that answer a
 * labelled whisper. */
#ifndef TALON_ADAPTERS_IRC_WIRE_ERRORS_H
#define TALON_ADAPTERS_IRC_WIRE_ERRORS_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

/* Takes a numeric from 400 on about a channel of ours: we may not join, or people there do not get
 * our lines. Ignores other lines. */
void errors_of_channel(struct session *session, const struct proto_line *line);
/* Takes the error that answers a labelled whisper. Returns true if it was one; then no other
 * handler may see it. */
bool errors_labelled(struct session *session, const struct proto_line *line);

line_handler errors_on_error, errors_on_refused, errors_on_standard_reply, errors_on_undelivered;

#endif
