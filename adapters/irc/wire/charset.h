/* charset.h: converts people's words to UTF-8. IRC itself has no character set. Pure. */
#ifndef TALON_ADAPTERS_IRC_WIRE_CHARSET_H
#define TALON_ADAPTERS_IRC_WIRE_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

/* Copies a text as UTF-8. A text that is not UTF-8 counts as Windows-1252, which old clients still
 * send; it contains the visible characters of Latin-1. A text whose last
 * character is cut still counts as UTF-8 in two cases: it is long enough that a server may have cut
 * it, or it has other characters of UTF-8. Returns false if the copy does not fit. */
bool charset_copy(char *out, size_t size, const char *text);

#endif
