/* terminal.h: renders a message for a terminal or a pipe. Pure: it touches no descriptor. */
#ifndef TALON_ADAPTERS_CONSOLE_TERMINAL_H
#define TALON_ADAPTERS_CONSOLE_TERMINAL_H

#include <stdbool.h>

#include "base/message.h"

struct terminal {
    unsigned width; /* columns; under 20: lines are not wrapped */
    bool colours;   /* ANSI escapes may be written */
};

/* Returns the message's lines, each with a line end. It breaks lines longer than the width between
 * words and between cards, never inside a card, and indents the rest. A whisper has "» " in front,
 * so that the player's own hand stands out. Messages that want no colours (mono) get none. The
 * caller frees the text; NULL: memory is out. */
char *terminal_render(const struct terminal *terminal, const struct message *message);

#endif
