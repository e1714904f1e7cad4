/* keys.h: bytes from a terminal become presses of keys and of the mouse. Pure.
 *
 * It knows the sequences of xterm and of terminals like it. The caller adds those that terminfo
 * names for this terminal. Bytes that make no sense are dropped. */
#ifndef TALON_ADAPTERS_TERMINAL_KEYS_H
#define TALON_ADAPTERS_TERMINAL_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum press_kind {
    PRESS_TEXT,    /* `text`, one character */
    PRESS_CONTROL, /* Ctrl with the letter `text` */
    PRESS_ENTER,
    PRESS_ESCAPE,
    PRESS_TAB,
    PRESS_BACK_TAB,
    PRESS_BACKSPACE,
    PRESS_DELETE,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_HELP, /* F1 */
    PRESS_CLICK /* the left button of the mouse, at `row` and `column` */
};

struct press {
    enum press_kind kind;
    char text[5];
    bool pasted;          /* PRESS_TEXT: it was pasted and not typed */
    unsigned row, column; /* from 0 */
};

enum { KEYS_BYTES = 8192, KEYS_KNOWN = 16, KEYS_SEQUENCE = 16 };

/* Zero at first. */
struct keys {
    size_t count;
    char bytes[KEYS_BYTES];
    bool pasting;
    unsigned known_count; /* sequences of terminfo */
    struct {
        char sequence[KEYS_SEQUENCE];
        enum press_kind kind;
    } known[KEYS_KNOWN];
};

/* Adds a sequence of terminfo. NULL, and one that is too long, adds nothing. */
void keys_know(struct keys *keys, const char *sequence, enum press_kind kind);
/* Adds bytes that were read. Bytes for which there is no room are dropped. */
void keys_add(struct keys *keys, const char *bytes, size_t count);
/* Takes the next press. False: there is none, or its bytes are not complete. `ended`: no more bytes
 * are coming, so an Escape that could begin a sequence is the key Escape. */
bool keys_next(struct keys *keys, bool ended, struct press *press);
/* True if bytes wait for the rest of their sequence. */
bool keys_wait(const struct keys *keys);

#endif
