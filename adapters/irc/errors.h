/* errors.h: what servers refuse: the numerics from 400 on, FAIL, and errors that answer a labelled
 * whisper. */
#ifndef TALON_ADAPTERS_IRC_ERRORS_H
#define TALON_ADAPTERS_IRC_ERRORS_H

#include <stdbool.h>

#include "handler.h"

/* Takes what any numeric from 400 on says of a channel: we are not let in, or not heard there. */
void errors_of_channel(struct session *session, const struct proto_line *line);
/* Whether the line was the refusal of a labelled whisper, and is done with. */
bool errors_labelled(struct session *session, const struct proto_line *line);

line_handler errors_on_error, errors_on_refused, errors_on_standard_reply, errors_on_undelivered;

#endif
