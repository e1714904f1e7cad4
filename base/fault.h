/* fault.h: why a function failed, in one clear line for people.
 *
 * The caller owns a `struct fault`, begins it with {0}, and hands its address down. The function
 * that fails writes the line and prints nothing. The line has no line end, and holds no secret. */
#ifndef TALON_BASE_FAULT_H
#define TALON_BASE_FAULT_H

#include <stdarg.h>
#include <stdbool.h>

enum { FAULT_TEXT = 1024 }; /* bytes with the NUL: room for a path or two; longer lines are cut */

struct fault {
    char text[FAULT_TEXT]; /* "" if nothing failed */
};

/* Writes the line and replaces one that is there. `fault` may be NULL for callers that do not
 * need the reason. Returns false, so that a bool function can end with `return fault_set(...)`. */
bool fault_set(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool fault_set_list(struct fault *fault, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
