/* errors.h: what servers refuse: numerics from 400 on, FAIL, ERROR, and errors that answer a
 * labelled whisper. */
#ifndef TALON_ADAPTERS_IRC_WIRE_ERRORS_H
#define TALON_ADAPTERS_IRC_WIRE_ERRORS_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

/* Takes any numeric from 400 on that is about a channel of ours: we are not let in, or what we said
 * is not heard there. Other lines do nothing. */
void errors_of_channel(struct session *session, const struct proto_line *line);
/* Takes the error that answers a labelled whisper. True: it was one, and no handler is to see it.
 */
bool errors_labelled(struct session *session, const struct proto_line *line);

line_handler errors_on_error, errors_on_refused, errors_on_standard_reply, errors_on_undelivered;

#endif
