/* terminal.h: a message in the form of a terminal or a pipe. Pure: no descriptor is touched. */
#ifndef TALON_ADAPTERS_CONSOLE_TERMINAL_H
#define TALON_ADAPTERS_CONSOLE_TERMINAL_H

#include <stdbool.h>

#include "base/message.h"

struct terminal {
    unsigned width; /* columns; under 20: lines are not wrapped */
    bool colours;   /* ANSI escapes may be written */
};

/* The message's lines, each with a line end. Lines longer than the width part between words and
 * between cards, never inside a card; the parts behind the first are indented. A whisper is marked
 * with "» ", so that one's own hand stands out. A message that wants no colours (mono) gets none.
 * Freed by the caller; NULL when memory is out. */
char *terminal_render(const struct terminal *terminal, const struct message *message);

#endif
