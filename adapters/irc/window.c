#include "window.h"

#include <string.h>

void window_init(struct window *window, unsigned lines, unsigned bytes)
{
    *window = (struct window){.lines = lines < WINDOW_MOST ? lines : WINDOW_MOST, .bytes = bytes};
}

bool window_open(const struct window *window)
{
    return window->lines == 0 || (window->count < window->lines && window->flying < window->bytes);
}

void window_sent(struct window *window, size_t length)
{
    if (window->lines > 0 && window->count < WINDOW_MOST) {
        window->line[window->count].length = length;
        window->line[window->count++].to = 0;
        window->flying += length;
    }
}

void window_expect(struct window *window, uint32_t to)
{
    if (window->count > 0) {
        window->line[window->count - 1].to = to;
    }
}

/* The oldest lines are through. */
static void forget(struct window *window, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        window->flying -= window->line[i].length;
    }
    window->count -= count;
    memmove(window->line, window->line + count, window->count * sizeof window->line[0]);
    window->marked -= window->marked < count ? window->marked : count;
}

void window_echo(struct window *window, uint32_t to)
{
    for (unsigned i = 0; i < window->count; i++) {
        if (window->line[i].to == to) {
            forget(window, i + 1);
            return;
        }
    }
}

uint32_t window_mark(struct window *window, uint64_t now)
{
    bool many = window->count * 4 >= window->lines * 3 || window->flying * 4 >= window->bytes * 3;
    if (window->lines == 0 || window->mark || window->count == 0 || !many) {
        return 0;
    }
    window->mark = ++window->marks ? window->marks : ++window->marks;
    window->marked = window->count;
    window->since = now;
    return window->mark;
}

bool window_answer(struct window *window, uint32_t mark)
{
    if (mark == 0 || mark != window->mark) {
        return false;
    }
    forget(window, window->marked);
    window->mark = 0;
    return true;
}
